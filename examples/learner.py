"""A learner on a frozen lake, marked exactly while it learns.

It keeps a table of what each action seems to be worth (Q-learning). Now and then its policy is marked: how much less
it is worth than a perfect one. The marks are exact, so what the curve shows is learning, and no noise of measurement.

    python examples/learner.py [PICTURE]
"""

from __future__ import annotations

import sys
from collections import Counter
from fractions import Fraction

import numpy as np

import graphgames as gg
from graphgames.draw.plots import curve

DISCOUNT = 0.95
LAKE = "SFFF FHFH FFFH HFFG"
STEPS = [("left", 0, -1), ("down", 1, 0), ("right", 0, 1), ("up", -1, 0)]


def model() -> gg.Model:
    """Return the lake: a step goes where one wants with probability 1/3, and to either side with the same;
    a step to the goal is worth 1.
    """
    fields = LAKE.split()
    rows = []
    for r in range(4):
        for c in range(4):
            for k, (action, _, _) in enumerate(STEPS if fields[r][c] not in "HG" else []):
                for _, down, right in (STEPS[k - 1], STEPS[k], STEPS[(k + 1) % 4]):
                    after = min(max(r + down, 0), 3), min(max(c + right, 0), 3)
                    rows.append(((r, c), action, after, "1/3", int(fields[after[0]][after[1]] == "G")))
    return gg.Model.from_table(rows)


def learned(game: gg.Game, plays: int, every: int, seed: int = 0) -> list[tuple[int, Fraction]]:
    """Return what the learner gives away after so many plays, again and again."""
    env, rng = gg.to_gymnasium(game, steps=100), np.random.default_rng(seed)
    worth: dict[object, dict[int, float]] = {}  # of each action in each position; what is untried seems to be worth 1
    seen: Counter[tuple[object, int]] = Counter()
    found = []
    for play in range(plays + 1):
        if play % every == 0:
            policy = {at: env.actions[max(known, key=known.get)] for at, known in worth.items()}
            mark = gg.evaluate(game, lambda at, policy=policy: policy.get(at, "left"))
            found.append((play, mark.exploitability))
        env.reset(seed=seed + play)
        over = False
        while not over:
            at = env.position
            known = worth.setdefault(at, dict.fromkeys(env.moves, 1.0))
            action = max(known, key=known.get) if rng.random() > 0.1 else rng.choice(list(known))
            _, reward, terminated, truncated, _ = env.step(action)
            over = terminated or truncated
            seen[at, action] += 1
            after = 0.0 if over else max(worth.setdefault(env.position, dict.fromkeys(env.moves, 1.0)).values())
            known[action] += (reward + DISCOUNT * after - known[action]) / seen[at, action] ** 0.6
    return found


def main() -> None:
    """Learn, print the marks, and draw them."""
    game = model().with_objective(gg.Discounted(discount=DISCOUNT))
    found = learned(game, plays=750, every=125)
    for plays, regret in found:
        print(f"{plays:5} plays: gives away {float(regret):.4f}")
    if len(sys.argv) > 1:
        curve(found, "A learner on a frozen lake", "plays", "exact regret").save(sys.argv[1])


if __name__ == "__main__":
    main()
