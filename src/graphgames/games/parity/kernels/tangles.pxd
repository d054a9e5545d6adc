cimport graphgames.graphs.kernels.components as components
cimport graphgames.graphs.kernels.csr as csr
