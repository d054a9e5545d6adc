"""A Büchi game as the kernels see it."""

from graphgames.graphs.kernels import csr


class BuchiGame(csr.Graph):
    """A graph with owners in which ``player`` wants to visit accepting vertices infinitely often.

    In a co-Büchi game that is player 1, and the accepting vertices are those that player 0 calls rejecting.
    """

    def __init__(self, forward, backward, owner, accepting, player):
        csr.Graph.__init__(self, forward, backward)
        self.owner, self.accepting, self.player = owner, accepting, player
