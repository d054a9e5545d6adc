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
