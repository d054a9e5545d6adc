"""Models of chance in the PRISM language and its explicit formats, and the properties that are asked of them."""
