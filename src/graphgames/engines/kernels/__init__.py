"""Loops of the exchange and of what is spread over processes, compiled ahead of time."""
