"""An engine that keeps to GTP until it is asked for a move; then it does what its argument says."""
import os
import sys
import time

COMMANDS = "list_commands boardsize clear_board play genmove quit time_left time_settings"


LAST = [""]
REPLIES = {"": "d3", "d3": "c3", "c4": "c3", "f5": "f6", "e6": "f6"}


def answer(number, text=""):
    print(f"={number} {text}\n", flush=True)


def genmove(number, kind):
    if kind == "garbage":
        print("\x00\xff the best move is f5\n", flush=True)
    elif kind == "nonsense":
        answer(number, "z9")
    elif kind == "refuses":
        print(f"?{number} I would rather not\n", flush=True)
    elif kind == "silent":
        time.sleep(3600)
    elif kind == "twice":
        answer(number, REPLIES[LAST[0]])
        answer(number, REPLIES[LAST[0]])
    elif kind == "gigabyte":
        while True:
            sys.stdout.write("x" * (1 << 20))
    elif kind == "exits":
        os._exit(7)
    elif kind == "other-number":
        answer(int(number) + 1, "d3")
    elif kind == "illegal":
        answer(number, "a1")
    elif kind == "passes":
        answer(number, "pass")
    elif kind == "half":
        sys.stdout.write(f"={number} d3")
        sys.stdout.flush()
        time.sleep(3600)
    elif kind == "closes":
        os.close(1)
        time.sleep(3600)


def main():
    kind = sys.argv[1]
    if kind == "mute":
        time.sleep(3600)
    if kind == "deaf":
        while True:
            time.sleep(0.01)
            answer(1, "d3")
    for line in sys.stdin:
        number, command, *_ = line.split() + [""]
        if command == "genmove":
            genmove(number, kind)
        elif command == "play":
            LAST[0] = line.split()[-1]
            answer(number)
        elif command == "list_commands":
            answer(number, COMMANDS.replace(" ", "\n"))
        else:
            answer(number)


main()
