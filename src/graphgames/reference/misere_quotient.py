"""``misere-quotient``: misère play of a heap game, by a commutative monoid (Plambeck & Siegel 2008).

Each heap has an element of the monoid, and a sum of heaps has the product. Let x be the element of a sum and E the set
of its options' elements. Adding sums multiplies these pairs: (x, E) (y, F) = (xy, xF + yE). So all sums of the heaps
have the pairs that those of the single heaps generate, finitely many. If in each pair the element is losing just when E
is not empty and none of E is losing, then by induction on the play it says who wins: who cannot move wins in misère
play.

The monoid is the quotient if no two of its elements have the same outcomes beside every third.
"""

from __future__ import annotations

from collections.abc import Iterator

from graphgames.reference.heap_code import Code
from graphgames.reference.kind import Kind
from graphgames.reference.problem import Problem, expect, read_problem
from graphgames.reference.reading import Fields, choice, integer, listing, text

Pair = tuple[int, frozenset[int]]


class Quotient:
    """The product of each two elements, which are losing, the element of each heap, and a sum for each element."""

    def __init__(self, problem: Problem, answers: Fields, proof: Fields):
        expect(problem, "misere-quotients")
        self.game = problem
        code, largest = problem.data.take("code", text), problem.data.take("largest", integer(0))
        self.code = Code(code)
        answers.take("code", choice(code))
        answers.take("largest", choice(largest))
        answers.take("up_to", choice(largest))
        proof.take("code", choice(code))
        self.sums = proof.take("elements", listing(listing(integer(1, largest))))
        k = len(self.sums)
        answers.take("order", choice(k))
        table = proof.fields("product")
        table.take("shape", listing(choice(k), 2))
        numbers = table.take("numbers", listing(integer(0, k - 1), k * k))
        table.end()
        self.product = [numbers[k * x : k * x + k] for x in range(k)]
        self.losing = proof.take("losing", listing(integer(0, 1), k))
        self.heap = proof.take("heaps", listing(integer(0, k - 1), largest + 1))
        self.elements = range(k)

    def element(self, heaps: tuple[int, ...] | list[int]) -> int:
        """Return the element of a sum of heaps."""
        x = 0
        for heap in heaps:
            x = self.product[x][self.heap[heap]]
        return x

    def pairs(self) -> Iterator[Pair]:
        """Yield the pairs of all sums of heaps."""
        single = {(self.heap[n], frozenset(map(self.element, self.code.options(n)))) for n in range(1, len(self.heap))}
        start: Pair = (0, frozenset())
        seen, waiting = {start}, [start]
        while waiting:
            x, options = waiting.pop()
            yield x, options
            for y, more in single:
                row, other = self.product[x], self.product[y]
                pair = row[y], frozenset(row[z] for z in more) | frozenset(other[z] for z in options)
                if pair not in seen:
                    seen.add(pair)
                    waiting.append(pair)


def first_is_the_identity(c: Quotient, x: int) -> bool:
    """The first element times another is the other; the empty heap has the first."""
    return c.product[0][x] == x and c.heap[0] == 0


def product_is_commutative(c: Quotient, x: int) -> bool:
    """The product does not depend on the order of two elements."""
    return all(c.product[x][y] == c.product[y][x] for y in c.elements)


def product_is_associative(c: Quotient, x: int) -> bool:
    """The product does not depend on which two of three elements are multiplied first."""
    product = c.product
    return all(product[product[x][y]][z] == product[x][product[y][z]] for y in c.elements for z in c.elements)


def element_is_of_its_sum(c: Quotient, x: int) -> bool:
    """The sum of heaps that is given for an element has this element."""
    return c.element(c.sums[x]) == x


def elements_differ(c: Quotient, _: None) -> bool:
    """Each two elements have different outcomes beside some third."""
    rows = {tuple(c.losing[c.product[x][y]] for y in c.elements) for x in c.elements}
    return len(rows) == len(c.elements)


def outcome_follows(c: Quotient, pair: Pair) -> bool:
    """An element is losing if there are options and none of them is losing, and else is not."""
    x, options = pair
    return bool(c.losing[x]) == (options != frozenset() and not any(c.losing[y] for y in options))


KIND = Kind(
    Quotient,
    "the misère quotient of all sums of the heaps, and which of its elements are losing",
    {
        "elements": (first_is_the_identity, product_is_commutative, product_is_associative, element_is_of_its_sum),
        "whole": (elements_differ,),
        "pairs": (outcome_follows,),
    },
    read_problem,
)
