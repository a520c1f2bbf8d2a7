"""Plays one agent of the course platform for the arena.

The arena starts this with the path of an agent and speaks lines with it:

    arena   make COLOR SECONDS                 a fresh AI for a game
    runner  made MILLISECONDS                  how long the file took to load
    arena   go ID SECONDS 64-DIGITS            0 black, 1 empty, 2 white, a1 to h8
    runner  list ID COUNT SQUARE SQUARE ...    the candidate list, the choice last
    runner  late ID COUNT SQUARE SQUARE ...    the same when the clock struck
    runner  back ID                            after `late`: go has ended
    runner  fault KIND TEXT                    nothing more will come

SECONDS is - where no clock strikes. A square is its index, or x for an element
that is none; of a long list the last elements are told. The arena trusts nothing
of this: an agent shares the process and can say whatever it likes in its name.

What an agent prints goes to standard error. Names are bound before the agent is
loaded, so that an agent that replaces functions of modules breaks little but
itself.
"""

import os
import sys


def main():
    # The conversation moves to descriptors of its own; nobody else's are kept.
    requests, answers = os.dup(0), os.dup(1)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.dup2(2, 1)
    for number in range(3, 256):
        if number not in (requests, answers):
            try:
                os.close(number)
            except OSError:
                pass
    os.set_inheritable(requests, False)
    os.set_inheritable(answers, False)
    Runner(requests, answers).run()


class Interrupted(BaseException):
    """Ends `go` when its time is up."""


