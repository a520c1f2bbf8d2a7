"""Logs the cores that it may use."""
import os

from first_moves import First


class AI(First):
    def __init__(self, *arguments):
        super().__init__(*arguments)
        print(*sorted(os.sched_getaffinity(0)))
