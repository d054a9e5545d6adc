"""The console that the command line passes to a kind's command: the facade's functions, and ways to print.

A kind's command is a module of its folder with ``configure(parser)`` and ``run(arguments, console) -> int``; the row of
the kind lists it. It imports neither the command line nor the facade, which stand above it.
"""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, Protocol, TypeVar

from graphgames.catalogue import find
from graphgames.core.errors import did_you_mean, printable

if TYPE_CHECKING:
    from graphgames.core.report import Report

T = TypeVar("T")
argparse._ = str  # type: ignore[attr-defined]  # else it imports locale to look for translations, which there are not


def whole(least: int, most: int = 2**31 - 2) -> Callable[[str], int]:
    """Return a parser of whole numbers in a range for the command line.

    >>> whole(1)("7")
    7
    """

    def read(text: str) -> int:
        digits = text.removeprefix("-")
        number = int(text) if digits.isascii() and digits.isdigit() and len(digits) <= 20 else None
        if number is None or not least <= number <= most:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {least} to {most}")
        return number

    return read


def real(least: float, most: float) -> Callable[[str], float]:
    """Return a parser of numbers in a range for the command line.

    >>> real(0, 1)("0.5")
    0.5
    """

    def read(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            number = least - 1
        if not least <= number <= most:
            raise argparse.ArgumentTypeError(f"{text!r} is not a number from {least:g} to {most:g}")
        return number

    return read


def in_one_word(words: Sequence[str]) -> str:
    """Return heaps or coordinates that stand one by one, perhaps with signs between, as one word.

    >>> in_one_word(["3", "+", "5"]), in_one_word(["3,", "5"]), in_one_word(["3", "5"])
    ('3+5', '3,5', '3,5')
    """
    return re.sub(r" ?([,+]) ?", r"\1", " ".join(words)).replace(" ", ",")


def in_figures(word: object) -> bool:
    """Return whether a word consists of figures, and of the signs between heaps."""
    return isinstance(word, str) and bool(word) and not word.strip("0123456789,+")


def sized(name: str, words: Sequence[str]) -> tuple[str, list[str]]:
    """Return the name of a game with the size of its board, which may stand behind it, and the words after that.

    >>> sized("chomp", ["3x4"]), sized("nim", ["3", "4"])
    (('chomp 3x4', []), ('nim', ['3', '4']))
    """
    if words and name in find.names() and re.fullmatch(r"\d+x\d+", words[0]):
        return f"{name} {words[0]}", [*words[1:]]
    return name, [*words]


def _is_same(path: object, out: object) -> bool:
    """Return whether both name one file that exists."""
    if not isinstance(path, str) or not isinstance(out, str) or "-" in (path, out):
        return False
    try:
        return os.path.samefile(path, out)  # noqa: PTH121, which would import pathlib
    except (OSError, ValueError):
        return False


_EXAMPLE = "graphgames games --long NAME shows the format of a game's input and output, with an example"
_RANKS = "graphgames solve FILE --full prints the ranks, and --explain uses them in its reasons"
_SOLVERS = "graphgames solvers lists the solvers, and graphgames solve FILE --solver NAME uses one"
_METHODS = "bqpt fpi fpj gauss-seidel gs jacobi lp method modpoliter pi politer psi qpt ssi sspm valiter vi"
"""Options of other tools that choose a method."""
_COSTS = (
    "write costs as negative rewards; or, in a table, write 1 in the column player where player 1 chooses, who "
    "minimises; in Python solve(model, objective, owner=1); a model of PRISM is asked Rmin=? or Pmin=?"
)
_ENGLISH = "all texts are in English; where a file holds a graph, graphgames solve FILE --players A,B names the players"
FRAMES = (
    "graphgames show FILE --play N -o OUT.svg draws the best play, and -o OUT/ a picture per position; graphgames "
    "explore FILE shows an algorithm step by step"
)
_BY_ENDING = "files of models are known by their endings: graphgames solve FILE --property TEXT"
_CONVENTION = (
    "graphgames solve FILE --convention min-even reads priorities of which the smallest decides, and graphgames "
    "convert IN OUT --to-convention min-even writes them"
)
_QUOTIENT = "graphgames heaps CODE --misere prints the misère quotient"
_RESULTS = "graphgames solve FILE --json prints the values, and -o OUT.json writes them with their proof"
_DRAWN = "graphgames show FILE -o OUT.png draws, also to .svg and .pdf"
_CREDIT = "the least credit to begin with is the answer: graphgames solve FILE --objective energy --full prints it"
_STATES = "graphgames convert FILE OUT.tra writes the states and transitions of a model"
_SIMULATED = "answers are exact or in a bracket; graphgames simulate FILE --property TEXT plays a model many times"
_UNSOLVED = "graphgames show FILE --unsolved -o OUT draws a game without its answer"
_KEY = "graphgames show FILE -o OUT draws a game with its answer, and with --unsolved without it"
_PARAMETERS = (
    "parameters need values, as in graphgames solve FILE --const p=1/3, or a range of them, --const p=0:1/10:1"
)
_SEVERAL = (
    "a property asks for one objective; graphgames solve MODEL --property TEXT --strategy POLICY.csv writes a policy, "
    "and graphgames evaluate MODEL POLICY.csv --property OTHER says what it is worth otherwise"
)
_WRITES = "graphgames convert writes games, and graphgames synth FILE -o OUT.py a controller as a program"
_BOARD = "the size of a board stands behind its name, as in graphgames play 'chomp width=4 height=3'"
_COMPARED = (
    "graphgames judge NAME --verify proves an answer; graphgames solvers --compare FILE solves by every solver that "
    "fits, an input of a contest with --game NAME"
)
_EXERCISES = (
    "graphgames show FILE --study STUDY -o OUT.html makes a page with exercises, of which STUDY is a text: a line "
    f"'## TITLE', then '? QUESTION'; {_UNSOLVED}"
)
_AIGER = "graphgames synth FILE -o OUT.aag writes AIGER, and -o OUT.aig its binary form"
_LABELS = "the labels of MODEL.tra stand beside it in MODEL.lab, and its states in MODEL.sta"


def by_solver(name: str) -> str:
    """Return how games are solved with the solver of this name, or an empty text."""
    solver = next((one for one in find.solvers() if name in (one.name, *one.aliases)), None)
    if solver is None:
        return ""
    asked = [one.partition(" ")[0] for one in solver.solves if one.partition(" ")[0] in find.objectives()]
    if asked:  # parity is what files have where nothing else is said
        objective = "" if "parity" in asked else f"--objective {asked[0]} "
        return f"graphgames solve FILE {objective}--solver {name} solves with it"
    return f"{name} is a solver of {solver.solves[0]}; graphgames solvers lists all"


ELSEWHERE = {
    "--aiger": _AIGER,
    "--animate": FRAMES,
    "--answer": _KEY,
    "--answers": _KEY,
    "--batch": "several files are solved at a time: graphgames solve FILE FILE",
    "--brute": _COMPARED,
    "--brute-force": _COMPARED,
    "--check": (
        "graphgames verify GAME SOLUTION checks a file, and graphgames solve FILE --verify, or judge NAME --verify, "
        "the answer that it finds"
    ),
    "--compare": "graphgames solvers --compare FILE solves a game by every solver that fits",
    "--counterexample": (
        "sets of paths are not computed; graphgames solve FILE --strategy OUT writes the policy that has the value, "
        "and --explain says in words why the play goes so"
    ),
    "--cpp": _WRITES,
    "--csv": "graphgames heaps CODE --json prints values for a program, and so does graphgames solve FILE --json; "
    "graphgames solve FILE --strategy OUT.csv writes winners and moves as a table",
    "--credit": _CREDIT,
    "--evenodd": _CONVENTION,
    "--example": _EXAMPLE,
    "--exercise": _EXERCISES,
    "--exercises": _EXERCISES,
    "--explicitStrategy": "graphgames synth FILE -o OUT writes the controller, as .hoa, .aag, .dot or .py",
    "--exportmodel": _STATES,
    "--exportresults": _RESULTS,
    "--exportstates": _STATES,
    "--exporttrans": _STATES,
    "--exportvector": _RESULTS,
    "--format": f"the ending of OUT says how a file is written, or graphgames convert IN OUT --to NAME; {_EXAMPLE}",
    "--float": "answers are exact; graphgames solve FILE --precision 1e-6 prints brackets of decimals where it may",
    "--frames": FRAMES,
    "--generate": "graphgames generate makes games on graphs; inputs of contests are not made",
    "--genus": "graphgames heaps CODE --genus prints the genus of each heap",
    "--hints": "in a play, type hint",
    "--height": _BOARD,
    "--initial-credit": _CREDIT,
    "--html": "graphgames show FILE -o OUT.html writes a page on which the game is played",
    "--importlabels": _LABELS,
    "--importmodel": _BY_ENDING,
    "--importstates": _LABELS,
    "--importtrans": _BY_ENDING,
    "--janiproperty": _BY_ENDING,
    "--key": _KEY,
    "--labels": f"pictures show labels where a game has them; {_LABELS}",
    "--lang": _ENGLISH,
    "--language": _ENGLISH,
    "--list": "graphgames games and graphgames solvers list what there is",
    "--ltl": "graphgames synth --ltl FORMULA prints how Spot translates a formula",
    "--min": _CONVENTION,
    "--min-even": _CONVENTION,
    "--min-odd": _CONVENTION,
    "--minimise": _COSTS,
    "--minimize": _COSTS,
    "--minmax": _CONVENTION,
    "--misere": (
        "misère play is graphgames solve FILE --objective misere for a graph, and graphgames heaps CODE --misere for "
        "heaps"
    ),
    "--misere-quotient": _QUOTIENT,
    "--moore": "controllers are Mealy machines: they see the inputs of a step before they choose its outputs",
    "--multi": _SEVERAL,
    "--no-solution": _UNSOLVED,
    "--param": _PARAMETERS,
    "--parameters": _PARAMETERS,
    "--parametric": _PARAMETERS,
    "--pareto": _SEVERAL,
    "--parity": _CONVENTION,
    "--permissive": (
        "graphgames shield FILE --avoid NAMES lists the actions after which one can stay safe, with --threshold P "
        "those after which one can with this probability"
    ),
    "--path": FRAMES,
    "--period": "graphgames heaps CODE --to N prints the period of the nim-values, if one is found up to heap N",
    "--plot": _DRAWN,
    "--png": _DRAWN,
    "--print-aiger": _AIGER,
    "--probability": (
        "probabilities are values of the objectives reach-probability and parity-probability, as in graphgames solve "
        "FILE --objective reach-probability, and in a model a --property such as 'Pmax=? [ F LABEL ]'"
    ),
    "--quotient": _QUOTIENT,
    "--rank": _RANKS,
    "--realizability": "graphgames synth FILE says REALIZABLE or UNREALIZABLE; only -o OUT writes a controller",
    "--ranks": _RANKS,
    "--sim": _SIMULATED,
    "--simpath": (
        "graphgames play FILE --property TEXT --as none prints one path, and graphgames simulate FILE --property TEXT "
        "plays many"
    ),
    "--solve": (
        "graphgames solve FILE --solver NAME chooses a solver; graphgames show FILE --unsolved draws a game without "
        "solving it"
    ),
    "--steadystate": "a long run is asked for by graphgames solve FILE --property 'S=? [ LABEL ]'",
    "--step": FRAMES,
    "--steps": FRAMES,
    "--stress": _COMPARED,
    "--svg": _DRAWN,
    "--what-if": (
        "graphgames sensitivity FILE shows which number matters most; to see its effect, change it in the file"
    ),
    "--why": "graphgames explain FILE --start V says why, and graphgames synth FILE --why it of a specification",
    "--width": _BOARD,
    "--worksheet": _UNSOLVED,
} | {f"--{name}": _SOLVERS for name in _METHODS.split()}
"""Options of habit or of other tools that a command lacks, each with what there is instead."""


def elsewhere(name: str) -> str:
    """Return the end of a sentence with what there is instead of a setting of habit, "" if nothing is known to be."""
    return f"; {ELSEWHERE[f'--{name}']}" if f"--{name}" in ELSEWHERE else ""


ALSO: Mapping[str, tuple[str, ...]] = {
    "--accuracy": ("--precision",),
    "--constants": ("--const",),
    "--csl": ("--property",),
    "--discounted": ("--objective discounted --set discount={}",),
    "--episodes": ("--plays",),
    "--epsilon": ("--precision",),
    "--drn": ("",),
    "--dtmc": ("",),
    "--ex": ("",),
    "--explicit": ("",),
    "--explicit-drn": ("",),
    "--exportadv": ("--strategy",),
    "--exportsched": ("--strategy",),
    "--exportscheduler": ("--strategy",),
    "--exportstrat": ("--strategy",),
    "--grundy": ("--objective nimbers",),
    "--heaps": ("--position",),
    "--hybrid": ("",),
    "--init": ("--start",),
    "--initial": ("--start",),
    "--jani": ("",),
    "--max": ("--to",),
    "--mdp": ("",),
    "--mtbdd": ("",),
    "--nim-sum": ("--position",),
    "--nimber": ("--objective nimbers",),
    "--nimbers": ("--objective nimbers",),
    "--one-based": ("--base 1",),
    "--owner": ("--column owner={}",),
    "--paritysol": ("--solution",),
    "--pctl": ("--property",),
    "--pf": ("--property",),
    "--player-names": ("--players",),
    "--position": ("--start",),
    "--prism": ("",),
    "--sol": ("--solution", ""),
    "--sparse": ("",),
    "--stats": ("--verbose",),
    "--stdin": ("-",),
    "--unsafe": ("--avoid",),
    "--weight": ("--column weight={}",),
    "--weights": ("--column weight={}",),
    "-n": ("--to", "--plays"),
    "-p": ("--property",),
    "-q": ("--quiet",),
}
"""Options by what other tools call them, each with ours: the first that a command has; {} is the value."""


PICTURES = (".svg", ".png", ".pdf", ".tex")
"""The endings of files that hold a picture alone."""
WRITERS = (
    dict.fromkeys((*PICTURES, ".html"), "; graphgames show FILE -o OUT draws a game")
    | dict.fromkeys((".sol", ".paritysol", ".cert"), "; graphgames solve FILE -o OUT writes a solution")
    | dict.fromkeys((".aag", ".aig"), "; graphgames synth FILE -o OUT writes a controller")
)
"""For the endings of files that a command does not write, which command does."""
CHOICES = {
    "impartial": "of a graph on which both have the same moves, normal says who wins, and nimbers the nim-values",
    "average": "the average in the long run is mean-payoff",
    "shortest-path": "the fewest moves to a target are the values of reach, and sums of costs those of expected-reward",
    "stochastic-parity": "where chance moves, parity is winning almost surely, and parity-probability with what "
    "probability",
    "muller": "a Muller condition is an emerson-lei one; in Python Muller(sets) makes it",
}
"""Values of habit that an option does not have, each with what there is instead."""
SOLVER = "--solver NAME", "the solver to use, instead of the one that fits best (see: graphgames solvers)"
"""An option that many commands have, as `Options.add` takes it."""


class Group:
    """A group of options, to which they are added as they are written."""

    def __init__(self, group: Any):
        self.add_argument: Callable[..., Any] = group.add_argument
        self.add_mutually_exclusive_group: Callable[..., Any] = group.add_mutually_exclusive_group

    def add(self, written: str, help: str, **how: Any) -> None:
        """Add an option or an argument.

        ``"-o --output OUT"`` takes a value, ``"--quiet"`` none unless ``choices`` or an ``action`` say so, and
        ``"file FILE"`` is an argument, by the name that it has in the program and the one that the help shows.
        """
        *names, last = written.split()
        if names and not last.startswith("-"):
            how["metavar"] = last
        else:
            names.append(last)
            if last.startswith("-") and not how.keys() & {"action", "choices"}:
                how["action"] = "store_true"
        self.add_argument(*names, help=help, **how)

    def either(self) -> Group:
        """Return a group within this one, of whose options one may be there."""
        return Group(self.add_mutually_exclusive_group())


class Options(argparse.ArgumentParser):
    """The parser of one command: it suggests the nearest option, and refuses options that would have no effect."""

    def __init__(self, **options: Any):
        super().__init__(**options)
        self.commands: Mapping[str, Options] = {}
        self._with: list[tuple[str, bool, tuple[str, ...]]] = []
        self._beside: dict[str, str] = {}
        self._endings: dict[str, Callable[[], Iterable[str]]] = {}
        self._instead: dict[str, Callable[[argparse.Namespace], str]] = {}

    def add(self, written: str, help: str, **how: Any) -> None:
        """Add an option or an argument, as `Group.add` does."""
        Group(self).add(written, help, **how)

    def group(self, title: str) -> Group:
        """Return a group of options with a heading in the help."""
        return Group(self.add_argument_group(title))

    def only_with(self, option: str, *others: str) -> None:
        """Refuse an option unless one of the others is there: it would do nothing."""
        self._with.append((option, True, others))

    def never_with(self, option: str, *others: str, instead: str = "") -> None:
        """Refuse an option together with any of the others: it would do nothing; ``instead`` says what does."""
        self._with.append((option, False, others))
        if instead:
            self._beside[option] = f"; {instead}"

    def only_ending(
        self,
        option: str,
        endings: Callable[[], Iterable[str]],
        instead: Callable[[argparse.Namespace], str] | None = None,
    ) -> None:
        """Refuse an output whose name ends otherwise, unless ``--to`` says what it is; ``.gz`` and ``.bz2`` are passed.

        The endings are asked for when the option is there. ``instead`` says of a command in which the option would
        write nothing what does, "" of any other.
        """
        self._endings[option] = endings
        if instead is not None:
            self._instead[option] = instead

    def check(self, arguments: argparse.Namespace) -> None:
        """Refuse options that have no effect in this combination."""
        for option, wanted, others in self._with:
            there = [other for other in others if self._given(arguments, other)]
            if self._given(arguments, option) and bool(there) != wanted:
                condition = f"without {' or '.join(others)}" if wanted else f"with {there[0]}"
                self.error(f"{option} has no effect {condition}{self._beside.get(option, '') if there else ''}")
        self._refuse_outputs(arguments)
        self._keep_inputs(arguments)
        self._can_write(arguments)

    def _refuse_outputs(self, arguments: argparse.Namespace) -> None:
        """Refuse a file among the inputs that is not there and could be the output of an option."""
        listed = [a for a in self._actions if not a.option_strings and a.nargs in ("+", "*")]
        for action in listed:
            words = getattr(arguments, action.dest) or []
            inputs = words[:1] if action is self._actions[1] else []
            endings = [os.path.splitext(word)[1] for word in inputs]  # noqa: PTH122
            for word in words[len(inputs) :]:
                like_inputs = os.path.splitext(word)[1] in endings  # noqa: PTH122
                way = "" if like_inputs or os.path.exists(word) else self._writing(word)  # noqa: PTH110
                if way:
                    self.error(f"there is no file {word}{way}")

    def _writing(self, word: str) -> str:
        """Return the end of a sentence with what writes a file of this ending, "" if nothing is known to."""
        ending = os.path.splitext(word.lower())[1]  # noqa: PTH122, which would import pathlib
        known = next((option for option, endings in self._endings.items() if ending and ending in endings()), "")
        names = next((a.option_strings for a in self._actions if known in a.option_strings), [])
        return f"; {names[0]} {word} writes it" if names else WRITERS.get(ending, "")

    def _can_write(self, arguments: argparse.Namespace) -> None:
        """Refuse outputs that cannot be written, before the work: their folder is not there, or no format has their
        ending.
        """
        for action in self._actions:
            out = getattr(arguments, action.dest, None)
            if action.metavar != "OUT" or not isinstance(out, str) or out == "-":
                continue
            name = f"{action.option_strings[0]} {out}" if action.option_strings else out
            folder = os.path.dirname(out.rstrip(os.sep))  # noqa: PTH120, which would import pathlib
            if folder and not os.path.isdir(folder):  # noqa: PTH112
                self.error(f"{name} cannot be written: there is no folder {folder}")
            endings = next((self._endings[word] for word in self._endings if self._is(action, word)), None)
            if endings is not None and getattr(arguments, "to", None) is None:
                self._has_ending(arguments, action, name, out, tuple(endings()))

    def _has_ending(
        self, arguments: argparse.Namespace, action: argparse.Action, name: str, out: str, endings: tuple[str, ...]
    ) -> None:
        """Refuse an output whose ending is not one of its formats, unless one other option writes such files."""
        root, ending = os.path.splitext(out.lower())  # noqa: PTH122
        while ending in (".gz", ".bz2"):
            root, ending = os.path.splitext(root)  # noqa: PTH122
        if ending and ending not in endings:
            others = [option for option, known in self._endings.items() if ending in known()]
            hint = f"; {others[0]} writes {ending}" if others else WRITERS.get(ending, "")
            instead = [self._instead[option](arguments) for option in others if option in self._instead]
            hint = f"; {instead[0]}" if any(instead) else hint
            other = next((one for one in self._actions if others and self._is(one, others[0])), None)
            if other is not None and getattr(arguments, other.dest) is None and not any(instead):
                setattr(arguments, action.dest, action.default)
                setattr(arguments, other.dest, out)
                return
            self.error(
                f"{name} cannot be written: {ending} is not one of its formats; expected {', '.join(endings)}{hint}"
            )

    def _keep_inputs(self, arguments: argparse.Namespace) -> None:
        """Refuse to write over an input: what is called OUT is written, and no other argument may be that file."""
        written = [action for action in self._actions if action.metavar == "OUT"]
        read = [getattr(arguments, action.dest, None) for action in self._actions if action not in written]
        inputs = [path for given in read for path in (given if isinstance(given, list) else [given])]
        for action in written:
            out = getattr(arguments, action.dest)
            if any(_is_same(path, out) for path in inputs):
                name = action.option_strings[-1] if action.option_strings else action.metavar
                self.error(f"{name} {out} would write over the input; choose another file")

    def _given(self, arguments: argparse.Namespace, name: str) -> bool:
        action = next(a for a in self._actions if self._is(a, name))
        return bool(getattr(arguments, action.dest) != action.default)

    @staticmethod
    def _is(action: argparse.Action, name: str) -> bool:
        return name in (*action.option_strings, action.metavar)

    def arranged(self, words: Sequence[str]) -> list[str]:
        """Return the words of a command with the names of commands within it first, and their options behind them."""
        for action in self._actions:
            if isinstance(action, argparse._SubParsersAction):
                at = next((k for k, word in enumerate(words) if word in action.choices), None)
                if at is not None:
                    return [words[at], *action.choices[words[at]].arranged([*words[:at], *words[at + 1 :]])]
        return list(words)

    def with_settings(self, words: Sequence[str], settings: Callable[[], Mapping[str, str]]) -> list[str]:
        """Return the words of a command, where an option that only names a setting is ``--set`` with it.

        The names of the settings are asked for if there is an option that is not known. One dash before the whole name
        of an option will do, as PRISM has it: ``-const N=3``.
        """
        known = [option for action in self._actions for option in action.option_strings]
        once = [word[:1] == "-" != word[1:2] for word in words]
        long = (*known, *ALSO, *ELSEWHERE)
        words = [f"-{w}" if dash and f"-{w}" in long else w for w, dash in zip(words, once, strict=True)]
        words = list(self._in_our_words(words, known))
        for word in words:
            begins = word in ELSEWHERE and any(one.startswith(word) for one in known)
            if (begins and word not in known) or re.fullmatch("-[a-z]{3,}", word):
                self.refuse([word])  # which would be taken for the beginning of another option, or for -x and a value
        if "--set" not in known:
            return words
        found: list[str] = []
        for word, behind in zip(words, [*words[1:], "-"], strict=True):
            option, equals, value = word.partition("=")
            if word in ELSEWHERE and behind[:1] == "-":  # no value of a setting that has this name
                found.append(word)
                continue
            name = option[2:].replace("-", "_")
            if option[:2] == "--" and name and not any(one.startswith(option) for one in known) and name in settings():
                named = settings()[name]
                found += ["--set", f"{named}={value}" if equals else named]
            elif found[-2:-1] == ["--set"] and "=" not in found[-1] and word not in known:
                found[-1] += f"={word}"
            else:
                found.append(word)
        return found

    @staticmethod
    def _in_our_words(words: Sequence[str], known: Sequence[str]) -> Iterator[str]:
        """Yield the words of a command with the options of other tools as ours are called, where it has them."""
        rest = iter(words)
        for word in rest:
            option, _, value = word.partition("=")
            ways = () if option in known else ALSO.get(option, ())
            ours = next((way for way in ways if not way.startswith("--") or way.split()[0] in known), None)
            if ours is None:
                yield word
                continue
            if ours == "-" and ours in words:  # one input, named twice
                continue
            if "{}" in ours:
                value = value or next(rest, "")
                yield from (part.replace("{}", value) for part in ours.split())
            elif value and " " not in ours and ours.startswith("--"):
                yield f"{ours}={value}"
            else:
                yield from (*ours.split(), *filter(None, [value]))

    def called(self, arguments: argparse.Namespace) -> Options:
        """Return the parser of the command within this one that was called; this one if it has none."""
        for action in self._actions:
            if isinstance(action, argparse._SubParsersAction):
                return action.choices[getattr(arguments, action.dest)].called(arguments)  # type: ignore[no-any-return]
        return self

    def refuse(self, words: Sequence[str]) -> None:
        """Say that words are no options or arguments, with the nearest option."""
        option = next((word for word in words if word.startswith("-")), None)
        if option is None:
            starts = "--start" in self._option_string_actions and all(map(in_figures, words))
            way = f"; --start {in_one_word(words)} says where a play begins" if starts else self._writing(words[0])
            self.error(f"unexpected: {' '.join(words)}{way}")
        word = option.partition("=")[0]
        word = f"-{word}" if word[1:2] != "-" and len(word) > 2 else word
        if word in ELSEWHERE:
            self.error(f"there is no option {option}; {ELSEWHERE[word]}")
        if by := by_solver(word[2:]):
            self.error(f"there is no option {option}; {by}")
        known = [name for action in self._actions for name in action.option_strings if name.startswith("--")]
        begun = [name for name in known if name[1:].startswith(word)]
        if begun and len(word) == 2:
            self.error(f"there is no option {option}; did you mean {' or '.join(begun)}?")
        if aim := self._by_objective(word[2:]):
            self.error(f"there is no option {option}; {aim}")
        self.error(f"there is no option {option}{did_you_mean(word, known, 0.75)}")

    def _by_objective(self, name: str) -> str:
        """Return how a game is solved for the objective of this name, if this command can; or an empty text."""
        objective = find.objective_name(name)
        if objective not in find.objectives() or "--objective" not in self._option_string_actions:
            return ""
        cls = find.objective_class(objective)
        return f"an objective is --objective {objective}" + f" --{cls.data} NAMES" * bool(cls.mark)

    def error(self, message: str) -> NoReturn:
        """Print what is wrong and where there is help, and leave with exit code 2."""
        self.exit(2, f"{self.prog}: {printable(message)}\n{self.prog} --help says more\n")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Raise an error for a value that is none of the choices, with the nearest."""
        if action.choices is not None and value not in action.choices:
            names = [str(choice) for choice in action.choices]
            if value in CHOICES:
                raise argparse.ArgumentError(action, f"{value!r} is not a choice; {CHOICES[value]}")
            begun = [name for name in names if name.startswith(f"{value}-")]
            nearest = f"; did you mean {' or '.join(map(repr, begun))}?" if begun else did_you_mean(str(value), names)
            there = f"{str(value)!r} is not a choice{nearest} The choices are: {', '.join(names)}"
            raise argparse.ArgumentError(action, there)


class Steps(Protocol):
    """The steps of a command with one game: a bar of progress around each, the seconds, and the verifier's verdict."""

    name: str
    seconds: dict[str, float | None]
    verified: bool | None

    def take(self, step: str, work: Callable[[], T], bar: bool = True) -> T:
        """Do one step; without a bar if the work itself shows how far it is."""

    def verify(self, check: Callable[[], Report]) -> bool:
        """Run the verifier, and print its faults if there are any."""


class Console(NamedTuple):
    """The functions of the facade, and the two streams: answers on one, progress and notes on the other.

    ``read``, ``read_solution``, ``solve``, ``verify`` and ``write`` are those of `graphgames`. ``steps(name, quiet,
    *kept)`` begins the steps of a command with one game, ``progress(what, quiet)`` is a bar while a block runs, and
    ``status_line(quiet)`` a progress line. ``show`` prints text for reading, ``answer`` a line for a program as it is,
    ``json`` an object on one line, and ``note`` what is not part of the answer.
    """

    read: Callable[..., Any]
    read_solution: Callable[[Any, str], Any]
    solve: Callable[..., Any]
    verify: Callable[..., Report]
    write: Callable[[Any, str], None]
    steps: Callable[..., Steps]
    progress: Callable[[str, bool], AbstractContextManager[None]]
    status_line: Callable[[bool], Any]
    show: Callable[[str], None]
    answer: Callable[[str], None]
    json: Callable[[Mapping[str, Any]], None]
    note: Callable[[str], None]
