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


has_depth = False
for line in sys.stdin:
    if line.startswith("ping"):
        print(line.replace("ping", "pong").strip(), flush=True)
    elif line.startswith("set depth"):
        has_depth = True
    elif line.strip() == "go" and sys.argv[1] == "patient":
        go("illegal" if has_depth else "silent")
    elif line.strip() == "go":
        go(sys.argv[1])
