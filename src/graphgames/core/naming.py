"""Turn names of vertices and players into numbers."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, TypeVar

from graphgames.core.arguments import two_names
from graphgames.core.arrays import Named, collection_paused, per_vertex
from graphgames.core.chance import CHANCE
from graphgames.core.errors import ArenaError, GameError, printable, shown, warn_caller
from graphgames.core.late import NDArray, np

T = TypeVar("T")

PLAYERS = (("Eve", "Adam"), ("Even", "Odd"), ("Max", "Min"))
"""What player 0 and player 1 are called in the field."""
NUMBERED = ("player 0", "player 1")
"""Their names in games of a tool that has numbers for them."""
OWNER = ("owner", "player")
"""The attributes of a vertex that say who moves there, in a file and in a graph of NetworkX; the first counts."""
OWNERS = {"chance": CHANCE, "random": CHANCE, "nature": CHANCE, "-1": CHANCE}
OWNERS |= {word.lower(): player for pair in PLAYERS for player, word in enumerate(pair)}
OWNERS |= {str(player): player for player in range(3)}
"""What these attributes may be, in small letters, with the number of the player."""
NOBODY = "nobody"
"""Who wins in place of a player who is not there."""


@dataclass(eq=False, repr=False)
class Positions(Sequence[Any]):
    """The positions of rules as the labels of an arena, with what the rules say for a person."""

    positions: Sequence[Any]
    render: Callable[[Any], str]
    """From a position to how it looks, perhaps in several lines."""
    rule: str = ""
    """What a move is, in a sentence; empty where the rules do not say it."""

    def __len__(self) -> int:
        return len(self.positions)

    def __getitem__(self, v: Any) -> Any:
        return self.positions[v]

    def __reduce__(self) -> tuple[Any, ...]:
        return Positions, (self.positions, {at: self.render(at) for at in self.positions}.__getitem__, self.rule)

    def drawn(self, v: int) -> str:
        """Return how a position looks."""
        return str(self.render(self.positions[v]))

    def display_name(self, v: int) -> str:
        """Return a position in one line."""
        return in_one_line(self.drawn(v))


_SPACE = re.compile(r"\s|\\([nrt]|x0[bc]|x1[c-f]|x85|u202[89])")
"""Spaces and ends of lines, and the escapes that are shown in their place."""
_UNSEEN = re.compile(
    r"\\(x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8})|"
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Signs that are not seen, and the escapes that are shown in place of others."""
_DOUBTFUL = re.compile(r"  |\| | \||\\")
"""Where names between bars have spaces that are not seen, or perhaps escapes."""


def look_alike(names: Iterable[object]) -> frozenset[int]:
    """Return the places of the names that look like another one, as 1 and ``"1"``, or differ in what is not seen.

    If there are such names, those with the sign of a number belong to them, since the number of a vertex tells them
    apart.

    >>> sorted(look_alike(["a", "b", 1, "a ", "1"]))
    [0, 2, 3, 4]
    """
    texts = [*map(str, names)]
    whole = f"|{'|'.join(texts)}|"
    plain = whole.isascii() and whole.isprintable() and not _DOUBTFUL.search(whole)
    if plain and len(set(texts)) == len(texts):
        return frozenset()
    written = (printable(unicodedata.normalize("NFC", text)) for text in texts)
    visible = [" ".join(_UNSEEN.sub("", _SPACE.sub(" ", text)).split()) for text in written]
    many = Counter(visible)
    alike = {v for v, text in enumerate(visible) if many[text] > 1}
    return frozenset(alike | {v for v, text in enumerate(texts) if alike and "#" in text})


def in_one_line(text: object) -> str:
    """Return a text without its line breaks, as it stands in a sentence: a board is read row by row."""
    return " / ".join(str(text).splitlines())


def by_text(entries: Iterable[tuple[object, T]]) -> dict[str, T]:
    """Return entries by their names as text; raise `GameError` if two names are the same text, such as 1 and ``"1"``.

    >>> by_text([(1, "one"), ("two", 2)])
    {'1': 'one', 'two': 2}
    """
    found: dict[str, T] = {}
    for name, entry in entries:
        if (text := str(name)) in found:
            raise GameError(f"two names are both written {text}; expected names that differ as text")
        found[text] = entry
    return found


def with_article(word: str) -> str:
    """Return a word after "a" or "an"."""
    return f"{'an' if word[0].lower() in 'aeiou' else 'a'} {word}"


def either(words: Sequence[str], most: int = 10) -> str:
    """Return words as a choice; of more than ``most`` the first, and how many more there are.

    There is an "or" between any two if commas stand in the words themselves.

    >>> either(["1", "3", "4"]), either(["1", "3", "4"], most=2), either(["1, 3", "4", "5"])
    ('1, 3 or 4', '1 or 2 more', '1, 3 or 4 or 5')
    """
    if len(words) > most:
        words = [*words[: most - 1], f"{len(words) - most + 1} more"]
    *head, last = words
    comma = " or " if any("," in word for word in words) else ", "
    return f"{comma.join(head)} or {last}" if head else last


