"""The `outflank` command: `python -m outflank`."""

from __future__ import annotations

import os
import signal
import sys

from outflank._outflank import run_command

__all__ = ["main"]


def main() -> int:
    """Run the command with the arguments of this process; the result is its exit code."""
    # Python handles Ctrl-C between its own instructions, but the command runs outside of them.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    code = run_command(["outflank", *sys.argv[1:]])
    # The command may have threads that still run; it has flushed its output.
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    sys.exit(main())
