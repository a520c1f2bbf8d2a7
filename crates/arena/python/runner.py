"""Plays one agent of the course platform for the arena.

The arena starts this with the path of an agent, the descriptor of a shared page
and perhaps a folder of kept cache files, and exchanges lines with it:

    arena   make COLOR SECONDS                 a fresh AI for a game
    runner  made MILLISECONDS                  how long the file took to load
    arena   go ID LIMIT SECONDS 64-DIGITS      0 black, 1 empty, 2 white, a1 to h8
    runner  list ID COUNT SQUARE SQUARE ...    the candidate list, the choice last
    runner  back ID                            go has ended after the time limit
    runner  where ID                           the log tells where go was
    runner  fault KIND TEXT                    nothing more will come

LIMIT is soft if the list is taken at the time limit and hard if the game is lost.
SECONDS is - where there is no time limit. A square is its index, or x for an
element that is none; of a long list the last elements are told.

The page holds the candidate list at every moment, so that the arena can take it
at the time limit even if the agent never releases the interpreter. The arena
writes into the page which move has exceeded its time limit. Its layout is that
of `list_page.rs`.

The arena trusts nothing of this: an agent shares the process and can say whatever
it likes in its name. What an agent prints goes to standard error. Names are bound
before the agent is loaded, so that an agent that replaces functions of modules
breaks little but itself.
"""

import os
import sys


def main():
    # The conversation moves to descriptors of its own; nobody else's are kept.
    requests, answers, page = os.dup(0), os.dup(1), int(sys.argv[2])
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.dup2(2, 1)
    for number in range(3, 256):
        if number not in (requests, answers, page):
            try:
                os.close(number)
            except OSError:
                pass
    os.set_inheritable(requests, False)
    os.set_inheritable(answers, False)
    if len(sys.argv) > 3:
        bring(sys.argv[3], os.environ.get("NUMBA_CACHE_DIR"))
    Runner(requests, answers, Page(page)).run()


def bring(kept, cache):
    """Copies the cache files of earlier games to where Numba looks for them."""
    if not cache:
        return
    for folder, _, names in os.walk(kept):
        target = os.path.join(cache, os.path.relpath(folder, kept))
        os.makedirs(target, exist_ok=True)
        for name in names:
            with open(os.path.join(folder, name), "rb") as source:
                with open(os.path.join(target, name), "wb") as copy:
                    copy.write(source.read())


class Interrupted(BaseException):
    """Ends `go` when its time is up."""


class Page:
    """The page that is shared with the arena."""

    SIZE, SLOTS, MOST = 4096, (1024, 2048), 1000
    LIST, NO_LIST = 0, 1
    """The kinds of a candidate list."""
    SOFT, FATAL = 1, 2
    """The kinds of a time limit: go is interrupted, or the game is lost."""

    def __init__(self, descriptor):
        import _thread
        import mmap
        import struct

        self.memory = mmap.mmap(descriptor, self.SIZE)
        os.close(descriptor)
        self.generation = 0
        self.lock = _thread.allocate_lock()
        self.head = struct.Struct("<QQB").pack_into
        self.flip = struct.Struct("<Q").pack_into
        self.number = struct.Struct("<QB").unpack_from
        self.is_ours = True
        # The list of a child process is not the agent's.
        os.register_at_fork(after_in_child=self.leave)

    def leave(self):
        self.is_ours = False

    def write(self, number, kind, count, squares):
        """Writes a list. The arena sees all of it or nothing."""
        if not self.is_ours:
            return
        with self.lock:
            generation = self.generation + 1
            at = self.SLOTS[generation & 1]
            self.head(self.memory, at, number, count, kind)
            self.memory[at + 24:at + 24 + len(squares)] = squares
            self.flip(self.memory, 16, generation)
            self.generation = generation

    def struck(self, number):
        """How the time limit of a move was exceeded; 0 if it was not."""
        struck, kind = self.number(self.memory, 0)
        return kind if struck == number else 0


