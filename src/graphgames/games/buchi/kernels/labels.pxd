cimport graphgames.graphs.kernels.components as components
