"""The command line: argparse, rich tables, and nothing that computes."""
