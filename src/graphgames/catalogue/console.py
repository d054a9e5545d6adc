"""The console that the command line passes to a kind's command: the facade's functions, and ways to print.

A kind's command is a module of its folder with ``configure(parser)`` and ``run(arguments, console) -> int``; the row of
the kind lists it. It imports neither the command line nor the facade, which stand above it.
"""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, Protocol, TypeVar

from graphgames.catalogue import find
from graphgames.catalogue.habits import by_solver, in_figures, in_one_word, instead
from graphgames.core.errors import did_you_mean, printable

if TYPE_CHECKING:
    from graphgames.core.report import Report

T = TypeVar("T")


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


PICTURES = (".svg", ".png", ".pdf", ".tex")
"""The endings of files that hold a picture alone."""
_WRITERS = (
    dict.fromkeys((*PICTURES, ".html"), "graphgames show FILE -o OUT draws a game")
    | dict.fromkeys((".sol", ".paritysol", ".cert"), "graphgames solve FILE -o OUT writes a solution")
    | dict.fromkeys((".c", ".cc", ".cpp", ".java", ".rs"), instead("--cpp"))
)
"""For the endings of files that a command does not write, which command does; rows of kinds say it of theirs."""


def _writer(path: str) -> str:
    """Return, behind a semicolon, which command writes files with the ending of a name, where only one does."""
    ending = os.path.splitext(path.lower())[1]  # noqa: PTH122, which would import pathlib
    command = _WRITERS.get(ending) or find.elsewhere(ending)
    return f"; {command}" if command else ""


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
        self._with: list[tuple[str, bool, tuple[str, ...], str]] = []
        self.surplus = ""
        """What a refusal of one word too many says."""
        self._endings: dict[str, Callable[[], Iterable[str]]] = {}
        self.notes: list[str] = []

    def add(self, written: str, help: str, **how: Any) -> None:
        """Add an option or an argument, as `Group.add` does."""
        Group(self).add(written, help, **how)

    def group(self, title: str) -> Group:
        """Return a group of options with a heading in the help."""
        return Group(self.add_argument_group(title))

    def only_with(self, option: str, *others: str) -> None:
        """Refuse an option unless one of the others is there: it would do nothing."""
        self._with.append((option, True, others, ""))

    def never_with(self, option: str, *others: str, instead: str = "") -> None:
        """Refuse an option together with any of the others: it would do nothing; ``instead`` says what does."""
        self._with.append((option, False, others, instead and f"; {instead}"))

    def only_ending(self, option: str, endings: Callable[[], Iterable[str]]) -> None:
        """Refuse an output whose name ends otherwise, unless ``--to`` says what it is; ``.gz`` and ``.bz2`` are passed.

        The endings are asked for when the option is there.
        """
        self._endings[option] = endings

    def check(self, arguments: argparse.Namespace) -> None:
        """Refuse options that have no effect in this combination."""
        for option, wanted, others, hint in self._with:
            there = [other for other in others if self._given(arguments, other)]
            if self._given(arguments, option) and bool(there) != wanted:
                condition = f"without {' or '.join(others)}" if wanted else f"with {there[0]}"
                self.error(f"{option} has no effect {condition}{hint}")
        self._take_outputs(arguments)
        self._keep_inputs(arguments)
        self._can_write(arguments)

    def _take_outputs(self, arguments: argparse.Namespace) -> None:
        """Take a file among the inputs that is not there for the output of the option that writes such files."""
        listed = [a for a in self._actions if not a.option_strings and a.nargs in ("+", "*")]
        for action in listed:
            words = getattr(arguments, action.dest) or []
            inputs = words[:1] if action is self._actions[1] else []
            endings = [os.path.splitext(word)[1] for word in inputs]  # noqa: PTH122
            for word in words[len(inputs) :]:
                ending = os.path.splitext(word.lower())[1]  # noqa: PTH122, which would import pathlib
                if ending in endings or os.path.exists(word):  # noqa: PTH110
                    continue
                option = self._writing(ending)
                if option is not None and getattr(arguments, option.dest) is None:
                    words.remove(word)
                    setattr(arguments, option.dest, word)
                    self.notes.append(f"{word} is read as {option.option_strings[0]} {word}")
                elif command := _writer(word):
                    self.error(f"there is no file {word}{command}")

    def _writing(self, ending: str) -> argparse.Action | None:
        """Return the option that writes files of this ending, if this command has one."""
        known = next((option for option, endings in self._endings.items() if ending and ending in endings()), "")
        return next((action for action in self._actions if known in action.option_strings), None)

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
            hint = f"; {others[0]} writes {ending}" if others else _writer(root + ending)
            other = next((one for one in self._actions if others and self._is(one, others[0])), None)
            if other is not None and getattr(arguments, other.dest) is None:
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
        """Return the words of a command with the names of commands within it first, and their options behind them; last
        an option that may have one of some values, and has none.
        """
        for action in self._actions:
            if isinstance(action, argparse._SubParsersAction):
                at = next((k for k, word in enumerate(words) if word in action.choices), None)
                if at is not None:
                    return [words[at], *action.choices[words[at]].arranged([*words[:at], *words[at + 1 :]])]
        loose = {word: one.choices for one in self._actions if one.nargs == "?" for word in one.option_strings}
        pairs = zip(words, [*words[1:], ""], strict=False)
        bare = [word for word, after in pairs if word in loose and after not in (loose[word] or (after,))]
        return [*(word for word in words if word not in bare), *bare]

    def with_settings(self, words: Sequence[str], settings: Callable[[], Mapping[str, str]]) -> list[str]:
        """Return the words of a command, where an option that only names a setting is ``--set`` with it.

        The names of the settings are asked for if there is an option that is not known.
        """
        known = self.options()
        for word in words:
            begins = bool(instead(word)) and any(one.startswith(word) for one in known)
            short = word[:1] == "-" and re.fullmatch("-[a-z]{3,}", word)
            if (begins and word not in known) or short:
                self.refuse([word])  # which would be taken for the beginning of another option, or for -x and a value
        if "--set" not in known:
            return list(words)
        found: list[str] = []
        for word, behind in zip(words, [*words[1:], "-"], strict=True):
            option, equals, value = word.partition("=")
            if instead(word) and behind[:1] == "-":  # no value of a setting that has this name
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

    def options(self) -> list[str]:
        """Return all options of a command, and of the commands within it."""
        own = [option for action in self._actions for option in action.option_strings]
        inner = (action for action in self._actions if isinstance(action, argparse._SubParsersAction))
        return [*own, *(one for action in inner for parser in action.choices.values() for one in parser.options())]

    def called(self, arguments: argparse.Namespace) -> Options:
        """Return the parser of the command within this one that was called; this one if it has none."""
        for action in self._actions:
            if isinstance(action, argparse._SubParsersAction):
                return action.choices[getattr(arguments, action.dest)].called(arguments)  # type: ignore[no-any-return]
        return self

    def empty(self, arguments: argparse.Namespace) -> list[argparse.Action]:
        """Return the arguments that may be left out and are, in their order."""
        places = [action for action in self._actions if not action.option_strings and action.nargs == "?"]
        return [action for action in places if getattr(arguments, action.dest) in (None, action.default)]

    def value(self, action: argparse.Action, word: str) -> Any:
        """Return what a word means as an argument, or leave with a sentence."""
        try:
            return self._get_value(action, word)
        except argparse.ArgumentError as error:
            self.error(str(error))

    def refuse(self, words: Sequence[str]) -> None:
        """Say that words are no options or arguments, with the nearest option."""
        option = next((word for word in words if word.startswith("-")), None)
        if option is None:
            starts = "--start" in self._option_string_actions and all(map(in_figures, words))
            written = _writer(words[0])
            way = f"; --start {in_one_word(words)} says where a play begins" if starts else written or self.surplus
            self.error(f"unexpected: {' '.join(words)}{way}")
        word = option.partition("=")[0]
        word = f"-{word}" if word[1:2] != "-" and len(word) > 2 else word
        if way := instead(word):
            self.error(f"there is no option {option}; {way}")
        if by := by_solver(word[2:]):
            self.error(f"there is no option {option}; {by}")
        known = [name for action in self._actions for name in action.option_strings if name.startswith("--")]
        begun = [name for name in known if name[1:].startswith(word)]
        if begun and len(word) == 2:
            self.error(f"there is no option {option}; did you mean {' or '.join(begun)}?")
        self.error(f"there is no option {option}{did_you_mean(word, known, 0.75)}")

    def error(self, message: str) -> NoReturn:
        """Print what is wrong and where there is help, and leave with exit code 2."""
        self.exit(2, f"{self.prog}: {printable(message)}\n{self.prog} --help says more\n")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Raise an error for a value that is none of the choices, with the nearest."""
        if action.choices is not None and value not in action.choices:
            names = [str(choice) for choice in action.choices]
            if way := instead(f"{max(action.option_strings, default='', key=len)}={value}"):
                raise argparse.ArgumentError(action, f"{value!r} is not a choice; {way}")
            begun = [name for name in names if name.startswith(f"{value}-")]
            nearest = f"; did you mean {' or '.join(map(repr, begun))}?" if begun else did_you_mean(str(value), names)
            listed = f" The choices are: {', '.join(names)}" if nearest == "." else " --help lists the choices"
            raise argparse.ArgumentError(action, f"{str(value)!r} is not a choice{nearest}{listed}")


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

    ``read``, ``read_solution``, ``solve``, ``verify`` and ``write`` are those of `graphgames`. ``by_reference(problem,
    file)`` is the report of the reference checker on what a file holds. ``steps(name, quiet, *kept)`` begins the steps
    of a command with one game, ``progress(what, quiet)`` is a bar while a block runs, and ``status_line(quiet)`` a
    progress line. ``show`` prints text for reading, ``answer`` a line for a program as it is, ``json`` an object on one
    line, and ``note`` what is not part of the answer.
    """

    read: Callable[..., Any]
    read_solution: Callable[[Any, str], Any]
    solve: Callable[..., Any]
    verify: Callable[..., Report]
    by_reference: Callable[[Any, bytes], Any]
    write: Callable[..., None]
    steps: Callable[..., Steps]
    progress: Callable[[str, bool], AbstractContextManager[None]]
    status_line: Callable[[bool], Any]
    show: Callable[[str], None]
    answer: Callable[[str], None]
    json: Callable[[Mapping[str, Any]], None]
    note: Callable[[str], None]
