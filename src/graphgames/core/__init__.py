"""The words of the project as types: arenas, objectives, games, solutions, certificates, errors."""
