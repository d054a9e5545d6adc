cimport graphgames.readers.kernels.text as text
