"""Ctrl-C reaches the programs that the tests start, even where a shell in the background has it ignored by all."""

from __future__ import annotations

import signal

signal.signal(signal.SIGINT, signal.default_int_handler)
