cimport graphgames.graphs.kernels.csr as csr
