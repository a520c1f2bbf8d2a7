"""An engine that speaks NBoard until it is asked for a move; then it does what its argument says."""
import os
import sys
import time


def go(kind):
    if kind == "nonsense":
        print("=== the corner", flush=True)
    elif kind == "silent":
        pass
    elif kind == "chatty":
        while True:
            print("status thinking", flush=True)
    elif kind == "illegal":
        print("=== A1/0.0/0.0", flush=True)
    elif kind == "exits":
        os._exit(0)


for line in sys.stdin:
    if line.startswith("ping"):
        print(line.replace("ping", "pong").strip(), flush=True)
    elif line.strip() == "go":
        go(sys.argv[1])