def in_time(seconds: float) -> str:
    """Return a time for people.

    >>> in_time(89.6), in_time(7_200), in_time(107_066_266)
    ('90 s', '2.0 hours', '3.4 years')
    """
    for unit, many in (("years", 31_557_600), ("days", 86_400), ("hours", 3_600), ("minutes", 60)):
        if seconds >= 2 * many:
            return f"{seconds / many:.1f} {unit}"
    return f"{seconds:.0f} s"


def quoted_label(label: object) -> str:
    """Return a label as it stands in a sentence: in quotation marks if it is more than one word of a string or of an
    object that is written in words of its own; brackets hold a tuple together.

    >>> quoted_label("home"), quoted_label("left bank"), quoted_label((0, 1))
    ('home', '"left bank"', '(0, 1)')
    """
    words = str(label)
    return f'"{words}"' if any(sign in words for sign in " ,;:") and words != repr(label) else words


@collection_paused()
def in_quotes(text: str) -> str:
    r"""Return a text in quotation marks, as the languages DOT and HOA have it.

    >>> print(in_quotes(r'a "b" \ c'))
    "a \"b\" \\ c"
    """
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def numbered_edges(edges: object, labels: Sequence[Any] | None) -> tuple[NDArray[Any], Sequence[Any] | None]:
    """Return edges between vertices of any names as pairs of vertex numbers, and the labels.

    Pairs of integers are vertex numbers already. Raise `ArenaError` if something is no pair of names, or a name is none
    of the labels given.
    """
    if isinstance(edges, np.ndarray):
        pairs = edges if edges.size else np.empty((0, 2), np.int64)
        if pairs.ndim != 2 or pairs.shape[1] != 2 or pairs.dtype.kind not in "iu":
            raise ArenaError(
                f"edges have shape {edges.shape} and dtype {edges.dtype}; expected pairs of integers, or a square "
                "matrix of 0 and 1; with other entries scipy.sparse.csr_array(matrix)"
            )
        return pairs, labels
    if not isinstance(edges, Iterable) or isinstance(edges, str | bytes | Mapping):
        lists = "; Arena.from_dict takes a dictionary of successors" if isinstance(edges, Mapping) else ""
        raise ArenaError(f"edges are {shown(edges)}; expected pairs of vertices in a list{lists}")
    listed = list(edges)
    quick = _integer_pairs(listed)
    if quick is not None:
        if quick.size and all(type(edge) is list for edge in listed) and quick.max() == len(listed) - 1:
            warn_caller(_READ_AS_EDGES)
        return quick, labels
    all_pairs = set(map(type, listed)) <= {tuple, list} and set(map(len, listed)) <= {2}
    names = [*chain.from_iterable(listed)] if all_pairs else []
    distinct = _distinct(names) if all_pairs else None
    if distinct is None:
        names = [name for e, edge in enumerate(listed) for name in _ends(e, edge)]
        distinct = dict.fromkeys(names)
    known = tuple(distinct) if labels is None else labels
    number = {name: v for v, name in enumerate(known)}
    try:
        return _numbers(names, number).reshape(-1, 2), known
    except KeyError as error:
        name = error.args[0]
    raise ArenaError(f"edge {names.index(name) // 2} names {shown(name)}, which is none of the labels")


def is_adjacency(graph: object) -> bool:
    """Return whether an array is a square matrix of 0 and 1; one of two columns is a list of edges."""
    if not isinstance(graph, np.ndarray) or graph.ndim != 2 or not graph.shape[0] == graph.shape[1] != 2:
        return False
    return graph.dtype.kind in "biuf" and bool(((graph == 0) | (graph == 1)).all())


def without_numbers(edges: Any) -> tuple[Any, list[Any] | None]:
    """Return edges as pairs, and a number for each where some are triples, as NetworkX has them; None for a pair.

    >>> without_numbers([("a", "b", -0.5), ("b", "a")])
    ([('a', 'b'), ('b', 'a')], [-0.5, None])
    """
    if hasattr(edges, "columns"):
        raise ArenaError(
            "edges are a table; the rows of one of edges are list(table.itertuples(index=False, name=None)), and a "
            "model's table is read by Model.from_table(table)"
        )
    if not isinstance(edges, Iterable) or isinstance(edges, str | bytes | Mapping | np.ndarray):
        return edges, None
    listed = list(edges)
    sizes = {len(edge) if isinstance(edge, tuple) else 0 for edge in listed}
    if 3 not in sizes or not sizes <= {2, 3}:
        return listed, None
    return [edge[:2] for edge in listed], [edge[2] if edge[2:] else None for edge in listed]


