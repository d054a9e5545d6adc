"""The explorer in a real browser: bytes of the first look, games drawn, moves among 10^6 positions, pages of one file.

python benchmarks/explorer.py [--part paint drawn large alone objectives sliders] [--vertices N] [--repeat R]

A move is timed in the page, from the click until the new position is on the screen and the browser is at rest again.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from playwright.sync_api import Page, sync_playwright

from graphgames import (
    Arena,
    BoundedReachProbability,
    Discounted,
    Energy,
    ExpectedReward,
    Game,
    MeanPayoff,
    Objective,
    Parity,
    ReachProbability,
    TotalPayoff,
    solve,
    write,
)
from graphgames.catalogue.find import objective_class, objectives
from graphgames.explore.game_session import GameSession
from graphgames.games.random_games import random_arena, random_game
from measure import Measured, Table, report, table

FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]
NAMES = ("chromium", "chromium-browser", "google-chrome")
RESTED = "new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"
ANSWERS = """performance.getEntriesByType('resource').filter((e) => e.name.includes('/api/games/'))
    .map((e) => e.decodedBodySize)"""
READY = """new MutationObserver((changes, observer) => {
    if (!document.querySelector('#moves button')) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => performance.mark('ready')));
}).observe(document, { childList: true, subtree: true })"""
PRESSED = """async ([id, shown]) => {
    const before = document.querySelector(shown).textContent, began = performance.now();
    document.querySelector(id).click();
    while (document.querySelector(shown).textContent === before) await new Promise((done) => setTimeout(done, 1));
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    return performance.now() - began;
}"""


def browser() -> str | None:
    """Return the path of the browser, None where there is none."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


@contextmanager
def opened(options: argparse.Namespace) -> Iterator[Page]:
    """Return a fresh page of a fresh server."""
    command = [sys.executable, "-m", "graphgames", "explore", "--no-browser"]
    server = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert server.stderr is not None
    found = re.search(r"http://\S+/", server.stderr.readline())
    assert found is not None
    try:
        with sync_playwright() as playwright:
            context = playwright.chromium.launch_persistent_context(
                options.folder / "profile", executable_path=browser(), args=FLAGS, headless=True
            )
            page = context.pages[0]
            page.add_init_script(READY)
            page.goto(found.group())
            page.wait_for_selector("#moves button")
            yield page
            context.close()
    finally:
        server.terminate()
        server.communicate()


