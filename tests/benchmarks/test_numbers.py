"""What the benchmarks reckon with: repeats, tables, power laws, and what counts as a change. No time is asserted."""

from __future__ import annotations

import argparse
import doctest
import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any
from xml.etree import ElementTree

import pytest

import before
import cases
import compare
import graphgames
import growth
import loglog
import measure
import run
from measure import Measured, Table, table


@pytest.mark.parametrize("module", [before, compare, loglog, measure, run])
def test_examples(module: ModuleType) -> None:
    assert doctest.testmod(module) == (0, sum(len(test.examples) for test in doctest.DocTestFinder().find(module)))


def test_a_measured_number_is_its_median_and_keeps_the_repeats() -> None:
    took = Measured([3.0, 1.0, 2.0])
    assert (took * 2, took.samples, f"{took:.1f}") == (4.0, (3.0, 1.0, 2.0), "2.0")
    assert Measured([3.0, 1.0], 3.0) == 3.0


def test_a_table_is_markdown_and_knows_its_cells() -> None:
    made = table(("game", "n", "s"), [("a", 1000, Measured([0.12345, 0.2])), ("b", 2, "-")], "Title")
    assert made.splitlines() == ["| game | n | s |", "|---|---|---|", "| a | 1000 | 0.162 |", "| b | 2 | - |"]
    measured = {"value": 0.161725, "median": 0.161725, "least": 0.12345, "most": 0.2, "samples": [0.12345, 0.2]}
    assert made.to_dict() == {
        "title": "Title",
        "head": ["game", "n", "s"],
        "rows": [["a", 1000, measured], ["b", 2, "-"]],
    }
    assert "| 12,346 |" in table(("MB",), [(12345.6,)])


@pytest.mark.slow
def test_a_report_prints_one_header_and_keeps_the_numbers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["/somewhere/script.py"])

    def two(options: argparse.Namespace) -> Iterator[Table]:
        assert options.folder.is_dir()
        yield table(("n",), [(options.n,)], "One")
        yield table(("s",), [(Measured([1.0]),)])

    def never(_: argparse.Namespace) -> Table:
        raise AssertionError("not asked for")

    parts: dict[str, measure.Part] = {"two": two, "long": never}
    file = tmp_path / "numbers.json"
    measure.report("", parts, lambda p: p.add_argument("--n", type=int), ["long"], ["--n", "7", "--json", str(file)])
    printed = capsys.readouterr().out
    assert "Python 3" in printed.splitlines()[0] and printed.splitlines()[0].endswith("`script.py --n 7`")
    assert "\nOne:\n\n| n |\n|---|\n| 7 |\n" in printed
    kept = json.loads(file.read_text())
    assert [one["title"] for one in kept["tables"]] == ["One", ""]
    assert kept["machine"]["cores"] >= 1 and kept["versions"]["graphgames"]


def test_every_case_has_its_script_and_its_command_names_the_peer() -> None:
    for case in cases.CASES:
        assert (Path(cases.__file__).parent / f"{case.name}.py").exists()
        words = case.command(False, Path("/peer/oink"))
        assert ("--oink" in words) is case.takes_oink
        assert "/peer" not in run.shown(words)
    assert len({case.name for case in cases.CASES}) == len(cases.CASES)


def result(**rows: list[float]) -> dict[str, Any]:
    """Return a result file with a row for each name; a name that begins with ``peer`` is another program's."""
    mine = table(("row", "ours, s"), [(k, Measured(v)) for k, v in rows.items() if not k.startswith("peer")], "T")
    peer = table(("row", "C++, s"), [(k, Measured(v)) for k, v in rows.items() if k.startswith("peer")], "T")
    tables = [one.to_dict() for one in (mine, peer)]
    return {"machine": {"cpu": "x"}, "cases": [{"name": "case", "tables": tables}]}


BEFORE = result(a=[1.0, 1.02, 1.05], b=[1.0, 1.5, 1.9], once=[1.0], tiny=[0.001, 0.001], peer=[1.0, 1.01])


