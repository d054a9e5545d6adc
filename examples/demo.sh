#!/usr/bin/env bash
# The main job on real input, as a user would type it: solve, prove, write down, check again.
set -euo pipefail
cd "$(dirname "$0")/.."
graphgames=${GRAPHGAMES:-.venv/bin/graphgames}
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT

run() {
    printf '\n$ graphgames %s\n' "$*"
    "$graphgames" "$@"
}

run judge gra-w-zielone examples/green-game.in
run solve examples/green-game.in --game gra-w-zielone --verify
run solve examples/green-game.in --game gra-w-zielone --explain
run solve examples/arbiter.pg --objective buchi --verify --solution "$results/arbiter.json"
run verify examples/arbiter.pg "$results/arbiter.json" --objective buchi
run solve examples/rude-client.pg --objective buchi --verify --json
run show examples/green-game.in --game gra-w-zielone -o "$results/green-game.svg"
run play gra-w-zielone examples/green-game.in --as none

cat <<'END'

What to try next:
  graphgames explore                      the local page: see games, play them, ask why, change them
  graphgames play gra-w-zielone           play against the best moves; hint and why help
  graphgames solve FILE --verify          a game of your own: .pg, .hoa, .dot, .csv, .graphml and others
  graphgames games                        the games that come with their rules; solvers lists the solvers
  docs/howto/from-other-tools.md          from mCRL2, Spot, Knor, Oink and PGSolver to an answer
END
