"""Uses what agents use: processes, threads, shared memory, foreign functions."""
import ctypes
import multiprocessing
import subprocess
import tempfile
import threading
from multiprocessing import shared_memory

import numpy as np

from first_moves import First

CALLBACK = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int)


def square(number):
    return number * number


class AI(First):
    def go(self, chessboard):
        context = multiprocessing.get_context("fork")
        with context.Pool(2) as pool:
            assert pool.map(square, range(10)) == [number * number for number in range(10)]
        ours, theirs = context.Pipe()
        child = context.Process(target=lambda: theirs.send("pong"))
        child.start()
        assert ours.recv() == "pong"
        child.join()
        queue, lock = context.Queue(), context.Lock()
        with lock:
            queue.put(1)
        assert queue.get() == 1
        shared = shared_memory.SharedMemory(create=True, size=1 << 20)
        view = np.ndarray((1 << 17,), dtype=np.float64, buffer=shared.buf)
        view[:] = 1
        assert view.sum() == 1 << 17
        del view
        shared.close()
        shared.unlink()
        thread = threading.Thread(target=square, args=(3,))
        thread.start()
        thread.join()
        assert subprocess.run(["/bin/echo", "hello"], capture_output=True, check=True).stdout == b"hello\n"
        assert CALLBACK(square)(4) == 16
        with tempfile.NamedTemporaryFile() as file:
            np.save(file, chessboard)
        matrix = np.random.default_rng(1).random((50, 50))
        assert np.allclose(np.linalg.inv(matrix) @ matrix, np.eye(50))
        super().go(chessboard)
