#!/usr/bin/env bash
# Check that every theorem named *_proved, or that says what a definition means, rests on no axiom.
set -euo pipefail
cd "$(dirname "$0")"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{
  echo "From Graphgames Require Import $*."
  for file in "$@"; do
    grep -oE '^(Theorem|Corollary) [a-z_0-9A-Z]+' "$file.v" | while read -r _ name; do
      echo "Print Assumptions Graphgames.$file.$name."
    done
  done
} > "$folder/Assumptions.v"
asked=$(grep -c '^Print' "$folder/Assumptions.v")
coqc -q -Q build Graphgames "$folder/Assumptions.v" > "$folder/answers"
closed=$(grep -c '^Closed under the global context$' "$folder/answers" || true)
if [ "$asked" != "$closed" ]; then
  cat "$folder/answers"
  echo "$((asked - closed)) of $asked theorems assume something"
  exit 1
fi
echo "$asked theorems, closed under the global context"
