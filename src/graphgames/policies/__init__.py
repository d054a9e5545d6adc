"""Policies on any kind of game that stands on an arena or is given by rules: exact marks, simulation, shields."""
