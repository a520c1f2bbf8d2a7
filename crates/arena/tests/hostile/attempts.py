"""What agents try that reach for more than they have."""
import ctypes
import os
import platform

LIBC = ctypes.CDLL(None, use_errno=True)
# Numbers of system calls on x86-64. Other processors skip these attempts.
HAS_NUMBERS = platform.machine() == "x86_64"


def call(number, *arguments):
    """A system call by its number; its result if it was allowed."""
    if not HAS_NUMBERS:
        return None
    # Arguments are passed as pointers are, so that nothing is cut off.
    result = LIBC.syscall(ctypes.c_long(number), *map(ctypes.c_void_p, arguments))
    # ENOSYS: the call is refused. Any other error comes from the call itself.
    return None if result == -1 and ctypes.get_errno() == 38 else (result, ctypes.get_errno())


def attempt(got, name, action):
    try:
        found = action()
    except Exception:
        return
    if found is not None and found is not False:
        got.append(f"{name}: {found}")


def opened(path, flags=os.O_RDWR):
    descriptor = os.open(path, flags)
    os.close(descriptor)
    return "opened"


class Tried(object):
    """An agent that tells what it got."""

    got = []

    def __init__(self, chessboard_size, color, time_out):
        self.color = color
        self.candidate_list = []

    def go(self, chessboard):
        raise RuntimeError("got " + ("; ".join(self.got)[:300] or "nothing"))