@pytest.mark.parametrize(
    ("name", "after", "beyond"),
    [
        ("a", [1.2, 1.22, 1.3], True),  # a fifth slower, and steady
        ("a", [1.05, 1.08, 1.1], False),  # within a tenth
        ("a", [1.0, 1.4, 1.5], False),  # the least value did not move
        ("a", [0.8, 0.81, 0.9], True),  # better
        ("b", [1.3, 1.7, 2.0], False),  # as noisy as before
        ("b", [2.6, 2.7, 2.8], True),
        ("once", [1.25], False),
        ("once", [1.4], True),
        ("tiny", [0.002, 0.002], False),  # a millisecond is nothing
    ],
)
def test_a_change_counts_only_beyond_the_noise(name: str, after: list[float], beyond: bool) -> None:
    (found,) = compare.changes(BEFORE, result(**{name: after}))
    assert found.key == ("case", "T", name, "ours, s")
    assert found.beyond is beyond


def test_a_peer_is_told_apart_and_a_row_that_is_gone_is_not_compared() -> None:
    found = compare.changes(BEFORE, result(peer=[2.0, 2.02], new=[1.0]))
    assert [(one.of_a_peer, one.beyond) for one in found] == [(True, True)]
    page = compare.page(BEFORE, result(peer=[2.0, 2.02]), everything=True)
    assert "1 of 1 beyond the noise: the peers" in page and "0 of 0 beyond the noise: ours" in page


def test_where_the_peers_differ_ours_must_differ_more() -> None:
    names = [f"peer{k}" for k in range(10)]
    before = result(a=[1.0, 1.01], **{name: [1.0, 1.01] for name in names})
    for factor, beyond in ((1.3, False), (1.5, True)):
        drifted = result(a=[factor, 1.01 * factor], **{name: [1.4, 1.42] for name in names})
        (ours,) = (one for one in compare.changes(before, drifted) if not one.of_a_peer)
        assert ours.beyond is beyond


