"""``graphgames judge NAME``: read a concrete game's exact input from stdin, write its exact output to stdout."""

from __future__ import annotations

from itertools import zip_longest

from graphgames import api
from graphgames.catalogue import find
from graphgames.cli.output import Steps, note, read, show
from graphgames.core.errors import GameError, printable
from graphgames.readers.source import open_source

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from graphgames.catalogue.console import Options


def configure(parser: Options) -> None:
    """Add the options."""
    from graphgames.catalogue.console import SOLVER

    parser.add("name NAME", f"a concrete game: {', '.join(g.name for g in find.concrete_games())}", nargs="?")
    parser.add("file FILE", "the input; by default, or as -, stdin", nargs="?", default="-")
    parser.add(*SOLVER)
    parser.add("--verify", "check the answer by its certificate before it is printed")
    parser.add("--expect FILE", "compare the answer with this file, word by word; the exit code is 1 where they differ")
    parser.never_with("--expect", "--explain")
    parser.add("--explain", "explain in words who wins, how and why")
    parser.add("--quiet", "no progress on stderr")


def run(arguments: argparse.Namespace) -> int:
    """Read, solve, perhaps verify, and write."""
    if arguments.name is None:
        names = ", ".join(game.name for game in find.concrete_games())
        raise GameError(f"name a concrete game, one of: {names}; graphgames games --long NAME says what it reads")
    options = {name: getattr(arguments, name) for name in ("solver", "verify", "explain", "expect", "quiet")}
    return judge(arguments.name, arguments.file, **options)


def judge(
    name: str,
    file: str = "-",
    solver: str | None = None,
    verify: bool = False,
    explain: bool = False,
    expect: str | None = None,
    quiet: bool = False,
) -> int:
    """Answer one input; the exit code is 1 where the verifier found a fault, or another answer is expected."""
    game = find.concrete_game(name)
    wanted = None if expect is None else bytes(open_source(expect).data).decode(errors="replace").split()
    steps = Steps(name, quiet)
    how = {"format" if file == "-" else "game": name}  # a file may hold a graph in any format
    problem = steps.take("read", lambda: read(file, **how))
    solution = steps.take("solve", lambda: api.solve(problem, solver=solver))
    if verify and not steps.verify(lambda: api.verify(solution)):
        return 1
    if verify and not quiet:
        note(f"graphgames: {name}: the answer is proved")
    if wanted is not None:
        return _compared(name, game.write(solution).split(), wanted, expect, quiet)
    if explain:
        from graphgames.cli import printing

        printing.explain(solution, each=True, full=True)
    else:
        api.write(solution, "-", name)
    return 0


def _compared(name: str, answer: list[str], wanted: list[str], expect: str | None, quiet: bool) -> int:
    """Say whether the words of an answer are those of a file; the exit code is 1 where they are not."""
    pairs = enumerate(zip_longest(answer, wanted, fillvalue="nothing"), 1)
    other = next(((k, ours, theirs) for k, (ours, theirs) in pairs if ours != theirs), None)
    if other is not None:
        k, ours, theirs = other
        note(f"graphgames: {name}: word {k} of the answer is {ours}, and {expect} has {printable(theirs[:40])}")
    elif not quiet:
        show(f"{name}: the answer is that of {expect}")
    return int(other is not None)
