"""Games by rule at scale, as tables on disk: the row of the catalogue."""

from graphgames.catalogue.rows import CertificateFile, Kind, Solver

KIND = Kind(
    __name__,
    "Tables of games by rule, on disk",
    problems={"table": "indexed_rules:IndexedRules"},
    solvers=(
        Solver(
            "tiers",
            ("table",),
            "build:solve",
            "a table of every position, tier by tier; in a tier with cycles in the order of remoteness",
            "O(n + m) where no play stays in a tier, else O(r (n + m)) for the largest remoteness r",
            "Ströhlein 1970; Thompson 1986; Romein & Bal 2003",
            engines={"mpi": "build:solve"},
        ),
    ),
    picture="picture:picture",
    board="picture:board",
    player="play:player",
    codec="codec:codec",
    checkers={"table-labels": "checker:check"},
    claims={"table-labels": CertificateFile("lines:lines", {"table": []})},
    certificates={"table-labels": "certificate:TableLabels"},
    inputs={"table": "board_games:read"},
    named="board_games:named",
    names="board_games:GAMES",
    directories={"manifest.json": "table"},
    stored="table:open_table",
    expected="cost:expected",
    unverified="this is what the table DIRECTORY says; graphgames table verify DIRECTORY proves it",
    commands={"table": ("command", "solve a board game and keep every position's outcome, proved, in a table on disk")},
)
