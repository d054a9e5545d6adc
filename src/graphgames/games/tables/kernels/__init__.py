"""The loops of the tables: arrays in, arrays out."""
