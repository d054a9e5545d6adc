"""The definitions, executed directly, as short as can be: what every solver is held against."""
