"""How the solution of a model is played: as any game of chance."""

from graphgames.games.chance.play import player as player