class Runner:
    OFF, NONE = 254, 255
    """Elements that are squares off the board, or no squares."""

    def __init__(self, requests, answers, page):
        import _thread
        import queue
        import signal
        import time
        import traceback
        from operator import index

        self.requests, self.answers, self.page = requests, answers, page
        self.path = sys.argv[1]
        self.pending = b""
        self.read, self.write, self.leave = os.read, os.write, os._exit
        self.clock, self.sleep = time.perf_counter, time.sleep
        self.index = index
        self.describe = traceback.format_exception_only
        self.trace, self.stack = traceback.format_exc, traceback.print_stack
        self.frames = sys._current_frames
        self.signal, self.kill = signal, signal.pthread_kill
        self.main = _thread.get_ident()
        self.jobs = queue.SimpleQueue()
        self.empty = queue.Empty
        self.module = self.ai = None
        self.watch = Watch(self)
        self.number = 0
        self.is_playing = False
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
                self.go(int(words[1]), words[2] == b"soft", words[3], words[4])

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
            # A huge message must not turn an exception into too much output.
            trace = self.trace()
            sys.stderr.write(trace if len(trace) < 20_000 else f"{trace[:10_000]}\n...\n{trace[-10_000:]}")
            text = f"{self.describe(type(error), error)[-1].strip()}{self.place(error)}"
        except BaseException:
            text = "an exception that cannot be told"
        self.fault(kind, text)

    def place(self, error):
        """The line of an exception: of the deepest frame in the agent's files."""
        if isinstance(error, SyntaxError) and error.filename:
            return f" ({os.path.basename(error.filename)}, line {error.lineno})"
        places, frame = [], error.__traceback__
        while frame is not None:
            places.append((frame.tb_frame.f_code.co_filename, frame.tb_lineno))
            frame = frame.tb_next
        folder = os.path.join(os.path.dirname(self.path), "")
        own = [place for place in places if place[0].startswith(folder)] or places
        return f" ({os.path.basename(own[-1][0])}, line {own[-1][1]})" if own else ""

    def make(self, color, seconds):
        """Loads the agent's file, once, and makes an `AI`."""
        start = self.clock()
        try:
            if self.module is None:
                self.module = load(self.path)
            load_time = self.clock() - start
            if not hasattr(self.module, "AI"):
                self.fault("start", "its file has no class AI")
            number = float(seconds)
            number = int(number) if number == int(number) else number
            self.ai = None
            if isinstance(self.module.AI, type):
                self.watch.install(self.module.AI)
            self.ai = self.module.AI(8, color, number)
            self.watch.install(type(self.ai))
            self.watch.adopt_present()
        except BaseException as error:
            self.fail("start", error)
        self.answer(f"made {load_time * 1000:.3f}")

    def go(self, number, is_soft, seconds, digits):
        board = (self.array(digits, self.int8).astype(self.int64) - 49).reshape(8, 8)
        self.number = number
        self.watch.adopt_present()
        self.watch.publish()
        has_limit = seconds != b"-"
        if has_limit:
            # A list may have changed without telling, so one is looked at before it is
            # taken.
            self.jobs.put((number, self.clock() + float(seconds) - 0.015 * is_soft))
        text = None
        try:
            text = self.play(number, board)
        except Interrupted:
            pass
        while self.is_playing:
            try:
                self.is_playing = False
            except Interrupted:
                pass
        if has_limit:
            self.jobs.put(None)
        self.answer(f"back {number}" if text is None else f"list {number} {text}")

    def play(self, number, board):
        """The list of the agent; `None` if its time was up."""
        self.is_playing = True
        try:
            self.ai.go(board)
            text = self.told()
            self.is_playing = False
            return text
        except Interrupted:
            return None
        except BaseException as error:
            # Compiled code turns an interruption into SystemError, others wrap
            # it: what comes after the time limit is its doing.
            if not self.page.struck(number):
                self.fail("crash", error)
            return None

    def told(self):
        """The candidate list as it is told."""
        given = self.ai.candidate_list
        if not isinstance(given, (list, tuple)):
            self.refuse("protocol", f"candidate_list is of type {type(given).__name__}, not a list")
        count = len(given)
        squares = [self.square(element) for element in given[-Page.MOST:]]
        if squares and squares[-1] >= self.OFF:
            kind = "illegal" if squares[-1] == self.OFF else "protocol"
            try:
                shown = repr(given[-1])[:80]
            except BaseException:
                shown = "what cannot be shown"
            self.refuse(kind, f"{shown} is not a square (row, column)")
        return f"{count} " + " ".join(str(square) if square < 64 else "x" for square in squares)

    def refuse(self, kind, text):
        if self.page.struck(self.number):
            raise Interrupted
        self.fault(kind, text)

    def square(self, element):
        """The index of a square."""
        try:
            row, column = element
            row, column = self.index(row), self.index(column)
        except Interrupted:
            raise
        except BaseException:
            return self.NONE
        return 8 * row + column if 0 <= row < 8 and 0 <= column < 8 else self.OFF

    def interrupt(self, *_):
        if self.is_playing and self.page.struck(self.number):
            raise Interrupted

    def keep_time(self):
        """In a thread of its own: looks at lists that do not tell of changes, and
        interrupts an agent whose time is up."""
        while True:
            job = self.jobs.get()
            if isinstance(job, tuple) and not self.ends_before(*job):
                self.strike(job[0])

    def ends_before(self, number, moment):
        """Whether `go` ends before a moment. An agent whose list tells of every change
        is left alone: on a busy machine each change of threads takes time."""
        while True:
            left = moment - self.clock()
            if left <= 0:
                return False
            try:
                if self.jobs.get(timeout=left if self.watch.is_exact() else min(left, 0.01)) is None:
                    return True
            except self.empty:
                self.watch.look(number)

    def strike(self, number):
        """Near the time limit and after it, until `go` has ended."""
        has_told = False
        while True:
            try:
                if self.jobs.get(timeout=0.004) is None:
                    return
            except self.empty:
                pass
            kind = self.page.struck(number)
            try:
                if not kind:
                    self.watch.look(number)
                elif kind == Page.FATAL:
                    if not has_told:
                        self.tell_where(number)
                    has_told = True
                elif self.is_playing:
                    # An agent may catch what ends it, so it is told more than once.
                    self.kill(self.main, self.signal.SIGUSR1)
                    self.sleep(0.016)
            except BaseException:
                pass

    def tell_where(self, number):
        frame = self.frames().get(self.main)
        sys.stderr.write("the time limit was exceeded here:\n")
        self.stack(frame, 12)
        sys.stderr.flush()
        self.answer(f"where {number}")