class Runner:
    MOST = 1000
    """How many elements of a list are told."""

    def __init__(self, requests, answers):
        import _thread
        import queue
        import signal
        import time
        import traceback
        from operator import index

        self.requests, self.answers = requests, answers
        self.pending = b""
        self.read, self.write, self.leave = os.read, os.write, os._exit
        self.clock, self.sleep = time.perf_counter, time.sleep
        self.index = index
        self.describe = traceback.format_exception_only
        self.trace = traceback.print_exc
        self.signal, self.kill = signal, signal.pthread_kill
        self.main = _thread.get_ident()
        self.lock = _thread.allocate_lock
        self.jobs = queue.SimpleQueue()
        self.empty = queue.Empty
        self.module = self.ai = None
        self.answering = None
        # What the two threads know of each other.
        self.is_playing = self.is_struck = self.has_told = False
        signal.signal(signal.SIGUSR1, self.interrupt)
        _thread.start_new_thread(self.keep_time, ())

    def run(self):
        try:
            import numpy
        except ImportError as error:
            self.fault("start", f"{error}: install it with '{sys.executable} -m pip install numpy'")
        self.array = numpy.frombuffer
        self.int8, self.int64 = numpy.int8, numpy.int64
        while True:
            words = self.request().split(b" ")
            if words[0] == b"make":
                self.make(int(words[1]), words[2])
            elif words[0] == b"go":
                self.go(words[1].decode(), words[2], words[3])

    def request(self):
        while b"\n" not in self.pending:
            more = self.read(self.requests, 4096)
            if not more:
                self.leave(0)
            self.pending += more
        line, self.pending = self.pending.split(b"\n", 1)
        return line

    def answer(self, text):
        data = memoryview((text + "\n").encode("ascii", "replace"))
        while data:
            data = data[self.write(self.answers, data):]

    def fault(self, kind, text):
        """Says what went wrong, and ends."""
        text = " ".join(str(text).split())[:400]
        try:
            sys.stderr.flush()
        except BaseException:
            pass
        self.answer(f"fault {kind} {text}")
        self.leave(1)

    def fail(self, kind, error):
        """Says which exception the agent raised, and ends."""
        if isinstance(error, MemoryError):
            kind = "memory"
        elif isinstance(error, OSError) and error.errno == 27:
            kind = "output"
        elif isinstance(error, OSError) and error.errno == 11:
            kind = "processes"
        elif isinstance(error, RuntimeError) and "can't start new thread" in str(error):
            kind = "processes"
        try:
            self.trace()
            text = self.describe(type(error), error)[-1]
            frame = error.__traceback__
            while frame is not None and frame.tb_next is not None:
                frame = frame.tb_next
            if frame is not None:
                name = os.path.basename(frame.tb_frame.f_code.co_filename)
                text = f"{text.strip()} ({name}, line {frame.tb_lineno})"
        except BaseException:
            text = "an exception that cannot be told"
        self.fault(kind, text)

    def make(self, color, seconds):
        """Loads the agent's file, once, and makes an `AI`."""
        start = self.clock()
        try:
            if self.module is None:
                self.module = load(sys.argv[1])
            load_time = self.clock() - start
            if not hasattr(self.module, "AI"):
                self.fault("start", "its file has no class AI")
            number = float(seconds)
            number = int(number) if number == int(number) else number
            self.ai = self.module.AI(8, color, number)
        except BaseException as error:
            self.fail("start", error)
        self.answer(f"made {load_time * 1000:.3f}")

    def go(self, number, seconds, digits):
        board = (self.array(digits, self.int8).astype(self.int64) - 49).reshape(8, 8)
        # Whoever gets the lock answers: this thread in time, the other when the
        # clock strikes.
        self.answering = self.lock()
        self.is_struck = self.has_told = False
        if seconds != b"-":
            self.jobs.put((number, self.clock() + float(seconds)))
        is_mine = False
        try:
            try:
                self.is_playing = True
                self.ai.go(board)
                text = self.told()
                is_mine = self.answering.acquire(False)
                if is_mine:
                    self.answer(f"list {number} {text}")
                self.is_playing = False
            except Interrupted:
                pass
            except BaseException as error:
                # Compiled code turns an interruption into SystemError, others
                # wrap it: what comes after the clock is the clock's doing.
                if self.answering.acquire(False):
                    self.fail("crash", error)
        except Interrupted:
            pass
        self.settle(is_mine)
        if seconds != b"-":
            self.jobs.put(None)
        if not is_mine:
            self.answer(f"back {number}")

    def settle(self, is_mine):
        """Waits until the other thread has answered, whatever interrupts."""
        while True:
            try:
                self.is_playing = False
                while not (is_mine or self.has_told):
                    self.sleep(0.0005)
                return
            except BaseException:
                pass

    def told(self):
        """The candidate list as it is told."""
        given = self.ai.candidate_list
        if not isinstance(given, (list, tuple)):
            name = type(given).__name__
            self.fault("protocol", f"candidate_list is of type {name}, not a list")
        count = len(given)
        squares = [self.square(element) for element in given[-self.MOST:]]
        if squares and squares[-1] in "xo":
            kind = "illegal" if squares[-1] == "o" else "protocol"
            try:
                shown = repr(given[-1])[:80]
            except BaseException:
                shown = "what cannot be shown"
            self.fault(kind, f"{shown} is not a square (row, column)")
        return f"{count} " + " ".join(squares).replace("o", "x")

    def square(self, element):
        """The index of a square; o if it is off the board, x if it is none."""
        try:
            row, column = element
            row, column = self.index(row), self.index(column)
        except Interrupted:
            raise
        except BaseException:
            return "x"
        return str(8 * row + column) if 0 <= row < 8 and 0 <= column < 8 else "o"

    def interrupt(self, *_):
        if self.is_playing and self.is_struck:
            raise Interrupted

    def keep_time(self):
        """In a thread of its own: answers for an agent whose time is up."""
        while True:
            job = self.jobs.get()
            if job is None:
                continue
            number, deadline = job
            try:
                self.jobs.get(timeout=max(0, deadline - self.clock()))
            except self.empty:
                self.strike(number)

    def strike(self, number):
        if not self.answering.acquire(False):
            self.jobs.get()
            return
        self.is_struck = True
        try:
            self.answer(f"late {number} {self.told()}")
        except BaseException as error:
            self.fail("crash", error)
        self.has_told = True
        # An agent may catch what ends it, so it is told more than once; if it
        # never listens the arena will end it.
        while True:
            if self.is_playing:
                try:
                    self.kill(self.main, self.signal.SIGUSR1)
                except BaseException:
                    pass
            try:
                self.jobs.get(timeout=0.02)
                return
            except self.empty:
                pass


def load(path):
    """Loads the agent's file as a module, with its folder to import from."""
    import importlib.util

    sys.path.insert(0, os.path.dirname(path))
    sys.argv = [path]
    sys.dont_write_bytecode = True
    spec = importlib.util.spec_from_file_location("agent", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["agent"] = module
    spec.loader.exec_module(module)
    return module


main()
