cimport cython
cimport graphgames.games.tables.kernels.window as window