def are_successors(graph: Any) -> bool:
    """Return whether lists are the successors of each vertex: all go to one of them, and they are no pairs or triples.

    >>> are_successors([[1], [0, 2], []]), are_successors([[0, 1], [1, 0]]), are_successors([(0, 1), (1, 2)])
    (True, False, False)
    """
    if not isinstance(graph, list) or not all(type(row) is list for row in graph) or {*map(len, graph)} <= {2, 3}:
        return False
    return all(isinstance(w, int | np.integer) and 0 <= w < len(graph) for row in graph for w in row)


_READ_AS_EDGES = (
    "the lists are read as edges, each from its first vertex to its second; lists of successors are given by "
    "dict(enumerate(lists)), and edges in tuples are read without this note"
)


def _integer_pairs(listed: list[Any]) -> NDArray[Any] | None:
    """Return a list of pairs of integers as an array, None if it is something else."""
    if not listed:
        return np.empty((0, 2), np.int64)
    try:
        pairs = np.asarray(listed)
    except (ValueError, TypeError, OverflowError):
        return None
    return pairs if pairs.ndim == 2 and pairs.shape[1] == 2 and pairs.dtype.kind in "iu" else None


def _ends(e: int, edge: Any) -> tuple[Any, Any]:
    """Return tail and head of an edge between names."""
    pair = isinstance(edge, Sequence) or (isinstance(edge, np.ndarray) and edge.ndim == 1)
    if not pair or isinstance(edge, str | bytes) or len(edge) != 2:
        lists = "; lists of successors are given by dict(enumerate(lists))" if isinstance(edge, list) else ""
        raise ArenaError(
            f"edge {e} is {shown(edge)}; expected a pair of vertices, or pairs of integers throughout{lists}"
        )
    tail, head = edge
    for name in (tail, head):
        check_name(name, f"edge {e}")
    return tail, head


def check_name(name: object, where: str) -> None:
    """Raise an error if a value cannot name a vertex."""
    if isinstance(name, bool | float | np.bool_ | np.floating):
        raise ArenaError(f"{where} names {shown(name)}; expected names of vertices or pairs of integers")
    if isinstance(name, int | np.integer) and not -(2**63) <= name < 2**63:
        raise ArenaError(f"{where} names vertex {name}, and an arena holds at most 2147483647 vertices")
    try:
        hash(name)
    except TypeError:
        raise ArenaError(f"{where} names {shown(name)}, which is not hashable, so it cannot name a vertex") from None


def _distinct(names: list[Any]) -> dict[Any, None] | None:
    """Return the distinct names in the order they come in; None if their types do not say that all are names."""
    types = set(map(type, names))
    if not types <= {str, tuple} and not (types == {int} and -(2**63) <= min(names) <= max(names) < 2**63):
        return None
    try:
        return dict.fromkeys(names)
    except TypeError:  # something in a tuple is not hashable
        return None


def _numbers(names: list[Any], number: dict[Any, int]) -> NDArray[np.int64]:
    return np.fromiter(map(number.__getitem__, names), np.int64, len(names))


@collection_paused()
def numbered_successors(
    successors: object,
) -> tuple[NDArray[np.int64], NDArray[np.int64], tuple[Any, ...] | None, int]:
    """Return the tails and the heads of the edges of a dictionary of successors, its labels, and how many there are.

    Names that are just the numbers 0 to n - 1 are vertex numbers, and there are no labels. Raise `ArenaError` if it is
    no dictionary from names to names.
    """
    if not isinstance(successors, Mapping):
        raise ArenaError(f"{shown(successors)} is not a dictionary from vertices to their successors")
    for tail, heads in successors.items():
        if isinstance(heads, str | bytes) or not isinstance(heads, Iterable) or getattr(heads, "ndim", 1) != 1:
            raise ArenaError(f"the successors of {shown(tail)} are {shown(heads)}; expected a list of vertices")
    listed = [(tail, list(heads)) for tail, heads in successors.items()]
    ends = [*chain.from_iterable(heads for _, heads in listed)]
    names = _distinct([*successors, *ends])
    if names is None:
        for tail, heads in listed:
            check_name(tail, "the dictionary")
            for head in heads:
                check_name(head, f"an edge of {shown(tail)}")
        names = dict.fromkeys(chain(successors, ends))
    numbers = all(isinstance(name, int) and 0 <= name < len(names) for name in names)
    number = {name: name if numbers else v for v, name in enumerate(names)}
    tails = np.repeat([number[tail] for tail, _ in listed], [len(heads) for _, heads in listed])
    return tails.astype(np.int64), _numbers(ends, number), None if numbers else tuple(names), len(names)


