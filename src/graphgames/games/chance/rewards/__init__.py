"""Expected rewards until a target: exact, in brackets, or by layers of what has been collected."""
