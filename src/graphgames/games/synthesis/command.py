"""``graphgames synth FILE...``: decide whether a specification is realizable, and write who meets it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from graphgames.catalogue.console import PICTURES, SOLVER, Console, Options
from graphgames.core.errors import GameError, GraphGamesError, MissingDependencyError, counted, printable
from graphgames.engines import dispatch
from graphgames.games.synthesis.spec import Spec

if TYPE_CHECKING:  # specifications and automata are read, solved and checked by different modules
    from graphgames.core.game import Game
    from graphgames.games.synthesis.automata import Machine
    from graphgames.games.synthesis.reasons import Reasons

MOST_BITS = 10
"""The machine of a specification with more bits is not checked here: the checker goes through all letters."""
VERDICTS = ("REALIZABLE", "UNREALIZABLE")


def configure(parser: Options) -> None:
    """Add the options."""
    parser.add(
        "files FILE",
        "an automaton in the extended HOA format, a GR(1) specification in that of Slugs (.slugsin), or a formula of "
        "LTL (.ltl), plain or compressed",
        nargs="*",
    )
    parser.add(
        "-o --output --controller OUT",
        "write the controller to OUT, or the environment's machine if there is none: HOA text, .aag (AIGER, text), "
        ".aig (AIGER, binary), .dot, or .py, a class with a method step(inputs)",
        dest="controller",
    )
    parser.add("--to NAME", "the format of the controller, where the ending of OUT does not show it, such as aiger")
    parser.add(
        "--formula --ltl -f FORMULA",
        "a formula of LTL in the syntax of Spot, such as 'G(request -> X grant)', with --outs",
    )
    parser.add(
        "--outs NAMES",
        "the propositions that the controller chooses, separated by commas, if the automaton or formula does not say",
    )
    parser.add("--ins NAMES", "the propositions that the environment chooses, of a formula")
    parser.only_with("--to", "--controller")
    parser.only_ending("--controller", lambda: tuple(machine_endings()))
    parser.only_ending("--picture", lambda: PICTURES)
    parser.add("--picture OUT", "draw the machine to OUT: .svg, .png, .pdf or .tex")
    parser.add("--verify", "run the machine beside the automaton, or the formula, and check every run")
    parser.add(
        "--why", "say which guarantees cannot be met together, or what can be met and the assumptions that it takes"
    )
    parser.add(*SOLVER)
    parser.add("--json", "print one JSON object per file")
    parser.add("--quiet", "no progress on stderr")


def machine_endings() -> Iterator[str]:
    """Yield the endings of the formats that hold machines."""
    from graphgames.games.synthesis import KIND

    for entry in KIND.formats:
        if entry.writes == "machine":
            yield from entry.endings


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Solve every file; one that cannot be read does not stop the others. Exit code 1: one of them cannot be met."""
    if arguments.formula is not None and arguments.files:
        raise GraphGamesError("--formula FORMULA stands for a file; leave one of them out")
    arguments.files = arguments.files if arguments.formula is None else [arguments.formula]
    if not arguments.files:
        raise GraphGamesError(
            "there is no file to read; expected graphgames synth FILE, - for standard input, or --formula FORMULA"
        )
    for option in ("controller", "picture"):
        if getattr(arguments, option) is not None and len(arguments.files) > 1:
            raise GraphGamesError(f"--{option} takes the machine of one file, and there are {len(arguments.files)}")
    if arguments.json and arguments.controller == "-":
        raise GraphGamesError("--json and --controller - would both write to standard output; name a file")
    for path in arguments.files:
        if path.endswith((".aag", ".aig")):  # before the work, which would check a machine of our own
            other = next((file for file in arguments.files if file != path), "SPECIFICATION")
            raise GraphGamesError(f"{path} is a controller; it is checked by: graphgames verify {other} {path}")
    code = 0
    for path in arguments.files:
        try:
            code = max(code, answer(arguments, path, console))
        except GraphGamesError as error:
            console.note(f"graphgames: {error}")
            code = 2
    return code


