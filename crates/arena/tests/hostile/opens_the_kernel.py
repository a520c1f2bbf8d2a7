from attempts import Tried, attempt, call

GOT = []
CALLS = {"bpf": 321, "perf_event_open": 298, "userfaultfd": 323, "io_uring_setup": 425,
         "io_uring_enter": 426, "io_uring_register": 427, "io_setup": 206, "init_module": 175,
         "finit_module": 313, "kexec_load": 246, "kexec_file_load": 320, "reboot": 169, "swapon": 167,
         "acct": 163, "quotactl": 179, "syslog": 103, "settimeofday": 164, "clock_settime": 227,
         "adjtimex": 159, "sethostname": 170, "personality": 135, "iopl": 172, "modify_ldt": 154,
         "fanotify_init": 300, "memfd_secret": 447, "io_submit": 209, "delete_module": 176,
         "swapoff": 168, "quotactl_fd": 443, "setdomainname": 171, "clock_adjtime": 305,
         "vhangup": 153, "migrate_pages": 256, "move_pages": 279, "ioperm": 173, "ustat": 136,
         "sysfs": 139, "later": 470}
for name, number in CALLS.items():
    attempt(GOT, name, lambda: call(number, 0, 0, 0, 0, 0))
# What types into a terminal.
for number in (0x5412, 0x541C):
    attempt(GOT, f"terminal {number}", lambda: call(16, 0, number, 0))
# The same calls through the other interface of the processor, and one that is
# allowed elsewhere.
for number in (101, 165, 298, 321, 39):
    attempt(GOT, f"x32 {number}", lambda: call(0x40000000 | number, 0, 0, 0, 0, 0))


class AI(Tried):
    got = GOT