class Watch:
    """Publishes the candidate list of the agent whenever it changes.

    The attribute `candidate_list` becomes a property of the agent's class, and a
    list that only the agent's attribute holds becomes one that tells of its
    changes. A list that has another name too stays as it is, because its other
    holder would not see a copy change. It is looked at when it is assigned, and
    every ten milliseconds.
    """

    def __init__(self, runner):
        self.runner, self.page = runner, runner.page
        self.kind = candidate_list(self)
        self.count_references = sys.getrefcount
        self.classes = {}
        self.current = None
        self.mirror = bytearray()
        self.unshared = self.measure()

    def measure(self):
        """The references to a list that is assigned and has no other name; 0 if
        this interpreter does not count them."""
        counts = []

        class Probe:
            value = property(None, lambda _, value: counts.append(self.count_references(value)))

        probe = Probe()
        probe.value = []
        other = []
        probe.value = other
        return counts[0] if counts[0] != counts[1] else 0

    def install(self, kind):
        """Makes `candidate_list` a property of a class, on top of what it is."""
        if id(kind) in self.classes:
            return
        below = getattr(kind, "candidate_list", None)
        has_slot = hasattr(type(below), "__set__") and hasattr(type(below), "__get__")
        missing = not hasattr(kind, "candidate_list")
        name = "candidate_list"

        def get(agent):
            if has_slot:
                return below.__get__(agent, kind)
            try:
                return agent.__dict__[name]
            except KeyError:
                if missing:
                    raise AttributeError(f"'{kind.__name__}' object has no attribute '{name}'") from None
                return below

        def put(agent, value):
            if type(value) is list and self.count_references(value) == self.unshared:
                value = self.kind(value)
            if has_slot:
                below.__set__(agent, value)
            else:
                agent.__dict__[name] = value
            if agent is self.runner.ai:
                self.take(value)

        def remove(agent):
            if has_slot:
                below.__delete__(agent)
            else:
                try:
                    del agent.__dict__[name]
                except KeyError:
                    raise AttributeError(name) from None
            if agent is self.runner.ai:
                self.take(None)

        try:
            setattr(kind, name, property(get, put, remove))
        except Exception:
            # The list of such a class is looked at like one with another name.
            pass
        self.classes[id(kind)] = kind

    def adopt_present(self):
        """The list that the agent has after it was made."""
        try:
            given = getattr(self.runner.ai, "candidate_list", None)
            self.current, self.mirror = given, self.squares(given)
        except Exception:
            # Whoever asks for the list at the end of a move gets the exception.
            self.current, self.mirror = None, bytearray()

    def is_exact(self):
        return type(self.current) is self.kind

    def take(self, value):
        """Publishes a list that was assigned."""
        self.current, self.mirror = value, self.squares(value)
        self.publish()
        if not self.is_exact():
            # The thread that keeps time shall look at it from now on.
            self.runner.jobs.put("look")

    def squares(self, value):
        if not isinstance(value, (list, tuple)):
            return bytearray()
        square = self.runner.square
        return bytearray(square(element) for element in value[-Page.MOST:])

    def publish(self):
        number, current, mirror = self.runner.number, self.current, self.mirror
        if isinstance(current, (list, tuple)):
            self.page.write(number, Page.LIST, len(current), bytes(mirror[-Page.MOST:]))
        else:
            self.page.write(number, Page.NO_LIST, 0, b"")

    def changed(self, value):
        """A list has changed in some way."""
        if value is self.current:
            self.mirror = self.squares(value)
            self.publish()

    def added(self, value, element):
        """An element was added at the end of a list."""
        if value is self.current:
            square = self.runner.square(element)
            if value is self.current:
                self.mirror.append(square)
                if len(self.mirror) > 4 * Page.MOST:
                    del self.mirror[:-Page.MOST]
                self.publish()

    def look(self, number):
        """Publishes the list if it has changed without telling."""
        try:
            value = getattr(self.runner.ai, "candidate_list", None)
            squares = self.squares(value)
        except BaseException:
            return
        is_same = value is self.current and squares == self.mirror[-Page.MOST:]
        if not is_same and self.runner.number == number:
            self.current, self.mirror = value, squares
            self.publish()


def candidate_list(watch):
    """The class of lists that tell of their changes."""

    class CandidateList(list):
        __slots__ = ()

        def append(self, element):
            list.append(self, element)
            watch.added(self, element)

        def __reduce_ex__(self, _):
            # Copies and pickles are plain lists.
            return list, (list(self),)

    def telling(name):
        method = getattr(list, name)

        def change(self, *values, **settings):
            result = method(self, *values, **settings)
            watch.changed(self)
            return result

        change.__name__ = name
        return change

    for name in ("extend", "insert", "remove", "pop", "clear", "sort", "reverse", "__setitem__",
                 "__delitem__", "__iadd__", "__imul__"):
        setattr(CandidateList, name, telling(name))
    CandidateList.__name__ = CandidateList.__qualname__ = "list"
    return CandidateList


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
