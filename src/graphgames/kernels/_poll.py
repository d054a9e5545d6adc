"""A place for long kernels to let Ctrl-C in; deliberately not compiled."""


def poll() -> None:
    """Do nothing, in the interpreter: entering a Python function runs the signal handlers that are due.

    A kernel calls this with the GIL once in a million steps or so; a pending Ctrl-C is raised from here.
    """
