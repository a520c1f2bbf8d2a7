import ctypes
import fcntl
import os
import socket
import sys

from attempts import LIBC, Tried, attempt, call

GOT = []
# Every sandbox sees these files.
SHARED = os.open(os.path.realpath(sys.executable), os.O_RDONLY)


def done(action):
    """Done, or refused by something else than the list of calls."""
    try:
        action()
    except OSError as error:
        return None if error.errno == 38 else error.errno
    return "done"


attempt(GOT, "keyctl", lambda: call(250, 0, -3, 0, 0, 0))
attempt(GOT, "add_key", lambda: call(248, 0, 0, 0, 0, -3))
attempt(GOT, "request_key", lambda: call(249, 0, 0, 0, 0))
attempt(GOT, "flock", lambda: done(lambda: fcntl.flock(SHARED, fcntl.LOCK_EX | fcntl.LOCK_NB)))
attempt(GOT, "lockf", lambda: done(lambda: fcntl.lockf(SHARED, fcntl.LOCK_SH | fcntl.LOCK_NB)))
attempt(GOT, "open lock", lambda: done(lambda: fcntl.fcntl(SHARED, 37, bytes(32))))
attempt(GOT, "lease", lambda: done(lambda: fcntl.fcntl(SHARED, fcntl.F_SETLEASE, fcntl.F_RDLCK)))
attempt(GOT, "notice", lambda: done(lambda: fcntl.fcntl(os.open("/usr", os.O_RDONLY), fcntl.F_NOTIFY, 1)))
attempt(GOT, "signal", lambda: done(lambda: fcntl.fcntl(SHARED, 10, 18)))
attempt(GOT, "owner", lambda: done(lambda: fcntl.fcntl(SHARED, 15, bytes(8))))
attempt(GOT, "inotify", lambda: LIBC.inotify_init1(0) >= 0 or None)
attempt(GOT, "inotify call", lambda: call(253))
attempt(GOT, "cachestat", lambda: call(451, SHARED, 0, 0, 0))
attempt(GOT, "mincore", lambda: call(27, 0, 0, 0))
attempt(GOT, "shm", lambda: LIBC.shmget(1, 4096, 0o1666) >= 0 or None)
attempt(GOT, "messages", lambda: LIBC.msgget(1, 0o1666) >= 0 or None)
attempt(GOT, "semaphores", lambda: LIBC.semget(1, 1, 0o1666) >= 0 or None)
attempt(GOT, "queue", lambda: call(240, ctypes.addressof(ctypes.create_string_buffer(b"q")), 0o102, 0o600, 0))
for name, number in {"watch": 254, "mark": 301, "shmat": 30, "shmctl": 31, "msgsnd": 69, "msgrcv": 70,
                     "msgctl": 71, "semop": 65, "semctl": 66, "semtimedop": 220, "mq_notify": 244}.items():
    attempt(GOT, name, lambda: call(number, 0, 0, 0, 0, 0))
# Vsock and others do not belong to a network.
for family in (2, 10, 16, 17, 38, 40):
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW):
        attempt(GOT, f"socket {family}", lambda: socket.socket(family, kind).close() or "opened")
    attempt(GOT, f"pair {family}", lambda: call(53, family, socket.SOCK_STREAM, 0, 0))


class AI(Tried):
    got = GOT
