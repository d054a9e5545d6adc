"""The explorer: a local web page to view, play, query and edit games.

The server listens on the loopback only. Every open game lives in a process of its own, which reads, solves and answers,
so that a long solve can be stopped and a crash takes nothing else with it; the server itself computes nothing. The page
is plain HTML, CSS and ES modules (``draw/front``), without a framework or a build step.
"""

from graphgames.core.unknown_attributes import not_a_function
from graphgames.explore.settings import Settings

__all__ = ["Settings"]

not_a_function(__name__)
