"""What is computed on any arena: the reverse graph, topological orders, attractors."""
