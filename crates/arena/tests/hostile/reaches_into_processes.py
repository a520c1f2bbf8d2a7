import os

from attempts import LIBC, Tried, attempt, call, opened

GOT = []
OWN = os.getpid()
for pid in (1, OWN):
    attempt(GOT, f"ptrace {pid}", lambda: LIBC.ptrace(16, pid, 0, 0) == 0)
    attempt(GOT, f"ptrace call {pid}", lambda: call(101, 0x4206, pid, 0, 0))
    attempt(GOT, f"read memory {pid}", lambda: call(310, pid, 0, 0, 0, 0, 0))
    attempt(GOT, f"write memory {pid}", lambda: call(311, pid, 0, 0, 0, 0, 0))
    attempt(GOT, f"compare {pid}", lambda: call(312, pid, OWN, 0, 0, 0))
    attempt(GOT, f"take descriptor {pid}", lambda: call(438, os.pidfd_open(pid), 0, 0))
    attempt(GOT, f"advise {pid}", lambda: call(440, os.pidfd_open(pid), 0, 0, 0, 0))
    attempt(GOT, f"release {pid}", lambda: call(448, os.pidfd_open(pid), 0))
for name in ("mem", "environ", "maps", "cmdline", "root", "cwd", "fd", "task/1/mem", "attr/exec"):
    attempt(GOT, f"first process {name}", lambda: opened(f"/proc/1/{name}", os.O_RDONLY))
attempt(GOT, "memory of the first process", lambda: opened("/proc/1/mem"))
attempt(GOT, "by another way", lambda: opened("/proc/self/../1/task/1/mem"))
# It could forget its parent, or hide its memory.
attempt(GOT, "parent's end", lambda: LIBC.prctl(1, 0, 0, 0, 0) == 0)
attempt(GOT, "hidden", lambda: LIBC.prctl(4, 0, 0, 0, 0) == 0)
attempt(GOT, "other addresses", lambda: call(157, 35, 0, 0, 0, 0))


class AI(Tried):
    got = GOT
