cimport cython
cimport graphgames.games.tables.kernels.window as window

cdef int _label(const unsigned short[:, ::1] known, const unsigned char[::1] again, Py_ssize_t i) noexcept nogil