def test_comparing_files_says_by_its_exit_code_that_something_got_worse(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, what in (("before", BEFORE), ("after", result(a=[2.0, 2.0, 2.1]))):
        (tmp_path / name).write_text(json.dumps(what))
    for one, two, code in (("before", "after", 1), ("after", "before", 0), ("before", "before", 0)):
        monkeypatch.setattr("sys.argv", ["compare.py", str(tmp_path / one), str(tmp_path / two)])
        assert compare.main() == code
    assert "slower or larger" in capsys.readouterr().out


def test_ratios_are_read_from_the_tables() -> None:
    one = table(("game", "ratio", "ours / best Oink"), [("a", 0.5, "-"), ("b", 2.0, 1.0)])
    assert list(run.ratios({"tables": [one.to_dict()]})) == [0.5, 2.0, 1.0]


@pytest.mark.parametrize("exponent", [0.5, 1.0, 2.5])
def test_the_exponent_of_a_power_law_is_found(exponent: float) -> None:
    found = loglog.fit([(2.0**k, 7 * 2.0 ** (k * exponent)) for k in range(4, 12)])
    assert found is not None
    assert found.exponent == pytest.approx(exponent)
    assert found.factor == pytest.approx(7)
    assert found.error == pytest.approx(0, abs=1e-9)
    assert found.size(7 * 1000**exponent) == pytest.approx(1000)
    assert growth.reach(found, 7 * 123456**exponent) == "120,000" and growth.reach(None, 1) == "-"


def test_a_fit_leaves_out_what_is_too_small_and_needs_three_points() -> None:
    points = [(1.0, 5.0), (2.0, 5.0), (4.0, 16.0), (8.0, 64.0), (16.0, 256.0)]
    found = loglog.fit(points, least=6)
    assert found is not None and found.exponent == pytest.approx(2)
    assert loglog.fit(points, least=20) is None
    assert loglog.fit(points[:2]) is None


def test_a_plot_is_an_svg_with_a_point_for_each_number() -> None:
    lines = [loglog.Line("one", [(10, 0.1), (100, 1), (1000, 0)]), loglog.Line("two <", [(10, 3), (20, 4)])]
    picture = loglog.loglog("growth", [("s", lines), ("MB", [])])
    root = ElementTree.fromstring(picture.svg)
    assert len(root.findall(".//{*}circle")) == 2 + 1  # the zero has no logarithm; one stands in the legend
    assert "two &lt;" in picture.svg


def test_every_solver_is_measured_and_every_part_has_a_title() -> None:
    from graphgames.catalogue.find import solvers

    series = growth.all_series()
    assert {one.part for one in series} == set(growth.TITLES)
    assert {entry.name for entry in solvers()} == {one.solver for one in series}


@pytest.mark.share(0.5)
@pytest.mark.parametrize("place", range(len(growth.all_series())))
def test_every_series_can_be_solved(place: int) -> None:
    series = growth.all_series()[place]
    solution = graphgames.solve(growth.fresh(series.make(series.first)), solver=series.solver, **series.options)
    says_what_it_came_to = series.solver in ("nimbers-auto", "recursion-or-tree")
    assert solution.solver == series.solver or says_what_it_came_to
    assert graphgames.verify(solution), str(graphgames.verify(solution))


def test_a_case_that_fails_leaves_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def measured(case: cases.Case, full: bool, oink: Path | None) -> tuple[str, dict[str, Any]]:
        if case.name == "buchi":
            raise subprocess.CalledProcessError(3, "buchi.py")
        about = {"name": case.name, "work": case.work, "peer": case.peer, "command": "x", "minutes": 0.0}
        return "page\n", about | {"tables": []}

    monkeypatch.setattr(run, "measured", measured)
    monkeypatch.setattr("sys.argv", ["run.py", "--output", str(tmp_path)])
    assert run.main() == 1
    assert "buchi: ended with 3" in capsys.readouterr().err
    written = {path.stem for path in (tmp_path / "tables").iterdir()}
    assert written == {case.name for case in cases.CASES} - {"buchi"} | {"summary"}
    kept = json.loads((tmp_path / "results" / "bench.json").read_text())
    assert [case["name"] for case in kept["cases"]] == [case.name for case in cases.CASES if case.name != "buchi"]


def test_the_summary_has_a_line_for_each_case() -> None:
    tables = [table(("game", "ours, s", "ratio"), [("a", Measured([1.0]), 0.5), ("b", Measured([1.0]), 1.5)]).to_dict()]
    case = {
        "name": "buchi",
        "work": "Solving.",
        "peer": "C++",
        "command": "python x",
        "minutes": 1.26,
        "tables": tables,
    }
    results = measure.circumstances() | {"peers": {"Oink": "0a1b", "Other": None}, "cases": [case]}
    results |= {"date": "1976-07-01"}
    results["machine"]["cpu"] = "Z80"
    head, _, line = run.summary(results).splitlines()
    assert head.startswith("| case | work | peer |")
    told = "| [buchi](buchi.md) | Solving. | C++ | 1 (0.5 to 1.5) | `python x` | 1.3 "
    assert line == told + "| 1976-07-01; Z80; Oink: program 0a1b |"


def test_a_case_that_is_run_alone_has_its_line_and_leaves_those_of_others() -> None:
    names = [case.name for case in cases.CASES[:3]]

    def results(name: str, date: str) -> dict[str, Any]:
        about = {"name": name, "work": "", "peer": "", "command": "x", "minutes": 0.0, "tables": []}
        return measure.circumstances() | {"date": date, "peers": {}, "cases": [about]}

    made = ""
    for name, date in ((names[2], "1976"), (names[0], "1977"), (names[2], "1978")):
        made = run.summary(results(name, date), made)
    _, _, *lines = made.splitlines()
    assert [(line.split("]")[0][3:], line.split("|")[-2][1:5]) for line in lines] == [
        (names[0], "1977"),
        (names[2], "1978"),
    ]


def test_versions_are_measured_by_turns_and_what_became_slower_is_listed() -> None:
    old, new = Path("old"), Path("new")
    took = iter([3.0, 2.0, 1.0, 4.0])
    asked: list[Path] = []

    def measured(version: Path) -> before.Times:
        asked.append(version)
        return {"both": [next(took), 9.0], f"{version} alone": [1.0]}

    found = before.by_turns(measured, [old, new], 2)
    assert asked == [old, new, old, new]
    assert found == {"both": [1.0, 2.0]}
    assert before.page({"case": found}).endswith("| case | both | 1 | 2 | 2 |")
    assert before.page({"case": {"both": [2.0, 1.0]}}).endswith("|---|---|---|---|---|")


def test_sizes_are_those_of_cases() -> None:
    assert set(before.SIZES) <= {case.name for case in cases.CASES}
