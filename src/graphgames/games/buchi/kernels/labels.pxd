cimport graphgames.games.buchi.kernels.game as game
