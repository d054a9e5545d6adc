"""Exact and rounded numbers: linear equations over the rationals, expectations in chains, brackets."""
