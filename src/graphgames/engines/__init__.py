"""Work and arenas that are spread over processes: the exchange, and what all solvers of the engine ``mpi`` share."""