def answer(arguments: argparse.Namespace, path: str, console: Console) -> int:
    """Print whether one specification can be met; return exit code 1 if it cannot, or the check finds a fault."""
    steps = console.steps(path, arguments.quiet, "read", "solve", "verify", "explain")
    problem = steps.take("read", lambda: given(arguments, path, console))
    asked: Any = problem
    automaton = getattr(problem, "automaton", None)
    if arguments.ins is not None:
        _check_inputs(arguments.ins, automaton)
    if automaton is None and not isinstance(problem, Spec):
        raise GameError(
            f"{path} is not a specification; expected an automaton (HOA), one in Slugs' format, or a formula (LTL)"
        )
    start = None
    if automaton is not None:
        from graphgames.games.synthesis.hoa import game_of_letters

        problem = game_of_letters(problem)
        if problem.start is None:
            what = f"{path} has no initial state, so there is no question to answer"
            raise GameError(f"{what}; give it a header 'Start:'")
        start = problem.arena.label(int(problem.start))
    solution = steps.take("solve", lambda: console.solve(problem, solver=arguments.solver))
    wanted = arguments.controller is not None or arguments.picture is not None
    machine = machine_of(solution) if wanted or arguments.verify or arguments.json else None
    if wanted and machine is None:
        raise GameError(f"{path}: the machine is too large to be written; in Python the strategy answers step by step")
    report = checked(arguments, solution, machine, steps, console)
    reasons = steps.take("explain", lambda: proved_reasons(asked)) if arguments.why else None
    lost = solution.winner_of(start)
    if arguments.json:
        alone = steps.verified and machine is not None and not runs_beside(arguments, problem)
        unchecked = {"not checked": ["states", "controller"]} if alone else {}
        data = {"file": path, "realizable": not lost}
        data |= {} if start is None else {"start": str(start)}
        data |= {"solver": solution.solver, "states": None if machine is None else len(machine.steps)}
        data |= {} if reasons is None else {"why": asdict(reasons)}
        console.json(data | {"seconds": steps.seconds, "verified": steps.verified} | unchecked)
    else:
        shown = VERDICTS[bool(lost)] if len(arguments.files) == 1 else f"{printable(path)}: {VERDICTS[bool(lost)]}"
        console.note(shown) if arguments.controller == "-" else console.answer(shown)
        for line in () if reasons is None else in_words(reasons):
            console.answer(line)
        if report is not None:
            console.note(f"graphgames: {path}: {report}")
    if not (wanted or lost or arguments.json or arguments.quiet) and sys.stdout.isatty():
        console.note("graphgames: -o FILE.hoa (or .aag, .py) writes the controller")
    if wanted and lost and not arguments.quiet:
        named = arguments.picture if arguments.controller is None else arguments.controller
        console.note(f"graphgames: {named}: this is the machine of the environment, since no controller exists")
    if arguments.controller is not None:
        console.write(machine, arguments.controller, arguments.to)
    if arguments.picture is not None and machine is not None:
        machine.draw().save(arguments.picture)
    return 1 if lost or steps.verified is False else 0


def _check_inputs(ins: str, automaton: Any) -> None:
    """Raise `GameError` unless an automaton has these inputs."""
    letters = getattr(automaton, "letters", None)
    there = [letters.names[i] for i in letters.inputs] if letters else []
    for name in filter(None, ins.replace(" ", "").split(",")):
        if name not in there:
            raise GameError(
                f"--ins names {name}, which is not an input here; the inputs are: {', '.join(there) or 'none'}"
            )


def given(arguments: argparse.Namespace, path: str, console: Console) -> Any:
    """Return what is specified by a file or a formula, of whose propositions the options may say who chooses them."""
    from graphgames.games.synthesis.synthesize import game_with, is_formula

    ins, outs = (_listed(names) for names in (arguments.ins, arguments.outs))
    if arguments.formula is not None:
        from graphgames.games.synthesis import ltl

        return ltl.read_game(path.encode(), "<formula>", inputs=ins, outputs=outs)
    if outs is None and not is_formula(path) and (ins is None or not path.endswith(".ltl")):
        return console.read(path)
    return game_with(path, ins, outs)


