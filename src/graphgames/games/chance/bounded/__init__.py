"""Probabilities to reach a target within a number of moves."""
