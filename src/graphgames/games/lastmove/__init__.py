"""Normal and misère play: the row of the catalogue."""

from graphgames.catalogue.rows import CertificateFile, Kind, Solver

KIND = Kind(
    __name__,
    "Normal and misère play",
    objectives={"normal": "objective:NormalPlay", "misere": "objective:MiserePlay"},
    solvers=(
        Solver(
            "retrograde",
            ("normal", "misere"),
            "retrograde:retrograde",
            "backward induction with draws and remoteness",
            "O(n + m)",
            "Smith 1966; Fraenkel & Perl 1975",
            engines={"mpi": "mpi:retrograde"},
        ),
    ),
    walkthrough="walkthrough:walkthrough",
    checkers={"remoteness": "checker:check"},
    certificates={"remoteness": "certificate:Remoteness"},
    claims={"remoteness": CertificateFile("lines:lines", {"normal": ["won", "drawn", "lost"], "misere": []})},
)
