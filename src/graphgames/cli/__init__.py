"""The command line: argument parsing and output; the computing is done elsewhere."""
