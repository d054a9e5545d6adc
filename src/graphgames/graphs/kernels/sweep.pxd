from graphgames.graphs.kernels.memory cimport prefetch
