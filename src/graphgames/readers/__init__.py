"""Reading and writing files: tokens, positions and faults, compressed and mapped sources, atomic writing."""
