import ctypes
import os

from attempts import HAS_NUMBERS, LIBC, Tried, attempt, call

GOT = []
NEW = {"mounts": 0x20000, "groups": 0x2000000, "names": 0x4000000, "ipc": 0x8000000,
       "users": 0x10000000, "processes": 0x20000000, "network": 0x40000000}


def cloned(flags):
    if not HAS_NUMBERS:
        return None
    result = LIBC.syscall(56, flags | 17, 0, 0, 0, 0)
    if result == 0:
        os._exit(0)
    return None if result == -1 and ctypes.get_errno() == 38 else (result, ctypes.get_errno())


for name, flag in NEW.items():
    attempt(GOT, f"unshare {name}", lambda: LIBC.unshare(flag) == 0)
    attempt(GOT, f"unshare call {name}", lambda: call(272, flag))
    attempt(GOT, f"clone {name}", lambda: cloned(flag))
attempt(GOT, "clone3", lambda: call(435, 0, 0))
attempt(GOT, "join", lambda: LIBC.setns(os.open("/proc/self/ns/net", os.O_RDONLY), 0) == 0)
attempt(GOT, "join call", lambda: call(308, os.open("/proc/self/ns/net", os.O_RDONLY), 0))
attempt(GOT, "mount", lambda: LIBC.mount(b"none", b"/tmp", b"tmpfs", 0, None) == 0)
for name, number in {"mount": 165, "umount": 166, "pivot_root": 155, "chroot": 161, "open_tree": 428,
                     "move_mount": 429, "fsopen": 430, "fsconfig": 431, "fsmount": 432, "fspick": 433,
                     "mount_setattr": 442, "name_to_handle": 303, "open_by_handle": 304}.items():
    attempt(GOT, name, lambda: call(number, 0, 0, 0, 0, 0))


class AI(Tried):
    got = GOT