def _listed(names: str | None) -> list[str] | None:
    """Return names that stand in one word with commas between, None for none given."""
    return None if names is None else [name.strip() for name in names.split(",") if name.strip()]


def proved_reasons(asked: Spec | Game) -> Reasons:
    """Return why a specification can be met or cannot, proved wherever its checker has what it needs."""
    from graphgames.games.synthesis.reasons import why

    try:
        return why(asked, prove=True)
    except MissingDependencyError:
        return why(asked)


def in_words(reasons: Reasons) -> Iterator[str]:
    """Yield the lines that say why a specification can be met or cannot."""
    if not reasons.realizable:
        yield "These guarantees cannot be met together, even with all assumptions; leave one out, and the others can:"
        yield from _parts(reasons.core, "none is needed: the other rules leave the system without a step")
        yield "These can be met together, and no other can be added:"
        yield from _parts(reasons.met, "none")
    yield "It takes these assumptions to meet " + ("all guarantees:" if reasons.realizable else "those:")
    yield from _parts(reasons.needed, "none")
    if reasons.avoidable:
        yield "The system can keep one of them from holding; it may win so, and not all guarantees hold then."
    yield {
        True: "Each of these answers is proved.",
        False: "A checker found a fault in one of these answers.",
        None: "None of these answers is proved: that needs dd (pip install 'graphgames[symbolic]').",
    }[reasons.proved]


def _parts(parts: Mapping[str, list[str]], nothing: str) -> Iterator[str]:
    yield from (f"  {part}: {printable(text)}" for part, texts in parts.items() for text in texts)
    if not parts:
        yield f"  ({nothing})"


def machine_of(solution: Any) -> Machine | None:
    """Return the machine of a solution, None where it would be large."""
    if isinstance(solution.problem, Spec):
        found: Machine | None = solution.machine()
        return found
    from graphgames.games.synthesis.controllers import controller

    return controller(solution)


def checked(
    arguments: argparse.Namespace, solution: Any, machine: Machine | None, steps: Any, console: Console
) -> str | None:
    """Check the answer if that is asked for, and say what was found.

    The machine of an automaton runs beside it, or beside the formula that it was made of. A specification has its
    layers checked, with --json where CUDD is and the memory suffices, and its machine if that is to run beside it.
    """
    automaton = getattr(solution.problem, "automaton", None)
    if not arguments.verify and (automaton is not None or not arguments.json):
        return None
    try:
        if automaton is None:
            beside = machine if runs_beside(arguments, solution.problem) else None
            steps.verified, sentence = steps.take("verify", lambda: of_specification(solution, beside, console))
            if beside is None and machine is not None:
                sentence += f"; the machine is not checked: its specification has more than {MOST_BITS} bits"
            return str(sentence)
        from graphgames.games.synthesis.controllers import checked as checked_machine

        assert machine is not None
        report = steps.take("verify", lambda: checked_machine(machine, solution.problem))
    except (MissingDependencyError, MemoryError):
        if arguments.verify:
            raise
        return None
    steps.verified = report.ok
    return f"the machine of {counted(len(machine.steps), 'state')} is {report}"


def runs_beside(arguments: argparse.Namespace, problem: Any) -> bool:
    """Return whether the machine is checked: that of a specification if it is asked for, letter by letter."""
    return bool(arguments.verify) and (not isinstance(problem, Spec) or len(problem.bits()) <= MOST_BITS)


def of_specification(solution: Any, machine: Machine | None, console: Console) -> tuple[bool, str]:
    """Return whether the layers of a specification hold, and its machine beside it if there is one, and the words."""
    report = dispatch.verify(solution)
    words = f"{solution.certificate.size} are {report}"
    if machine is None or not report.ok:
        return report.ok, words
    from graphgames.games.synthesis.machines import hoa_text

    words += f"; the machine of {counted(len(machine.steps), 'state')} is "
    if machine.numbers != {name: one.low for name, one in solution.problem.ranges.items() if not one.boolean}:
        return False, words + "not proved: its numbers have other least values than the specification says"
    found = console.by_reference(solution.problem, hoa_text(machine).encode())
    return found.ok, words + (f"proved: {counted(found.checked, 'condition')} hold" if found.ok else str(found))