def owner_numbers(owner: object, arena: Named, players: tuple[str, str] | None = None) -> Any:
    """Return owners as a list or an array by vertex number, players' names as 0 and 1, and ``"chance"`` as 2.

    Raise `ArenaError` if a name is no player's, or a vertex has no owner.

    >>> from graphgames import Arena
    >>> arena = Arena.from_edges([("hill", "mill")])
    >>> owner_numbers({"hill": "Odd", "mill": "Even"}, arena)
    [1, 0]
    >>> owner_numbers(["Ania", "Bolek"], arena, ("Ania", "Bolek"))
    [0, 1]
    """
    pair = None if players is None else two_names(players, ArenaError)
    if pair is not None and pair[0] == pair[1]:
        raise ArenaError(f"both players are called {pair[0]!r}; expected two names")
    try:
        given = per_vertex(owner, arena, "owner")
    except GameError as error:
        raise ArenaError(str(error)) from None
    if isinstance(given, np.ndarray) and given.dtype.kind in "iub":
        return given
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise ArenaError(
            f"owner is {shown(owner)}; expected 0 or 1 for each vertex, as a list, a dictionary by label or a function "
            "of a label"
        )
    listed = list(given)
    if not any(isinstance(one, str) for one in listed):
        return given if isinstance(given, np.ndarray) else listed
    usual = set() if pair is None else {name.lower() for names in PLAYERS for name in names}
    known = {word: player for word, player in OWNERS.items() if word not in usual}
    known |= {name.lower(): player for player, name in enumerate(pair or ())}
    words = {one: known.get(one.strip().lower()) for one in listed if isinstance(one, str)}
    for v, one in enumerate(listed):
        if isinstance(one, str) and words[one] is None:
            there = " and ".join(pair) if pair else ", ".join(name for names in PLAYERS for name in names)
            people = [word for word, player in words.items() if player is None]
            own = f"; players who are called so are named by players={tuple(people)}" if len(people) == 2 else ""
            raise ArenaError(
                f"vertex {arena.label(v)} has owner {one!r}; the players are 0 and 1, or {there}; "
                f"chance is 2, or 'chance'{own}"
            )
    return [words[one] if isinstance(one, str) else one for one in listed]


def without_owner(there: Iterable[Any], saying: str = "owner=... says") -> str:
    """Return what a reader is told of a graph without owners, whose vertices have attributes of these names.

    >>> without_owner([])
    'player 0 makes every move; owner=... says who moves where'
    >>> without_owner(["turn"], "owner in the file says").rpartition("; ")[2]
    "vertices have turn: owner='turn' (--column owner=turn) reads it as the owner"
    """
    names = sorted({str(name) for name in there})
    words = f"player 0 makes every move; {saying} who moves where"
    name = names[0] if len(names) == 1 else "NAME"
    reads = "it" if len(names) == 1 else "one"
    seen = f"; vertices have {', '.join(names)}: owner={name!r} (--column owner={name}) reads {reads} as the owner"
    return words + seen * bool(names)


def attribute_owners(graph: Any, name: str = OWNER[0]) -> dict[Any, Any]:
    """Return what each node of a NetworkX graph has as its owner, by default under the names that files use.

    >>> import networkx as nx
    >>> graph = nx.Graph()
    >>> graph.add_node("hill", player="Odd")
    >>> attribute_owners(graph)
    {'hill': 'Odd'}
    """
    keys = OWNER if name == OWNER[0] else (name,)
    nodes = graph.nodes(data=True)
    return {node: next((data[key] for key in keys if data.get(key) is not None), None) for node, data in nodes}


def part_move(before: Iterable[Any], after: Iterable[Any], render: Callable[[tuple[Any, ...]], str]) -> str:
    """Return the name of a move in a sum: the part that it changes, and what becomes of that.

    >>> part_move((3, 10, 10), (1, 1, 10, 10), lambda heaps: " + ".join(map(str, heaps)) or "nothing")
    '3 -> 1 + 1'
    """
    gone, come = Counter(before), Counter(after)
    return f"{render(tuple((gone - come).elements()))} -> {render(tuple((come - gone).elements()))}"


def wins(name: str, other: str) -> str:
    """Return that a player wins against another, or that the other loses where there is no such player.

    >>> wins("Eve", "Adam"), wins("nobody", "Eve")
    ('Eve wins', 'Eve loses')
    """
    return f"{other} loses" if name == NOBODY else f"{name} wins"


def fulfils(game: Any, winner: int, aims: Sequence[str]) -> str:
    """Return that a play goes as a player wants, or as the other does not where there is no such player."""
    absent = winner == game.absent
    player = 1 - winner if absent else winner
    return f"{'fails' if absent else 'fulfils'} what {game.players[player]} wants: {aims[player]}"
