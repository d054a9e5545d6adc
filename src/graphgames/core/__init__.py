"""The basic types: arenas, objectives, games, solutions, certificates, errors."""
