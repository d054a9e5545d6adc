"""Algorithms on any arena: the reverse graph, topological orders, attractors."""
