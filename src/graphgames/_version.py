"""The version of the package, kept in this one place."""

__version__ = "0.1.0"
