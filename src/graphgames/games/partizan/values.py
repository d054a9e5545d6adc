"""Values of short partizan games as their canonical forms, with the arithmetic of games.

A form is a number, or the sets of its Left and Right options, themselves canonical: none is dominated by another, none
is reversible (Conway, *On Numbers and Games*, 1976; Siegel, *Combinatorial Game Theory*, 2013, II.2). So two games are
equal if and only if their canonical forms are the same. The options of numbers are made when they are asked for.
Games cooled, heated and overheated, incentives and atomic weights: Siegel, II.4, II.5, II.7.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import count, product

from graphgames.core.drawing import Drawable
from graphgames.core.errors import GameError, LimitExceededError, shown
from graphgames.core.value import Exact, plain
from graphgames.games.partizan.thermograph import Thermograph, of_number, of_options

_CACHED = 1 << 18
_FINEST = 128
"""The denominators of numbers are powers of 2 to at most so much; fractions with larger ones lie too deep in games."""

_UPS, _STARS = 8, 8
"""So many ups, and nimbers to so much, are looked for in an infinitesimal."""


class CanonicalForm(Drawable):
    """The canonical form of a short game: what it is worth in any sum.

    Games are added, subtracted and compared: ``g >= h`` if Left, moving second, wins ``g - h``; neither ``g >= h`` nor
    ``g <= h`` holds where the two are confused. `graphgames.canonical_form` makes one.

    Attributes
    ----------
    number : int, Fraction or None
        The dyadic rational that it is, if it is a number.

    Examples
    --------
    >>> from graphgames import canonical_form
    >>> game = canonical_form("{2|-1}")
    >>> print(game, -game, game + game, game.mean, game.temperature, game.outcome)
    {2|-1} {1|-2} 1 1/2 3/2 N
    >>> star, up = canonical_form("*"), canonical_form("^")
    >>> print(star + star, up + star, up > 0, up.confused_with(star), canonical_form("{0|*}") == up)
    0 ^* True True True
    """

    __slots__ = ("_left", "_right", "number")

    def __init__(
        self,
        left: frozenset[CanonicalForm] | None = None,
        right: frozenset[CanonicalForm] | None = None,
        number: Exact | None = None,
    ):
        if isinstance(left, str):
            raise GameError(f"the Left options are {shown(left)}; canonical_form({shown(left)}) reads a game")
        self.number, self._left, self._right = number, left, right

    @property
    def left(self) -> frozenset[CanonicalForm]:
        """The Left options."""
        if self._left is None:
            self._left, self._right = _options(self.number)  # type: ignore[arg-type]
        return self._left

    @property
    def right(self) -> frozenset[CanonicalForm]:
        """The Right options."""
        if self._right is None:
            self._left, self._right = _options(self.number)  # type: ignore[arg-type]
        return self._right

    @cached_property
    def _key(self) -> int:
        return hash(self.number if self.number is not None else (self._left, self._right))

    def __hash__(self) -> int:
        return self._key

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, CanonicalForm):
            return self.number is not None and self.number == other
        if self.number is not None or other.number is not None:
            return self.number == other.number
        return self._key == other._key and self._left == other._left and self._right == other._right

    def __le__(self, other: object) -> bool:
        return at_most(self, form_of(other))

    def __ge__(self, other: object) -> bool:
        return at_most(form_of(other), self)

    def __lt__(self, other: object) -> bool:
        return self <= other and not self >= other

    def __gt__(self, other: object) -> bool:
        return self >= other and not self <= other

    def confused_with(self, other: object) -> bool:
        """Return whether neither is at least the other: whoever moves first wins their difference."""
        return not self <= other and not self >= other

    def __neg__(self) -> CanonicalForm:
        return negative(self)

    def __add__(self, other: object) -> CanonicalForm:
        return total(self, form_of(other))

    __radd__ = __add__

    def __sub__(self, other: object) -> CanonicalForm:
        return total(self, negative(form_of(other)))

    def __rsub__(self, other: object) -> CanonicalForm:
        return total(form_of(other), negative(self))

    def __mul__(self, times: object) -> CanonicalForm:
        """Return the sum of so many copies; of a negative number the negative of it."""
        if not isinstance(times, int) or isinstance(times, bool):
            raise GameError(f"a game is taken {shown(times)} times; expected a whole number")
        once = self if times >= 0 else -self
        if once.number is not None:
            return number_form(once.number * abs(times))
        many = ZERO
        for _ in range(abs(times)):
            many = many + once
        return many

    __rmul__ = __mul__

    @property
    def outcome(self) -> str:
        """Who wins: ``"L"`` Left, ``"R"`` Right, ``"N"`` the next player, who moves first, ``"P"`` the previous one."""
        return {(True, True): "P", (True, False): "L", (False, True): "R", (False, False): "N"}[self >= 0, self <= 0]

    @property
    def mean(self) -> Exact:
        """The mean value: what many copies are worth on average."""
        return self.thermograph.mean

    @property
    def temperature(self) -> Exact:
        """How much it is worth to move first; of a number the negative of 1 over its denominator."""
        return self.thermograph.temperature

    @cached_property
    def thermograph(self) -> Thermograph:
        """The thermograph: its walls, mean and temperature."""
        if self.number is not None:
            return of_number(self.number)
        return of_options(*([option.thermograph for option in side] for side in (self.left, self.right)))

    def cool(self, tax: object) -> CanonicalForm:
        """Return the game cooled by a tax on each move, a number from 0 on; above its temperature it is its mean.

        Raise `GameError` for other taxes.

        Examples
        --------
        >>> from graphgames import canonical_form
        >>> game = canonical_form("{4|{1|-2}}")
        >>> print(game.cool(1), game.cool(2), game.cool(3))
        {3|{1|0}} {2|3/2} 7/4
        """
        amount = form_of(tax).number
        if amount is None or amount < 0:
            raise GameError(f"the tax is {shown(tax)}; expected a number of at least 0")
        return cooled(self, amount)

    def heat(self, bonus: object) -> CanonicalForm:
        """Return the game heated: each move earns the bonus, a number or a game; numbers stay.

        Examples
        --------
        >>> from graphgames import canonical_form
        >>> print(canonical_form("*").heat(2), canonical_form("{1*|}").heat(1), canonical_form("1*").heat(1).cool(1))
        ±2 1 1*
        """
        return heated(self, form_of(bonus))

    def overheat(self, unit: object, bonus: object) -> CanonicalForm:
        """Return the game overheated: an integer becomes so many units, and else each move earns the bonus."""
        return heated(self, form_of(bonus), form_of(unit))

    @property
    def incentives(self) -> tuple[CanonicalForm, ...]:
        """What a move of either player gains, without what is dominated."""
        return incentives(self, (0, 1))

    @property
    def left_incentives(self) -> tuple[CanonicalForm, ...]:
        """What a move of Left gains: the option less the game, without what is dominated."""
        return incentives(self, (0,))

    @property
    def right_incentives(self) -> tuple[CanonicalForm, ...]:
        """What a move of Right gains: the game less the option, without what is dominated."""
        return incentives(self, (1,))

    @property
    def atomic_weight(self) -> CanonicalForm:
        """How many ups an all-small game is worth, roughly; raise `GameError` if it is not all small.

        Examples
        --------
        >>> from graphgames import canonical_form
        >>> print(canonical_form("^3*").atomic_weight, canonical_form("{^|v}").atomic_weight)
        3 0
        """
        return atomic_weight(self)

    @cached_property
    def birthday(self) -> int:
        """The depth of the game tree of the canonical form."""
        if self.number is not None:
            size = abs(Fraction(self.number))
            bits = size.denominator.bit_length()
            return int(size) + (bits if bits > 1 else 0)
        return 1 + max((option.birthday for option in (*self.left, *self.right)), default=-1)

    @property
    def left_stop(self) -> Exact:
        """The number that is reached when Left moves first and play stops at numbers."""
        return self.number if self.number is not None else max(option.right_stop for option in self.left)

    @property
    def right_stop(self) -> Exact:
        """The number that is reached when Right moves first and play stops at numbers."""
        return self.number if self.number is not None else min(option.left_stop for option in self.right)

    def __str__(self) -> str:
        return written(self)

    def __repr__(self) -> str:
        return f"canonical_form({str(self)!r})"


def _options(number: Exact) -> tuple[frozenset[CanonicalForm], frozenset[CanonicalForm]]:
    """Return the options of a number in canonical form."""
    below: tuple[Exact, ...]
    above: tuple[Exact, ...]
    if isinstance(number, int):
        below, above = ((number - 1,) if number > 0 else ()), ((number + 1,) if number < 0 else ())
    else:
        step = Fraction(1, number.denominator)
        below, above = (number - step,), (number + step,)
    return frozenset(map(number_form, below)), frozenset(map(number_form, above))


def number_form(number: Exact) -> CanonicalForm:
    """Return the form of a dyadic rational.

    Raise `GameError` if it is another number, `LimitExceededError` if its denominator is too large.
    """
    found = plain(number)
    below = Fraction(found).denominator
    if below & (below - 1):
        raise GameError(f"{found} is not the value of a short game; expected a denominator that is a power of 2")
    if below > 1 << _FINEST:
        raise LimitExceededError(f"{shown(found)} has too large a denominator; expected one of at most 2^{_FINEST}")
    return CanonicalForm(number=found)


ZERO = CanonicalForm(number=0)


def form_of(given: object) -> CanonicalForm:
    """Return the form that somebody means, a form or a number; raise `GameError` if it is none."""
    if isinstance(given, CanonicalForm):
        return given
    if isinstance(given, int | float | Fraction) and not isinstance(given, bool) and given == given:
        return number_form(given if isinstance(given, int) else Fraction(given))
    raise GameError(f"{shown(given)} is not a game; expected a number, canonical_form('{{1|-1}}') or the like")


@lru_cache(_CACHED)
def at_most(one: CanonicalForm, other: CanonicalForm) -> bool:
    """Return whether a game is at most another: no Left option of it is at least the other, and so on.

    Nobody needs to move in a number beside a game that is none (number avoidance), so its options are left out.
    """
    if one.number is not None and other.number is not None:
        return one.number <= other.number
    return (one.number is not None or not any(at_most(other, option) for option in one.left)) and (
        other.number is not None or not any(at_most(option, one) for option in other.right)
    )


@lru_cache(_CACHED)
def negative(one: CanonicalForm) -> CanonicalForm:
    """Return the game with the players exchanged."""
    if one.number is not None:
        return CanonicalForm(number=-one.number)
    return CanonicalForm(frozenset(map(negative, one.right)), frozenset(map(negative, one.left)))


@lru_cache(_CACHED)
def total(one: CanonicalForm, other: CanonicalForm) -> CanonicalForm:
    """Return the sum of two games."""
    if one.number is not None and other.number is not None:
        return number_form(one.number + other.number)
    if other.number is not None:
        one, other = other, one
    if one.number is not None:  # a number is added to all options of what is none (number translation)
        return CanonicalForm(
            frozenset(total(one, option) for option in other.left),
            frozenset(total(one, option) for option in other.right),
        )
    left = {total(option, other) for option in one.left} | {total(one, option) for option in other.left}
    right = {total(option, other) for option in one.right} | {total(one, option) for option in other.right}
    return made_of(left, right)


def made_of(left: Iterable[CanonicalForm], right: Iterable[CanonicalForm]) -> CanonicalForm:
    """Return the canonical form of the game with these options.

    >>> from graphgames.games.partizan.values import made_of, number_form
    >>> print(made_of([number_form(-5)], [number_form(7)]), made_of([number_form(1)], [number_form(2)]))
    0 3/2
    """
    lefts, rights = frozenset(left), frozenset(right)
    while True:
        lefts = frozenset(one for one in lefts if not any(one is not two and at_most(one, two) for two in lefts))
        rights = frozenset(one for one in rights if not any(one is not two and at_most(two, one) for two in rights))
        numbers = [[one.number for one in options if one.number is not None] for options in (lefts, rights)]
        if len(numbers[0]) == len(lefts) and len(numbers[1]) == len(rights):
            low, high = max(numbers[0], default=None), min(numbers[1], default=None)
            if low is None or high is None or low < high:
                return number_form(simplest(low, high))
        reversed_ = _around(lefts, rights)
        if reversed_ is None:
            return CanonicalForm(lefts, rights)
        lefts, rights = reversed_


Options = frozenset[CanonicalForm]


def _around(left: Options, right: Options) -> tuple[Options, Options] | None:
    """Return the options with a reversible one replaced by those that come after the answer; None if there is none."""
    for option in left:
        for answer in option.right:
            if _is_below(answer, left, right):
                return left - {option} | answer.left, right
    for option in right:
        for answer in option.left:
            if _is_above(answer, left, right):
                return left, right - {option} | answer.right
    return None


def _is_below(one: CanonicalForm, left: Options, right: Options) -> bool:
    """Return whether a form is at most the game with these options."""
    return not any(_is_above(option, left, right) for option in one.left) and not any(
        at_most(option, one) for option in right
    )


def _is_above(one: CanonicalForm, left: Options, right: Options) -> bool:
    """Return whether a form is at least the game with these options."""
    return not any(at_most(one, option) for option in left) and not any(
        _is_below(option, left, right) for option in one.right
    )


def simplest(low: Exact | None, high: Exact | None) -> Exact:
    """Return the simplest number between two, None for no bound: the integer nearest to 0, or the smallest denominator.

    >>> simplest(None, None), simplest(2, None), simplest(0, 1), simplest(Fraction(1, 4), Fraction(3, 8))
    (0, 3, Fraction(1, 2), Fraction(5, 16))
    """
    if (low is None or low < 0) and (high is None or high > 0):
        return 0
    if low is None or (high is not None and high <= 0):
        return -simplest(None if high is None else -high, None if low is None else -low)
    scale = 1
    while True:
        found = Fraction(low * scale // 1 + 1, scale)
        if high is None or found < high:
            return plain(found)  # type: ignore[no-any-return]
        scale *= 2


def star(size: int) -> CanonicalForm:
    """Return the nim heap of a size."""
    heaps: list[CanonicalForm] = []
    for _ in range(size + 1):
        heaps.append(made_of(heaps, heaps))
    return heaps[-1]


def up(many: int) -> CanonicalForm:
    """Return the sum of so many ups, ``{0|*}``."""
    return made_of([ZERO], [star(1)]) * many


def tiny(size: CanonicalForm) -> CanonicalForm:
    """Return tiny of a game above 0, ``{0||0|-G}``; raise `GameError` if it is none."""
    if not size > 0:
        raise GameError(f"tiny and miny are defined for games above 0, not for {size}")
    return made_of([ZERO], [made_of([ZERO], [-size])])


def _tiny_of(game: CanonicalForm) -> CanonicalForm | None:
    """Return the game that a game is tiny of, None if it is tiny of none."""
    if game.left == frozenset({ZERO}) and len(game.right) == 1:
        (threat,) = game.right
        if threat.number is None and threat.left == frozenset({ZERO}) and len(threat.right) == 1:
            (size,) = map(negative, threat.right)
            return size if size > 0 and tiny(size) == game else None
    return None


@lru_cache(_CACHED)
def cooled(game: CanonicalForm, tax: Exact) -> CanonicalForm:
    """Return a game in which each move costs the tax; above its temperature it is its mean."""
    if game.number is not None:
        return game
    if tax > game.temperature:
        return number_form(game.mean)
    price = number_form(tax)
    return made_of(
        (total(cooled(option, tax), -price) for option in game.left),
        (total(cooled(option, tax), price) for option in game.right),
    )


def heated(game: CanonicalForm, bonus: CanonicalForm, unit: CanonicalForm | None = None) -> CanonicalForm:
    """Return a game in which each move earns the bonus; of a number itself, with a unit so many copies of the unit."""
    known: dict[CanonicalForm, CanonicalForm] = {}

    def of(one: CanonicalForm) -> CanonicalForm:
        if one.number is not None and (unit is None or isinstance(one.number, int)):
            return one if unit is None else unit * one.number
        if one not in known:
            known[one] = made_of((of(x) + bonus for x in one.left), (of(x) - bonus for x in one.right))
        return known[one]

    return of(game)


def incentives(game: CanonicalForm, sides: tuple[int, ...]) -> tuple[CanonicalForm, ...]:
    """Return what a move of Left, or of Right, gains, those that are dominated left out."""
    gains = {option - game for option in game.left} if 0 in sides else set()
    gains |= {game - option for option in game.right} if 1 in sides else set()
    best = [one for one in gains if not any(one is not other and at_most(one, other) for other in gains)]
    return tuple(sorted(best, key=str))


@lru_cache(_CACHED)
def atomic_weight(game: CanonicalForm) -> CanonicalForm:
    """Return the atomic weight of an all-small game; raise `GameError` if it is not all small."""
    if game.number is not None or bool(game.left) != bool(game.right):
        if game == 0:
            return ZERO
        raise GameError(f"{shown(str(game))} is not all small, so it has no atomic weight")
    low = [atomic_weight(option) - 2 for option in game.left]
    high = [atomic_weight(option) + 2 for option in game.right]
    found = made_of(low, high)
    if not isinstance(found.number, int):
        return found
    remote = star(1 << game.birthday.bit_length())
    way = 1 if game >= remote else -1 if game <= remote else 0

    def fits(weight: int) -> bool:
        return not any(one >= weight for one in low) and not any(one <= weight for one in high)

    if not way:
        return ZERO
    last = next(weight for weight in count(found.number, way) if not fits(weight + way))
    return number_form(last)


def written(game: CanonicalForm) -> str:
    """Return a game in the notation that `graphgames.canonical_form` reads.

    >>> from graphgames import canonical_form
    >>> texts = ("{1|}", "{0|1}", "{0|0}", "{0|*}", "{1|1}", "{2|-2}", "1/2+v+*2", "{0||0|-2}")
    >>> [written(canonical_form(text)) for text in texts]
    ['2', '1/2', '*', '^', '1*', '±2', '1/2v*2', 'tiny(2)']
    """
    if game.number is not None:
        return str(game.number)
    near = game.left_stop if game.left_stop == game.right_stop else None
    if near is not None and game.birthday < _UPS + _STARS:
        small = _infinitesimal(game - near)
        if small:
            return f"{near or ''}{'+' if near and small[0] in 'tm' else ''}{small}"
    if len(game.left) == len(game.right) == 1 and -game == game:
        (option,) = game.left
        return f"±{option}"
    left, right = (",".join(sorted(map(written, options))) for options in (game.left, game.right))
    return f"{{{left}|{right}}}"


def _infinitesimal(game: CanonicalForm) -> str:
    """Return ups and a nimber that are together a game, as they are written; nothing if none are."""
    for many, size in product(range(_UPS), range(_STARS)):
        for sign, sense in ((1, "^"), (-1, "v")):
            if (
                many + size
                and max(many, size) <= game.birthday <= many + size + 2
                and up(sign * many) + star(size) == game
            ):
                ups = (sense + (str(many) if many > 1 else "")) * bool(many)
                return ups + ("*" + (str(size) if size > 1 else "")) * bool(size)
    for sign, name in ((1, "tiny"), (-1, "miny")):
        threat = _tiny_of(sign * game)
        if threat is not None:
            return f"{name}({threat})"
    return ""
