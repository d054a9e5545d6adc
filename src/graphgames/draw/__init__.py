"""Solutions as pictures."""
