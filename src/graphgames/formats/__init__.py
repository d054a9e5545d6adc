"""Bytes to games and back, one file a format. `TABLE` says which endings and names there are."""
