"""What people type from habit, and what it is here: the words of other tools, and those of plain sense.

One table holds them. What has an equal here is carried out as that; for the rest, the refusal names what there is
instead. The command line is rewritten by its rows before it is parsed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from graphgames.catalogue import find
from graphgames.core.calling import SYNONYMS


class Habit(NamedTuple):
    """A row: words of habit, what they are here, and what a refusal names instead.

    A way is written ``VALUES -> WORDS``, or as its words alone if nothing follows what is typed. Capitals stand for a
    word, or a part of one, and FILE for one that is there; other values stand for themselves, and those in braces for
    several ways, as in a shell: ``{a,b} -> {c,d}`` are two. Of several ways the first counts that fits what is typed
    and whose options the command has; one that begins with the name of a command leads to that command.
    """

    typed: str
    ways: tuple[str, ...] = ()
    instead: str = ""


_EXAMPLE = "graphgames games --long NAME shows the format of a game's input and output, with an example"
_RANKS = "graphgames solve FILE --full prints the ranks, and --explain uses them in its reasons"
_COSTS = (
    "write costs as negative rewards; or, in a table, write 1 in the column player where player 1 chooses, who "
    "minimises; in Python solve(model, objective, owner=1); a model of PRISM is asked Rmin=? or Pmin=?"
)
_ENGLISH = "all texts are in English; where a file holds a graph, graphgames solve FILE --players A,B names the players"
FRAMES = (
    "graphgames show FILE --play N -o OUT.svg draws the best play, and -o OUT/ a picture per position; graphgames "
    "explore FILE shows an algorithm step by step"
)
_KEPT = "graphgames show FILE -o OUT.html writes a page; what is printed is kept by the shell in a file: > OUT.txt"
_BY_ENDING = "files of models are known by their endings: graphgames solve FILE --property TEXT"
_CONVENTIONS = "{max-even,max-odd,min-even,min-odd}"
_CONVENTION = (
    "graphgames solve FILE --convention min-even reads priorities of which the smallest decides, and graphgames "
    "convert IN OUT --to-convention min-even writes them"
)
_QUOTIENT = "graphgames heaps CODE --misere prints the misère quotient"
_RESULTS = "graphgames solve FILE --json prints the values, and -o OUT.json writes them with their proof"
_DRAWN = "graphgames show FILE -o OUT.png draws, also to .svg and .pdf"
_CREDIT = "the least credit to begin with is the answer: graphgames solve FILE --objective energy --full prints it"
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
_WRITES = (
    "a solver is not written as a program in C++ or another language; graphgames judge NAME answers the input of a "
    "contest, graphgames convert writes games, and graphgames synth FILE -o OUT.py a controller as a program"
)
_BOARD = "the size of a board stands behind its name, as in graphgames play 'chomp width=4 height=3'"
_COMPARED = (
    "graphgames judge NAME --verify proves an answer; graphgames solvers --compare FILE solves by every solver that "
    "fits, an input of a contest with --game NAME"
)
_EXERCISES = (
    "graphgames show FILE --study STUDY -o OUT.html makes a page with exercises, of which STUDY is a text: a line "
    f"'## TITLE', then '? QUESTION'; {_UNSOLVED}"
)
_LABELS = (
    "a picture has the labels of a game, and graphgames show FILE --label VERTEX=NAME draws others; those of MODEL.tra "
    "stand beside it in MODEL.lab"
)
_GENUS = "graphgames heaps CODE --genus prints the genus of each heap"
_THERMOGRAPH = "the answer has the value, mean and temperature; graphgames show GAME -o OUT.png draws the thermograph"
_METHOD = "graphgames solve FILE --solver NAME chooses the method, and graphgames solvers lists them"
_NOT_OINKS = (
    "this solver of Oink's is not here, and another solves; graphgames solve FILE --solver NAME chooses one of those "
    "that graphgames solvers parity lists"
)
_ATTRACTOR = "graphgames solve FILE --objective reach --target NAMES solves by the attractor of NAMES"
_SAFE = "graphgames solve FILE --safe NAMES names the safe vertices, and --avoid NAMES those to keep away from"
_REALIZABLE = "graphgames synth FILE says REALIZABLE or UNREALIZABLE; only -o OUT writes a controller"
_CHECKED = (
    "graphgames verify GAME SOLUTION checks a file, and graphgames solve FILE --verify, or judge NAME --verify, the"
    " answer that it finds"
)
_TABLES = (
    "graphgames heaps CODE --json prints values for a program, and so does graphgames solve FILE --json; graphgames"
    " solve FILE --strategy OUT.csv writes winners and moves as a table"
)
_ONE_FILE = "a page (-o OUT.html) is one file, which needs no network and fits a phone"
_PAGE = "graphgames show FILE -o OUT.html writes a page on which the game is played"
_MISERE = (
    "misère play is graphgames solve FILE --objective misere for a graph, and graphgames heaps CODE --misere for heaps"
)
_PERMISSIVE = (
    "graphgames shield FILE --avoid NAMES lists the actions after which one can stay safe, with --threshold P those"
    " after which one can with this probability"
)
_PROBABILITY = (
    "probabilities are values of the objectives reach-probability and parity-probability, as in graphgames solve "
    "FILE --objective reach-probability, and in a model a --property such as 'Pmax=? [ F LABEL ]'"
)
_SIMPATH = (
    "graphgames simulate FILE --path 10 prints one random path of 10 steps, and graphgames simulate FILE --property "
    "TEXT plays many"
)
_WINNING = "the answer of graphgames heaps CODE --position HEAPS names the moves that win"
_SOLVE = (
    "graphgames solve FILE --solver NAME chooses a solver; graphgames show FILE --unsolved draws a game without "
    "solving it"
)
_CHANGED = "graphgames sensitivity FILE shows which number matters most; to see its effect, change it in the file"
_WHY = "graphgames explain FILE --start V says why, and graphgames synth FILE --why it of a specification"
_SHORTEST = "the fewest moves to a target are the values of reach, and sums of costs those of expected-reward"
_IMPARTIAL = "of a graph on which both have the same moves, normal says who wins, and nimbers the nim-values"
_STOCHASTIC = "where chance moves, parity is winning almost surely, and parity-probability with what probability"
_HORIZON = "a number of steps is part of a property: graphgames solve MODEL --property 'Rmax=? [C<=10]'"
_FLOAT = "answers are exact; graphgames solve FILE --precision 1e-6 prints brackets of decimals where it may"
_PERIOD = "graphgames heaps CODE --to N prints the period of the nim-values, if one is found up to heap N"
_MEALY = "controllers are Mealy machines: they see the inputs of a step before they choose its outputs"
_MADE = "graphgames synth FILE -o OUT writes the controller, as .hoa, .aag, .dot or .py"
_GAME = "graphgames convert FILE OUT.pg or OUT.hoa writes the game of a specification that says who chooses what"
_EVERY = "graphgames solvers --compare FILE solves a game by every solver that fits"
_EVALUATED = (
    "the answer of a model has its policy, -o POLICY.csv writes it, and graphgames evaluate MODEL POLICY.csv says what "
    "it is worth"
)
_SHEETS = "{worksheet,worksheets,exercise,exercises}"
_WRITTEN = f"the ending of OUT says how a file is written, or graphgames convert IN OUT --to NAME; {_EXAMPLE}"
_NIMBERS = (
    "graphgames heaps CODE prints the nim-values of a heap game, and graphgames solve FILE --objective nimbers "
    "those of a graph"
)

_VALUES = (
    "FILE VERTEX -> solve FILE --objective nimbers --start VERTEX",
    "FILE -> solve FILE --objective nimbers",
)

HABITS: Sequence[Habit] = (
    # commands
    Habit("check prove certify", ("verify",)),
    Habit("model-check modelcheck query", ("solve",)),
    Habit("draw picture plot render", ("show",)),
    Habit("animate animation", ("show --play 20",), FRAMES),
    Habit("worksheet exercise", ("show --unsolved",), _UNSOLVED),
    Habit("exercises", (), _EXERCISES),
    Habit("exploitability grade mark", ("evaluate",)),
    Habit("help", ("COMMAND -> COMMAND --help", "--help")),
    Habit("list", ("games -> games", "solvers -> solvers", "games")),
    Habit("solvers", ("--list -> solvers",)),
    Habit("view", ("explore",)),
    Habit("hint why", ("explain",)),
    Habit("html page", ("show --to html",), _PAGE),
    Habit("nim-sum", ("heaps nim",)),
    Habit("misere", ("CODE -> heaps CODE --misere",), _QUOTIENT),
    Habit("genus", ("CODE -> heaps CODE --genus",), _GENUS),
    Habit("nimber nimbers nim-values octal", (*_VALUES, "CODE -> heaps CODE"), _NIMBERS),
    Habit("grundy", _VALUES),
    Habit("thermograph", ("GAME -o OUT.{pdf,png,svg} -> show GAME -o OUT.{pdf,png,svg}",)),
    Habit("canonical canonical-form thermograph", ("GAME -> solve GAME",)),
    Habit("hexadecimal subtraction subtraction-game", ("CODE -> heaps CODE",), _NIMBERS),
    Habit("synthesize synthesise synthesis ltlsynt", ("synth",)),
    Habit("gen", ("generate",)),
    Habit("format", ("NAME -> games --long NAME",)),
    Habit("export", ("convert",)),
    Habit(
        "convert",
        ("FILE OUT.{pdf,png,svg} -> show --unsolved FILE OUT.{pdf,png,svg}", "FILE OUT.html -> show FILE OUT.html"),
    ),
    Habit("bench benchmark compare", ("FILE -> solvers --compare FILE",)),
    Habit(
        "generate",
        (
            "dag -> generate random-dag",
            "{graph,parity,random-graph} -> generate random",
            "random-buchi -> generate random --objective buchi",
            f"{_SHEETS} N -> generate random N --objective buchi --degrees 1-2 --contested",
            f"{_SHEETS} -> generate random 6 --objective buchi --degrees 1-2 --contested",
        ),
    ),
    # another name for the same
    Habit("--accuracy --epsilon", ("--precision",)),
    Habit("--cex", ("--counterexample",)),
    Habit("--constants", ("--const",)),
    Habit("--csl --pctl --pf -p", ("--property",)),
    Habit("--janiproperty", ("NAME -> --property NAME", ""), _BY_ENDING),
    Habit("--episodes --simsamples --runs", ("--plays",)),
    Habit("--exportadv --exportsched --exportscheduler --exportstrat", ("stdout -> --strategy -", "--strategy")),
    Habit("--policy", ("OUT -> --strategy OUT", "POLICY -> evaluate POLICY", ""), _EVALUATED),
    Habit("--sol", ("--solution", "")),
    Habit("--solution", ("--solved", "")),
    Habit("--from --init --initial --source", ("--start",)),
    Habit("--largest", ("--to",)),
    Habit("--heap --heaps --nim-sum --positions --sum --tokens", ("--position", "--start")),
    Habit("--position", ("--start",)),
    Habit("--algorithm --method", ("{lp,pi,policy-iteration,value-iteration,vi} ->", "--solver"), _METHOD),
    Habit("--owner", ("COLUMN -> --column owner=COLUMN", "--column owner=")),
    Habit("--weight --weights", ("COLUMN -> --column weight=COLUMN",)),
    Habit("--player-names --names", ("--players",)),
    Habit("--human --me --player --side", ("--as",)),
    Habit("--2-players --hotseat --pvp --two", ("--two-players",)),
    Habit("--computer-first --second", ("--as 1",)),
    Habit("--first --begins --starts", ("{computer,machine,ai} -> --as 1", "{me,human} -> --as 0")),
    Habit("--dark", ("--theme dark",)),
    Habit("--black-and-white --bw --grayscale --print", ("--theme print",)),
    Habit("--stats --statistics", ("--verbose",)),
    Habit("--inputs", ("--ins",)),
    Habit("--outputs", ("--outs",)),
    Habit("--stdin", ("-",)),
    Habit("--unsafe", ("--avoid",)),
    Habit("--goal --goals --targets", ("--target",)),
    Habit("--index --indexing --offset", ("--base",)),
    Habit("--tests", ("--count",)),
    Habit("--threads", ("--jobs",)),
    Habit("-n", ("--to", "--plays")),
    Habit("-q", ("--quiet",)),
    # what the file says, or what is done anyway
    Habit("--ctmc --drn --dtmc --explicit --explicit-drn --jani --mdp --prism --smg", ("",)),
    Habit("--importtrans", ("",)),
    Habit("--importmodel", ("NAME.all -> NAME.tra", "NAME.tra,PARTS -> NAME.tra", "")),
    Habit("--importlabels --importstates --staterew --transrew", ("",)),
    Habit("--bisimulation --buildfull --ex --hybrid --mtbdd --sparse", ("",)),
    Habit("--engine", ("{sparse,hybrid,dd,explicit,exact,automatic} ->",)),
    Habit("--absolute --fixdl --relative --sound --topological -m -s", ("",), _METHOD),
    Habit("-w --workers --cuddmaxmem --eqsolver --javamaxmem --maxiters --maxmem --minmax:method", ("N ->",), _METHOD),
    Habit("--value-iteration --gauss-seidel --gs --jacobi --lp --modpoliter", ("",), _METHOD),
    Habit("--pi --politer --valiter --vi", ("",), _METHOD),
    Habit("--bqpt --fpi --fpj --psi --qpt --sspm --ssi", ("",), _NOT_OINKS),
    Habit("--solver", ("{bqpt,fpi,fpj,psi,qpt,sspm,ssi} ->",), _NOT_OINKS),
    Habit("--compress --inflate --no-inflate --no-loops --no-single --no-wcwc --preprocess --scc", ("",), _METHOD),
    Habit("-F --file --tlsf -i --input --in", ("",)),
    Habit("--n --size --piles", ("--vertices",)),
    Habit(
        "--algo --bypass --decompose --polarity --simplify --splittype",
        ("NAME ->", ""),
        "graphgames synth FILE --solver NAME chooses the method, and graphgames solvers lists them",
    ),
    Habit("--code --hexadecimal --octal", ("",)),
    Habit("--canonical --canonical-form --mean --outcome --temperature --thermograph", ("",), _THERMOGRAPH),
    Habit("--answer --answers --key --with-answers --with-solution --with-solutions", ("--solved", ""), _KEY),
    Habit("--hints", ("",), "in a play, type hint"),
    Habit("--difficulty --level", ("LEVEL ->",), "the computer plays the best moves"),
    Habit("--lang --language --locale", ("NAME ->", ""), _ENGLISH),
    Habit("--realizability --realisability", ("",), _REALIZABLE),
    # what is more than another name
    Habit(
        "--aiger --print-aiger",
        ("{both,isop,ite,optim} -> --controller - --to aiger", "OUT -> --controller OUT", "--controller - --to aiger"),
        "graphgames synth FILE -o OUT.aag writes AIGER, and -o OUT.aig its binary form",
    ),
    Habit("--hoa --hoaf", ("--controller - --to hoa", "--to hoa"), _MADE),
    Habit("--dot", ("--controller - --to machine-dot",)),
    Habit("--all", ("--steps",)),
    Habit("--all --compare", ("--solver all",), _EVERY),
    Habit("--animate --animation --frames", ("N -> --play N", "--play 20", "show --play 20"), FRAMES),
    Habit("--path", ("--play 20",), FRAMES),
    Habit("--cap --capacity --battery --battery-capacity --max-battery", ("N -> --objective energy --set cap=N",)),
    Habit("--check", ("--verify",), _CHECKED),
    Habit("--discount --discounted --discount-factor --gamma", ("N -> --objective discounted --set discount=N",)),
    Habit(
        "--exportbuild --exportdot --exportexplicit --exportlabels --exportmodel --exportstates --exporttrans",
        ("NAME.tra,PARTS -> convert NAME.tra", "NAME.{all,sta,lab,tra,txt} -> convert NAME.tra"),
        "graphgames convert FILE OUT.tra writes the states and transitions of a model",
    ),
    Habit("--grundy --nim --nimber --nimbers --nim-values --sprague-grundy", ("--objective nimbers", "")),
    Habit("--horizon", ("N -> --steps N", "N -> --property Rmax=?[C<=N]"), _HORIZON),
    Habit("--mobile --offline --phone --self-contained --single-file --standalone", ("",), _ONE_FILE),
    Habit("--html", ("OUT -> show --output OUT", "show --to html"), _PAGE),
    Habit("--min --min-even --minimal", ("--to-convention min-even", "--convention min-even"), _CONVENTION),
    Habit("--max", ("N -> --to N", "--convention max-even")),
    Habit("--max-even", ("--to-convention max-even", "--convention max-even"), _CONVENTION),
    Habit("--max-odd", ("--to-convention max-odd", "--convention max-odd"), _CONVENTION),
    Habit("--min-odd", ("--to-convention min-odd", "--convention min-odd"), _CONVENTION),
    Habit("--tame", ("--genus",), _GENUS),
    Habit("--misere-quotient --quotient", ("--misere",), _QUOTIENT),
    Habit("--objective", ("average -> --objective mean-payoff",)),
    Habit("--to", tuple(f"{lead}{_CONVENTIONS} -> --to-convention {_CONVENTIONS}" for lead in ("", "parity-"))),
    Habit("--1-based --1-indexed --one-based --one-indexed", ("--base 1",)),
    Habit("--0-based --0-indexed --zero-based --zero-indexed", ("--base 0",)),
    Habit(
        "--param --parameters --parametric",
        (
            "NAME=LOW:HIGH,OTHER=LEAST:MOST -> --const NAME=LOW:1/10:HIGH,OTHER=LEAST:1/10:MOST",
            "NAME=LOW:HIGH -> --const NAME=LOW:1/10:HIGH",
        ),
        _PARAMETERS,
    ),
    Habit(
        "--paritysol",
        ("OUT.{sol,paritysol} -> --solution OUT.{sol,paritysol}", "- -> --solution -", "--solution -"),
        "graphgames solve FILE -o OUT.sol writes the solution as PGSolver and Oink do",
    ),
    Habit("--png", ("OUT -> --picture OUT", "OUT -> show --output OUT", "show --to png"), _DRAWN),
    Habit("--pdf", ("OUT -> --picture OUT", "OUT -> show --output OUT", "show --to pdf"), _DRAWN),
    Habit("--svg", ("OUT -> --picture OUT", "OUT -> show --output OUT", "show --to svg"), _DRAWN),
    Habit("--dot --tikz --draw --plot", ("OUT -> --picture OUT", "OUT -> show --output OUT"), _DRAWN),
    Habit(
        "--format", ("{png,pdf,svg,html} -> show --to {png,pdf,svg,html}", "NAME -> --to NAME", "NAME -> --long NAME")
    ),
    Habit("--rank --ranks", ("--full", ""), _RANKS),
    Habit("--sim", ("simulate",), _SIMULATED),
    Habit("--simpathlen", ("--steps",)),
    Habit(
        "--simpath",
        ("N stdout -> simulate --path N", "N OUT -> simulate --path N --output OUT", "N -> simulate --path N"),
        _SIMPATH,
    ),
    Habit("--step --steps", ("N -> --play N", "--play 20"), FRAMES),
    Habit("--best-move --hint --move --moves --winning-moves", ("--explain", ""), _WINNING),
    Habit("--why", ("VERTEX -> explain --start VERTEX", "--explain"), _WHY),
    Habit("--width", ("PIXELS -> --size PIXELS",), _BOARD),
    Habit(
        "--hide-answer --hide-solution --no-answer --no-solution --worksheet",
        ("--unsolved", "show --unsolved"),
        _UNSOLVED,
    ),
    # what is not done, or has more than one meaning
    Habit("--average --avg", ("--objective mean-payoff",)),
    Habit("--attractor", ("NAMES -> --objective reach --target NAMES",), _ATTRACTOR),
    Habit("--verify", ("SOLUTION.sol -> verify SOLUTION.sol",)),
    Habit("--safety", (), _SAFE),
    Habit(
        "--dpi --font-size --fontsize --scale",
        (),
        "graphgames show FILE --size 800x600 -o OUT says how large a picture is, and --size 120x80mm a printed one",
    ),
    Habit("--layout", ("NAME ->",), "graphgames show FILE -o OUT.dot writes a file that Graphviz lays out"),
    Habit("--progress", ("",), "on a terminal progress is shown where the work takes long"),
    Habit("--time --timing", ("",), "the seconds of each step are printed with the answer"),
    Habit("--timeout -t", (), "a limit of time is set from outside: timeout 10 graphgames solve FILE"),
    Habit("-o", ("OUT.html -> show --output OUT.html",), _KEPT),
    Habit("--batch", (), "several files are solved at a time: graphgames solve FILE FILE"),
    Habit("--brute --brute-force", ("--verify",), _COMPARED),
    Habit("--stress", (), _COMPARED),
    Habit("--c++ --cpp", (), _WRITES),
    Habit("--charge --credit --initial-charge --initial-credit", (), _CREDIT),
    Habit("--csv", ("OUT.csv -> --strategy OUT.csv",), _TABLES),
    Habit("--evenodd --minmax", (), _CONVENTION),
    Habit(
        "--parity",
        (
            f"{_CONVENTIONS} -> --to-convention {_CONVENTIONS}",
            f"{_CONVENTIONS} -> --convention {_CONVENTIONS}",
            "--objective parity",
        ),
        _CONVENTION,
    ),
    Habit("--example --sample", ("games -> games", "NAME -> --long NAME", "games", ""), _EXAMPLE),
    Habit("--edges", (), "graphgames generate random 10 --degrees 1-3 says how many moves a vertex has"),
    Habit("--exercise --exercises", (), _EXERCISES),
    Habit("--film --gif --movie --mp4 --video", (), FRAMES),
    Habit("--explicitStrategy", (), _MADE),
    Habit("--exportresults --exportvector", (), _RESULTS),
    Habit("--decimal --decimals --float", (), _FLOAT),
    Habit("--format", (), _WRITTEN),
    Habit("--generate", (), "graphgames generate makes games on graphs; inputs of contests are not made"),
    Habit("--genus", (), _GENUS),
    Habit("--height", (), _BOARD),
    Habit("--labels", ("LABELS -> --label LABELS", ""), _LABELS),
    Habit("--weights", ("",), "pictures show weights where a game has them"),
    Habit("--list", ("games",), "graphgames games and graphgames solvers list what there is"),
    Habit("--ltl", (), "graphgames synth --formula FORMULA --outs NAMES reads a formula of LTL"),
    Habit("--minimise --minimize", (), _COSTS),
    Habit("--misere", (), _MISERE),
    Habit("--moore", (), _MEALY),
    Habit("--multi --pareto", (), _SEVERAL),
    Habit("--print-game --print-game-hoa --print-pg", (), _GAME),
    Habit("--objective=impartial", (), _IMPARTIAL),
    Habit("--objective=muller", (), "a Muller condition is an emerson-lei one; in Python Muller(sets) makes it"),
    Habit("--objective=shortest-path", (), _SHORTEST),
    Habit("--objective=stochastic-parity", (), _STOCHASTIC),
    Habit("--find-period --period", ("",), _PERIOD),
    Habit("--permissive --shield --shielding", ("shield",), _PERMISSIVE),
    Habit("--probability", (), _PROBABILITY),
    Habit("--solve", ("--solved", ""), _SOLVE),
    Habit("--ss --steadystate", (), "a long run is asked for by graphgames solve FILE --property 'S=? [ LABEL ]'"),
    Habit(
        "--transient --tr", (), "graphgames solve FILE --property 'P=? [ F=5 LABEL ]' says where a chain is at time 5"
    ),
    Habit("--what-if", (), _CHANGED),
    Habit("mex", (), "the mex of numbers is in Python mex([0, 1, 3])"),
)
"""What people type from habit; names of objectives and solvers, typed as options, are rows as well (`_named`)."""


@cache
def _rows() -> dict[str, list[Habit]]:
    """Return the rows by the words of habit."""
    found: dict[str, list[Habit]] = {}
    for row in HABITS:
        for word in row.typed.split():
            found.setdefault(word, []).append(row)
    return found


def in_one_word(words: Sequence[str]) -> str:
    """Return heaps or coordinates that stand one by one, perhaps with signs between, as one word.

    >>> in_one_word(["3", "+", "5"]), in_one_word(["3,", "5"]), in_one_word(["3", "5"])
    ('3+5', '3,5', '3,5')
    """
    return re.sub(r" ?([,+]) ?", r"\1", " ".join(words)).replace(" ", ",")


def in_figures(word: object) -> bool:
    """Return whether a word consists of figures, and of the signs between heaps."""
    return isinstance(word, str) and bool(word) and not word.strip("0123456789,+")


def instead(typed: str, lead: str = "") -> str:
    """Return what a refusal of a word of habit names instead, behind a lead; "" where nothing is known.

    >>> instead("--moore")
    'controllers are Mealy machines: they see the inputs of a step before they choose its outputs'
    """
    return next((f"{lead}{row.instead}" for row in _rows().get(typed, ()) if row.instead), "")


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


def _named(option: str) -> Iterator[str]:
    """Yield the ways of an option that has the name of an objective or of a solver."""
    name = option[2:]
    objective = find.objective_name(name)
    if objective in find.objectives():
        cls = find.objective_class(objective)
        if cls.mark:
            yield f"NAMES -> --objective {objective} --{cls.data} NAMES"
        yield f"--objective {objective}"
    if by_solver(name):
        yield f"--solver {name}"


class CommandLine:
    """A command line that is read word by word, in the words of this program.

    ``options(command)`` are the options of a command, and ``commands`` are their names.
    """

    def __init__(self, commands: Collection[str], options: Callable[[str], Collection[str]]):
        self.commands, self.options = commands, options
        self.notes: list[str] = []

    def read(self, words: Sequence[str]) -> list[str]:
        """Return the words of a command as this program has them; ``notes`` then say where that is more than a name.

        >>> line = CommandLine(["solve"], lambda command: ["--objective", "--accepting", "--precision"])
        >>> line.read(["solve", "game.dot", "--buchi", "home", "--epsilon", "1e-6"])
        ['solve', 'game.dot', '--objective', 'buchi', '--accepting', 'home', '--precision', '1e-6']
        >>> line.notes
        ['--buchi home is read as --objective buchi --accepting home']
        """
        words = self._with_command(list(words))
        if not words or words[0] not in self.commands:
            return words
        command, *rest = words
        known = self.options(command)
        named = _game_in_front(rest) if "--game" in known else None
        if named is not None:
            rest[named] = f"--game={rest[named]}"
        done: list[str] = []
        written: list[str] = []  # what is typed, where the words to read are others already
        while rest:
            word = rest.pop(0)
            if _is_setting(word) and done[-1:] and done[-1][:1] != "-" and not os.path.exists(word):  # noqa: PTH110
                word = f"--{word}"  # as in: solve FILE discount=0.9
            option, equals, value = word.partition("=")
            behind = [value, *rest] if equals else rest
            name, space, names = behind[0].strip().partition(" ") if behind else ("", "", "")
            if option == "--objective" and space and find.objective_name(name) in find.objectives():
                rest = [f"--{name}", names.strip().replace(" ", ","), *behind[1:]]  # as in: --objective "reach gate"
                written = [option, f"'{behind[0]}'"]
                continue
            found = (
                self._way(command, _dashed(option, known), behind, done, known)
                if option[:1] == "-" and option[1:]
                else None
            )
            if found is None and done[-2:-1] and done[-2] in _HEAPS and _goes_on(done, word):
                done[-1] = in_one_word([done[-1], word])  # as in: --start 3 4 5
                continue
            if found is None:
                done.append(_dashed(option, known) + word[len(option) :])
                continue
            taken, way = found
            typed, rest, written = written or [option, *behind[:taken]], [*behind[taken:]], []
            if way[:1] == [command]:
                way = [one for one in way[1:] if one not in done]
            elif way[:1] and way[0] in self.commands:
                self._say([command, *typed], way)
                return self.read([way[0], *done, *way[1:], *rest])
            typed_objective = {"--objective", "--misere"} & {one.partition("=")[0] for one in (*done, *rest)}
            if typed_objective and way[:1] == ["--objective"]:  # it stays
                way = way[2:]
            if way[:2] in (["--controller", "-"], ["--solution", "-"]) and {way[0], "-o", "--output"} & {*done, *rest}:
                way = way[2:]
            if equals and not taken and len(way) == 1 and way[0] != "-":
                way = [f"{way[0]}={rest.pop(0)}"]
            if way != ["-"] or "-" not in (*done, *rest):  # one input, named twice
                done += way
            self._say(typed, way)
        return [command, *done]

    def _with_command(self, words: list[str]) -> list[str]:
        """Return words with a command in front: what the first one is here, or what solves or judges a game."""
        first = words[0] if words else ""
        known = self.options(first) if first in self.commands else ["--help"]
        found = self._way(first, first, words[1:], [first], known) if first[:1] not in ("", "-") else None
        if found is not None:
            taken, way = found
            self._say(words[: taken + 1], way)
            words = [*way, *words[taken + 1 :]]
            return words if way[0] == first else self._with_command(words)
        files = [word for word in words if os.path.isfile(word)]  # noqa: PTH113, which would import pathlib
        if any(word in self.commands for word in words) or (
            first not in files and first not in find.names() and first[:1] != "-"
        ):
            return words
        named = first in find.names()
        judged = named and find.document(first) is not None and words[1:2] == files[:1]  # an input, or none
        if named or files:
            words = ["judge" if judged else "solve", *words]
            self._say(words[1:], words)
        return words

    def _way(
        self, command: str, typed: str, behind: Sequence[str], before: Sequence[str], known: Collection[str]
    ) -> tuple[int, list[str]] | None:
        """Return how many words behind a word belong to it, and what they are here; None if they are as they are."""
        rows = _rows().get(typed, ())
        named = _named(typed) if typed.startswith("--") and typed not in known and not rows else ()
        for way in (*(way for row in rows for written in row.ways for way in _alternatives(written)), *named):
            values, _, here = way.rpartition("->")
            patterns = values.split()
            if typed in known and all(re.fullmatch(_WORD, one) for one in patterns):
                continue
            found = _matched(patterns, behind, before)
            if found is None:
                continue
            ours = [_filled(part, found) for part in here.split()]
            if self._can(command, ours, (*before, *behind), known):
                return len(patterns), ours
        return None

    def _can(self, command: str, way: Sequence[str], words: Sequence[str], known: Collection[str]) -> bool:
        """Return whether a command has the options of a way, or another command those that are typed as well."""
        if way[:1] and way[0] in self.commands and way[0] != command:
            options = self.options(way[0])
            lacking = {*known} - {*options} - {*_rows()}
            return not {word.partition("=")[0] for word in words} & lacking
        return all(word in known or word == "-" or not word.startswith("-") for word in way)

    def _say(self, typed: Sequence[str], way: Sequence[str]) -> None:
        """Keep a note, unless one option has only another name."""
        own = [word for word in way if not (typed[1:] and word.endswith(tuple(typed[1:])))]
        if len(own) > 1 or (own and not own[0].startswith("-")):
            self.notes.append(f"{' '.join(typed)} is read as {' '.join(way)}")
        elif not way and (why := instead(f"--{typed[0].lstrip('-')}")):
            self.notes.append(f"{' '.join(typed)} is left out; {why}")


def _is_setting(word: str) -> bool:
    """Return whether a word gives a setting of an objective a value, by its name or by what people call it."""
    name, equals, _ = word.partition("=")
    return bool(equals) and (name in SYNONYMS or name in find.settings())


def _game_in_front(words: Sequence[str]) -> int | None:
    """Return which word names the game whose input the file behind it is, as in ``gra-w-zielone game.in``."""
    for k, (before, name, file) in enumerate(zip(["", *words], words, words[1:], strict=False)):
        free = before not in ("--game", "--format") and not os.path.exists(name)  # noqa: PTH110
        if free and os.path.isfile(file) and find.document(name) is not None:  # noqa: PTH113, which would import pathlib
            return k
    return None


def _goes_on(done: Sequence[str], word: str) -> bool:
    """Return whether a word behind a start is a part of it: one more heap, or beside a file one more vertex."""
    if in_figures(done[-1]) and in_figures(word):
        return True
    vertex = word[:1] != "-" and not os.path.exists(word) and not os.path.splitext(word)[1]  # noqa: PTH110, PTH122
    return vertex and any(map(os.path.isfile, done[:-2]))


_HEAPS = ("--position", "--start")
_WORD = "[A-Z]{3,}|N"
_PARTS = f"{_WORD}|[^A-Z]+"


def _alternatives(way: str) -> list[str]:
    """Return the ways that one with braces stands for: the first of each brace, the second of each, and so on."""
    parts = [part.split(",") if k % 2 else [part] for k, part in enumerate(re.split("[{}]", way))]
    return ["".join(part[k % len(part)] for part in parts) for k in range(max(map(len, parts)))]


def _matched(patterns: Sequence[str], words: Sequence[str], before: Sequence[str]) -> dict[str, str] | None:
    """Return what stands for the capitals of patterns in the words behind an option; None if they do not fit.

    The only file of a command line is its input, not a value.
    """
    if len(patterns) > len(words):
        return None
    found: dict[str, str] = {}
    for k, (pattern, word) in enumerate(zip(patterns, words, strict=False)):
        form = "".join(
            f"(?P<{one}>{'.+' if one == pattern else '[^=:]+'})" if re.fullmatch(_WORD, one) else re.escape(one)
            for one in re.findall(_PARTS, pattern)
        )
        fits = re.fullmatch(form, word) or re.fullmatch(form, "-".join(word.split()))
        plain = [*(one for one in before if one[:1] != "-"), *filter(os.path.isfile, words[k + 1 :])]
        there = os.path.isfile(word)  # noqa: PTH113
        if fits is None or (word.startswith("-") and word != pattern) or (there and not plain):
            return None
        if pattern == "FILE" and not there:
            return None
        found |= fits.groupdict()
    return found


def _filled(part: str, found: Mapping[str, str]) -> str:
    return re.sub(_WORD, lambda one: found.get(one[0], one[0]), part)


def _dashed(option: str, known: Collection[str]) -> str:
    """Return an option with two dashes: one before its whole name will do, as PRISM has it, in ``-const N=3``."""
    long = f"-{option}"
    if option[:1] != "-" or option[1:2] == "-" or len(option) < 3:
        return option
    return long if long in known or long in _rows() or any(True for _ in _named(long)) else option
