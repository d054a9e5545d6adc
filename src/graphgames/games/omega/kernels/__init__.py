"""The loops: arrays in, arrays out; see `graphgames.core.compiled`."""
