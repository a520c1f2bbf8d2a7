import os

from attempts import Tried, attempt, call

GOT = []
attempt(GOT, "cores", lambda: os.sched_setaffinity(0, range(os.cpu_count())) or "all")
attempt(GOT, "cores of the first process", lambda: os.sched_setaffinity(1, range(os.cpu_count())) or "all")
attempt(GOT, "scheduler", lambda: os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0)) or "batch")
attempt(GOT, "realtime", lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1)) or "fifo")
for name, number in {"parameters": 142, "scheduler call": 144, "cores call": 203, "attributes": 314,
                     "disk": 251}.items():
    attempt(GOT, name, lambda: call(number, 0, 0, 0, 0))
attempt(GOT, "priority", lambda: os.setpriority(os.PRIO_PROCESS, 0, -5) or "higher")


class AI(Tried):
    got = GOT
