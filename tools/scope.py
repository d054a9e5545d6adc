"""Make every small claim about every small game, and hold what is believed against the definitions.

For each kind of certificate on arenas: all games of one vertex, of two, and where `tests/scope_sizes.py` says so of
more, up to isomorphism, while the time lasts; else games of three vertices at random. Of each game all claims of the
grid in `tests/scope.py` are made, or as many as ``--limit`` says. Of the other kinds, which stand in
`tests/scope_problems.py` and its neighbours, all claims about a problem are decided if no more than a tenth of that
limit need be made; ``--limit 300000`` is for these 30,000. A share of the claims goes to the reference checker as well,
and to the proved one if it is built. With ``--proved`` that one decides all of them, as far as the files of a game are
no more than the limit; else those that are believed, what is near to them, and others. Files with rows that it has
refused elsewhere count as refused.

    python tools/scope.py --seconds 60               # all kinds
    python tools/scope.py energy-bounds --seed 3
    python tools/scope.py strategy-pair --compare 50     # of every game about so many claims by all three checkers
    python tools/scope.py --proved attractor-ranks --vertices 3 --all    # else those of three are drawn
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests import scope, scope_problems, scope_proved, scope_sizes, scope_sums

SHARE = {1: 0.2, 2: 0.5, 3: 0.5, 4: 0.5}
"""For each size of games its share of the time; what one does not need is not given to others."""


def main() -> int:
    """Go through the kinds that are named; return 1 if a lie was believed or two checkers differ."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", help="the kinds whose names begin so (default: all)")
    parser.add_argument("--seconds", type=float, default=60, help="processor time for each kind")
    parser.add_argument("--vertices", type=int, nargs="+", default=[*SHARE], choices=SHARE, help="the sizes of games")
    parser.add_argument("--all", action="store_true", help="pass over sizes of which games can only be drawn")
    parser.add_argument("--limit", type=int, default=300_000, help="most claims of one game")
    parser.add_argument("--compare", type=int, default=0, help="of each game about so many claims by all checkers")
    parser.add_argument("--proved", action="store_true", help="by the proved checker; only kinds that it knows")
    parser.add_argument(
        "--small", action="store_true", help="with --proved: entries as few as in games of three vertices"
    )
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    known = [*scope.SCOPES, *scope_problems.KINDS]
    if arguments.proved:
        known = [*scope_proved.SCOPES, "table-labels"]
    names = [name for name in known if not arguments.kinds or name.startswith(tuple(arguments.kinds))]
    if not names:
        parser.error(f"no kind begins so; there are {', '.join(known)}")
    wrong = 0
    for name in names:
        if arguments.proved:
            wrong |= run_proved(name, arguments)
        elif name in scope.SCOPES:
            wrong |= run(scope.SCOPES[name], arguments)
        else:
            wrong |= run_problems(name, arguments.seconds, arguments.limit // 10, arguments.seed)
    return wrong


def run(one: scope.Scope, arguments: argparse.Namespace) -> int:
    """Attack the checker of one kind for so long; print what was made, and every lie that was believed."""
    rng, numbers = random.Random(arguments.seed), np.random.default_rng(arguments.seed)
    bad = 0
    for n in arguments.vertices:
        begin, last = time.process_time(), arguments.seconds * SHARE[n]
        games, whole = small_games(one, n, rng)
        scoped = scope_sizes.sized(one, n) or one
        if not whole and (arguments.all or n > 3):
            continue
        count = complete = claims = made = believed = differ = 0
        looked = Counter[str]()
        try:
            for small in games:
                if time.process_time() - begin > last:
                    raise KeyboardInterrupt
                keep = arguments.compare or 2 if arguments.compare or count % (20 if n < 3 else 200) == 0 else 0
                tally = scope.attack(scoped, small, arguments.limit, numbers, keep=keep)
                count, claims, believed = count + 1, claims + tally.claims, believed + tally.believed
                complete, made = complete + tally.complete, made + tally.made
                for message in [*tally.lies, *scope.differences(scoped, tally.kept, looked)]:
                    differ += 1
                    print(f"  {message}", flush=True)
        except KeyboardInterrupt:  # what was gone through is told
            whole = False
        of = "all" if whole else "some"
        print(
            f"{one.kind}: {n} vertices, {of} games: {count:,}, of {complete:,} all claims; {claims:,} claims, "
            f"{made:,} of them made, {believed:,} believed, {differ} at fault; {time.process_time() - begin:.0f} s; "
            f"one by one: {', '.join(f'{name} {times:,}' for name, times in looked.items())}",
            flush=True,
        )
        bad += differ
    return int(bad > 0)


def run_proved(name: str, arguments: argparse.Namespace) -> int:
    """Hold the proved checker against the fast one, and both against the definitions; print as for the others."""
    begin, bad = time.process_time(), 0
    rng, numbers = random.Random(arguments.seed), np.random.default_rng(arguments.seed)
    if name not in scope.SCOPES:
        every = [*scope_sums.tables()]
        count, wrong = scope_proved.of_tables(every, rng)
        print(*(f"  {one}" for one in wrong), sep="\n", end="")
        print(f"{name}: all {len(every):,} tables; {count:,} files, {len(wrong)} at fault", flush=True)
        return int(bool(wrong))
    for n in (n for n in arguments.vertices if n <= 3):
        one, begin, comparison = scope.SCOPES[name], time.process_time(), scope_proved.Comparison()
        sized = scope_proved.sized(one, 3 if arguments.small else n) or one
        whole = n < 3 or arguments.all
        games = all_games(sized, n, rng) if whole else drawn_games(sized, n, rng)[0]
        count = complete = known = claims = files = believed = 0
        for tally in comparison.games(sized, games, arguments.limit, numbers):
            count += 1
            if tally is not None:
                known, complete, claims = known + 1, complete + tally.complete, claims + tally.claims
                files, believed = files + tally.files, believed + tally.believed
            if time.process_time() - begin > arguments.seconds * SHARE[n]:
                whole = False
                break
        comparison.flush()
        print(*(f"  {one}\n" for one in comparison.differ), sep="", end="")
        print(
            f"{name}: {n} vertices, {'all' if whole else 'some'} games: {count:,}, {known:,} with a proved checker, "
            f"of {complete:,} all claims; {claims:,} claims, {files:,} files, {comparison.made:,} of them made, "
            f"{believed:,} believed, "
            f"{len(comparison.differ)} at fault; {time.process_time() - begin:.0f} s",
            flush=True,
        )
        bad += len(comparison.differ)
    return int(bad > 0)


def run_problems(name: str, seconds: float, limit: int, seed: int) -> int:
    """Attack the checker of a kind that is not on arenas; print as for these."""
    rng, begin = random.Random(seed), time.process_time()
    listings = [*scope_problems.KINDS[name]()]
    rng.shuffle(listings)
    count = complete = claims = made = believed = differ = 0
    for listing in listings:
        if time.process_time() - begin > seconds:
            break
        tally = scope_problems.decide(listing, limit, rng)
        count, complete, made = count + 1, complete + tally.complete, made + tally.made
        claims, believed = claims + (listing.size if tally.complete else tally.made), believed + tally.believed
        differ += len(tally.wrong)
        for message in tally.wrong:
            print(f"  {message}", flush=True)
    print(
        f"{name}: {count:,} of {len(listings):,} problems, of {complete:,} all claims; {claims:,} claims, "
        f"{made:,} of them made, {believed:,} believed, {differ} at fault; {time.process_time() - begin:.0f} s",
        flush=True,
    )
    return int(differ > 0)


def small_games(one: scope.Scope, n: int, rng: random.Random) -> tuple[Iterator[scope.Small], bool]:
    """Return games with n vertices in the order of a seed, and whether these are all of them."""
    if (scoped := scope_sizes.sized(one, n)) is not None:
        return all_games(scoped, n, rng), True
    return drawn_games(one, n, rng)


def all_games(one: scope.Scope, n: int, rng: random.Random) -> Iterator[scope.Small]:
    """Return the games with n vertices in the order of a seed."""
    found = list(scope.games(one, n))
    rng.shuffle(found)
    return iter(found)


def drawn_games(one: scope.Scope, n: int, rng: random.Random) -> tuple[Iterator[scope.Small], bool]:
    """Return games with n vertices that are drawn, without end."""
    vertices = one.vertices(n)
    return (tuple(rng.choices(vertices, k=n)) for _ in iter(int, 1)), False


if __name__ == "__main__":
    sys.exit(main())
