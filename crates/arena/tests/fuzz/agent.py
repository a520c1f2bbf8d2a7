"""Plays by the rules until its plan says otherwise: `plan.txt` names a misdeed and its moment."""
import ctypes
import gc
import mmap
import os
import resource
import signal
import subprocess
import sys
import threading
import time

from first_moves import First

with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "plan.txt")) as plan:
    MISDEED, MOMENT = plan.read().split()


def raise_error(ai):
    raise ValueError("a bad day")


def raise_escapes(ai):
    raise ValueError("\x1b[2J\x07" + "long " * 100_000)


def leave(ai):
    os._exit(3)


def leave_politely(ai):
    sys.exit(3)


def segfault(ai):
    ctypes.string_at(0)


def kill_itself(ai):
    os.kill(os.getpid(), signal.SIGKILL)


def recurse(ai):
    recurse(ai)


def sleep(ai):
    ai.candidate_list.clear()
    time.sleep(3600)


def spin(ai):
    ai.candidate_list.clear()
    while True:
        pass


def spin_with_a_move(ai):
    while True:
        pass


def hold(ai):
    sum(range(10**13))


def hold_an_empty_list(ai):
    ai.candidate_list = []
    sum(range(10**13))


def swallow(ai):
    while True:
        try:
            time.sleep(1)
        except BaseException:
            pass


def give_nothing(ai):
    ai.candidate_list = []


def give_none(ai):
    ai.candidate_list = None


def give_words(ai):
    ai.candidate_list.append("c4")


def give_a_number(ai):
    ai.candidate_list.append((float("nan"), 3))


def give_off_the_board(ai):
    ai.candidate_list.append((8, -1))


def give_a_huge_number(ai):
    ai.candidate_list.append((10**30, 0))


def give_an_occupied_square(ai):
    ai.candidate_list.append((3, 3))


def delete_its_list(ai):
    del ai.candidate_list


def fork_many(ai):
    for _ in range(100):
        if os.fork() == 0:
            time.sleep(3600)
    time.sleep(3600)


def start_threads(ai):
    for _ in range(100):
        threading.Thread(target=time.sleep, args=(3600,), daemon=True).start()
    time.sleep(3600)


def allocate(ai):
    kept = []
    while True:
        kept.append(b"x" * (1 << 20))


def ask_for_too_much(ai):
    bytearray(1 << 45)


def write_a_huge_file(ai):
    with open("/tmp/huge", "wb") as file:
        for _ in range(64):
            file.write(b"x" * (1 << 20))


def write_beside_itself(ai):
    with open(__file__, "a") as file:
        file.write("#")


def print_much(ai):
    for _ in range(40):
        print("x" * 20_000)


def forge(text):
    def action(ai):
        for number in range(3, 64):
            try:
                os.write(number, text)
            except OSError:
                pass
        time.sleep(3600)

    return action


def close_descriptors(ai):
    os.closerange(0, 256)


def scribble(ai):
    for found in gc.get_objects():
        page = getattr(found, "memory", None) if type(found).__name__ == "Page" else found
        if isinstance(page, mmap.mmap):
            page[:] = b"\xff" * len(page)
    time.sleep(3600)


def leave_a_daemon(ai):
    subprocess.Popen(["/bin/sh", "-c", "trap '' TERM HUP; sleep 3600"], start_new_session=True)


def leave_threads(ai):
    threading.Thread(target=time.sleep, args=(3600,), daemon=True).start()


def hide_its_list(ai):
    ai.__dict__["candidate_list"] = list(ai.candidate_list)


def raise_its_limits(ai):
    resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


def lift_the_handler(ai):
    signal.signal(signal.SIGUSR1, signal.SIG_IGN)


MISDEEDS = {name: action for name, action in list(globals().items()) if callable(action)}
MISDEEDS["forge_a_list"] = forge(b"list 999999 1 19\n")
MISDEEDS["forge_a_fault"] = forge(b"fault memory lies\n")
MISDEEDS["forge_garbage"] = forge(b"\x00\xff\x1b[2J garbage\n" * 50)


if MOMENT == "import":
    MISDEEDS[MISDEED](None)


class AI(First):
    def __init__(self, chessboard_size, color, time_out):
        super().__init__(chessboard_size, color, time_out)
        self.moves = 0
        if MOMENT == "init":
            MISDEEDS[MISDEED](self)

    def go(self, chessboard):
        super().go(chessboard)
        self.moves += 1
        if MOMENT == str(self.moves):
            MISDEEDS[MISDEED](self)
