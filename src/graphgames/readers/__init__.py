"""Reading and writing files: tokens, places and faults, packed and mapped sources, atomic writing."""
