#!/usr/bin/env bash
# Install Coq and OCaml by apt where they are missing.
set -euo pipefail
if ! apt-get update -q || ! apt-get install -q -y --no-install-recommends coq ocaml-nox; then
  echo "the proofs need Coq and OCaml (Debian and Ubuntu: apt-get install coq ocaml-nox)" >&2
  exit 1
fi