def paint(options: argparse.Namespace) -> Table:
    """Count what travels for the first look, and the time until something is seen and until a move can be made."""
    script = """() => performance.getEntries().filter((e) => 'encodedBodySize' in e)
        .map((e) => [e.name, e.encodedBodySize, e.decodedBodySize])"""
    seen, ready = [], []
    with opened(options) as page:
        for _ in range(options.repeat):
            page.wait_for_timeout(3000)  # until the process of the next game is there
            page.reload()
            page.wait_for_load_state("networkidle")
            seen.append(page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime"))
            ready.append(page.evaluate("performance.getEntriesByName('ready')[0].startTime"))
        entries: list[tuple[str, int, int]] = page.evaluate(script)
    packed, plain = sum(one[1] for one in entries), sum(one[2] for one in entries)
    row = (len(entries), packed / 1000, plain / 1000, Measured(seen), Measured(ready))
    head = ["files and answers", "kB packed", "kB unpacked", "first paint, ms", "first move possible, ms"]
    return table(head, [row], "The first look, with a game to play and a picture on every card")


def drawn(options: argparse.Namespace) -> Table:
    """Open games from files and wait until they are drawn and can be moved in."""
    rows = []
    for n in (20, 60, 200, 300):
        path = options.folder / f"game-{n}.pg"
        write(random_game(n, "parity", (1, 3), seed=n), path)
        with opened(options) as page:
            took = [_to_open(page, path, f"of {n} vertices", k) for k in range(options.repeat)]
            moved = _moves(page, options.repeat)
        rows.append((f"{n}", Measured(took), moved))
    return table(["vertices", "file chosen to drawn, ms", "a move, ms"], rows)


def _to_open(page: Page, path: Path, label: str, k: int) -> float:
    """Choose a file, after a look at the game before it, and wait for its graph."""
    page.wait_for_timeout(2000)
    if page.is_visible("#open"):
        page.click("#open")
    page.evaluate("document.getElementById('graph').setAttribute('aria-label', '')")
    page.evaluate(f"performance.mark('begin{k}')")
    page.set_input_files("#file", path)
    page.wait_for_selector(f"#graph[aria-label$='{label}']:visible, #fault:visible", timeout=120_000)
    assert page.is_hidden("#fault"), page.inner_text("#fault-words")
    page.evaluate(RESTED)
    took: float = page.evaluate(f"performance.measure('took', 'begin{k}').duration")
    return took


def _moves(page: Page, count: int) -> Measured:
    """Make best moves, from the beginning again when the play is over."""
    took = []
    for _ in range(5 * count):
        if page.is_disabled("#step"):
            page.click("#restart")
            page.wait_for_selector("#step:enabled")
        took.append(page.evaluate(PRESSED, ["#step", "#made"]))
    return Measured(took)


def large(options: argparse.Namespace) -> Table:
    """Open large games and move in them."""
    rows = []
    for name, game in _games(options.vertices):
        path: Path = options.folder / f"{name}.pg"
        write(game, path)
        with opened(options) as page:
            page.evaluate("performance.mark('begin')")
            page.select_option("#as-objective", name)
            page.set_input_files("#file", path)
            page.wait_for_selector("#large-tools:visible", timeout=300_000)
            page.evaluate(RESTED)
            took = page.evaluate("performance.measure('took', 'begin').duration") / 1000
            moved = _moves(page, options.repeat)
            asked = page.evaluate(PRESSED, ["#why", "#reason"])
            sizes = page.evaluate(ANSWERS)
        megabytes = path.stat().st_size / 1e6
        rows.append((name, megabytes, Measured([took]), moved, max(moved.samples), asked, max(sizes) / 1000))
    head = ["objective", "file, MB", "chosen to drawn, s", "a move, ms", "slowest, ms", "why, ms", "largest answer, kB"]
    return table(head, rows, f"{options.vertices:,} vertices, three edges each")


def alone(options: argparse.Namespace) -> Table:
    """Make pages of one file, in processor time of the whole process: graphs, and an ending of chess with its table."""
    rows = []
    for n in (20, 60, 120, 300):
        path = options.folder / f"alone-{n}.pg"
        write(random_game(n, "parity", (1, 4), seed=n), path)
        rows.append(_alone(options, path, f"parity, {n} vertices"))
    path = options.folder / "chess.table"
    path.write_text("chess men=KQK\n")
    rows.append(_alone(options, path, "chess, king and queen, win in 13", "--game", "table"))
    return table(["game", "processor time, s", "file, kB"], rows, "Pages of one file (`graphgames show FILE -o PAGE`)")


def of_objectives(options: argparse.Namespace) -> Table:
    """Make pages of one file for every objective, and where it may be with chance, in processor time."""
    rows: list[tuple[str, Measured, float]] = []
    for n in (60, 120):
        for name in objectives():
            game, path = random_game(n, name, (1, 4), seed=n), options.folder / f"{name}-{n}.json"
            write(game, path)
            rows.append(_alone(options, path, f"{name}, {n} vertices"))
            if objective_class(name).allows_chance and name != "parity-probability":  # which only one player has
                rng, arena = np.random.default_rng(n), game.arena
                owner = rng.integers(0, 3, n).astype(np.uint8)
                likely = np.where(owner[arena.tails] == 2, rng.integers(1, 5, arena.m), 0)
                chance = Arena.from_arrays(arena.tails, arena.successors, n, owner, probability=likely)
                write(Game(chance, game.objective), path)
                rows.append(_alone(options, path, f"{name} with chance, {n} vertices"))
    return table(["game", "processor time, s", "file, kB"], rows, "Pages of one file, every objective")


def _alone(options: argparse.Namespace, path: Path, name: str, *how: str) -> tuple[str, Measured, float]:
    out, took = path.with_suffix(".html"), []
    program = Path(sys.executable).with_name("graphgames")
    for _ in range(options.repeat):
        before = sum(os.times()[2:4])
        subprocess.run([program, "show", path, *how, "-o", out], check=True, capture_output=True)
        took.append(sum(os.times()[2:4]) - before)
    return name, Measured(took), out.stat().st_size / 1000


def sliders(options: argparse.Namespace) -> Table:
    """Move sliders of games of 10,000 vertices: a change solved, with the answer as JSON, in processor time here."""
    n, rng = 10_000, np.random.default_rng(1)
    tails, heads = np.repeat(np.arange(n), 3), rng.integers(0, n, 3 * n)
    weights, marked = rng.integers(-9, 10, 3 * n), np.flatnonzero(rng.random(n) < 0.01)
    arena = Arena.from_arrays(tails, heads, n, rng.integers(0, 2, n).astype(np.uint8))
    owner = rng.integers(0, 3, n).astype(np.uint8)
    likely = np.where(owner[tails] == 2, rng.integers(1, 5, 3 * n), 0)
    chance = Arena.from_arrays(tails, heads, n, owner, probability=likely)
    first = int(np.flatnonzero(owner[tails] == 2)[0])
    weight: dict[str, Any] = {"what": "set-weight", "edge": 7}
    chances: dict[str, Any] = {"what": "set-probability", "edge": first}
    discounted, ones = Discounted(weights, discount="9/10"), np.ones(n, np.int64)
    cases: list[tuple[str, Arena, Objective, dict[str, Any], str]] = [
        ("energy, a weight", arena, Energy(weights), weight, "{}"),
        ("mean payoff, a weight", arena, MeanPayoff(weights), weight, "{}"),
        ("mean payoff, the threshold", arena, MeanPayoff(weights), _setting("threshold"), "{}"),
        ("total payoff, a weight", arena, TotalPayoff(weights), weight, "{}"),
        ("discounted, a weight", arena, discounted, weight, "{}"),
        ("discounted, the discount", arena, discounted, _setting("discount"), "0.8{}"),
        ("probability to reach, a probability", chance, ReachProbability(marked), chances, "0.1{}"),
        ("expected reward, a probability", chance, ExpectedReward(marked, vertex_reward=ones), chances, "0.1{}"),
        ("probability in time, the moves", chance, BoundedReachProbability(marked, steps=5), _setting("steps"), "{}"),
    ]
    rows = []
    for name, graph, objective, change, value in cases:
        page, took, of = GameSession(), [], change["what"].removeprefix("set-").replace("setting", "value")
        page.show(solve(Game(graph, objective)))
        gc.collect()
        gc.freeze()  # as in the process of an open game
        for k in range(1, 9):
            before = time.process_time()
            json.dumps(page.edit(change | {of: value.format(k)}, k > 1, roughly=True))
            took.append(1000 * (time.process_time() - before))
        rows.append((name, Measured(took[1:]), min(took)))
    return table(["slider", "processor time, ms", "least, ms"], rows, "Sliders of games of 10,000 vertices")


def _setting(name: str) -> dict[str, Any]:
    return {"what": "set-setting", "setting": name}


def _games(n: int) -> Iterator[tuple[str, Game]]:
    for name in ("reach", "buchi", "parity", "normal"):
        if name == "normal":  # the file holds owners and priorities; what is asked of it is chosen on the page
            yield name, Game(random_arena(n, (2, 4), 1), Parity(np.zeros(n, np.int32)))
        else:
            share = {"reach": 0.001, "buchi": 0.3}.get(name)
            yield name, random_game(n, name, (2, 4), share=share, seed=1)


def nothing(options: argparse.Namespace) -> Table:
    """Say what is missing."""
    return table(["not measured"], [("no browser is installed: `apt-get install chromium`",)])


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--vertices", type=int, default=1_000_000, help="of the large games")
    parser.add_argument("--repeat", type=int, default=5)


if __name__ == "__main__":
    whole = {"paint": paint, "drawn": drawn, "large": large}
    parts = whole if browser() else dict.fromkeys(whole, nothing)
    report(__doc__, {**parts, "alone": alone, "objectives": of_objectives, "sliders": sliders}, _arguments)
