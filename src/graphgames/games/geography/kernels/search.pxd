cimport graphgames.games.geography.kernels.position as position
cimport graphgames.games.geography.kernels.table as table
