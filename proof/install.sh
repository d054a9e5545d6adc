#!/usr/bin/env bash
# Install Coq and OCaml by apt.
set -euo pipefail
as_root=$([ "$(id -u)" = 0 ] || echo sudo)
if ! $as_root apt-get update -q || ! $as_root apt-get install -q -y --no-install-recommends coq ocaml-nox; then
  echo "the proofs need Coq and OCaml (Debian and Ubuntu: apt-get install coq ocaml-nox)" >&2
  exit 1
fi
