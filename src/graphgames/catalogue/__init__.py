"""The catalogue: what a kind of game says of itself (`rows`), how it is found (`find`), and what is given to solve."""
