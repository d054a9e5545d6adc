"""What counts over an endless play: long-run averages, discounted payoffs, and parity where chance moves."""
