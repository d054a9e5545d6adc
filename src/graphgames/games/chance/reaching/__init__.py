"""The probability to reach a target, or to avoid something: exact, or in brackets."""
