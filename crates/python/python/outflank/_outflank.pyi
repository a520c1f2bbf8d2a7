"""The compiled half of the package; use it through `outflank`."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, ClassVar, Literal, SupportsIndex, TypeAlias, final, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from outflank.arena import Sprt, Terms

_Move: TypeAlias = str | SupportsIndex | tuple[SupportsIndex, SupportsIndex]
_Rules: TypeAlias = Rule | str
_Arrow: TypeAlias = str | tuple[_Move, _Move] | tuple[_Move, _Move, str]
_Turn: TypeAlias = SupportsIndex | str

PASS: int
SYMMETRIES: tuple[str, ...]
__version__: str

# ---- Boards and games ----

@final
class Rule:
    """The rule set: Reversi or Reversed Reversi. It only decides who wins.

    Every argument `rules` also takes its name: "reversi" or "reversed". A rule
    equals its name.
    """

    REVERSI: ClassVar[Rule]
    REVERSED: ClassVar[Rule]
    def __new__(cls, rule: _Rules) -> Rule: ...
    @property
    def name(self) -> str:
        """"reversi" or "reversed"."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Rule], tuple[str]]: ...

@final
class Board:
    """A position: the discs and the side to move.

    A board is immutable; `play` returns a new one. `Board()` is the start of a
    game, `Board(text)` reads 64 letters from a1 to h8 (X black, O white, - empty)
    and the side to move.
    """

    def __new__(cls, text: str | None = None) -> Board: ...
    @staticmethod
    def from_str(text: str) -> Board:
        """Reads 64 letters from a1 to h8 and the side to move."""
    @staticmethod
    def from_array(array: ArrayLike, turn: _Turn) -> Board:
        """Reads an 8x8 array of integers: -1 black, 0 empty, 1 white."""
    @staticmethod
    def from_bits(black: int, white: int, turn: _Turn) -> Board:
        """The board with these discs, given as sets of 64 bits, a1 the lowest."""
    def to_array(self) -> NDArray[np.int64]:
        """The board as an 8x8 array of integers: -1 black, 0 empty, 1 white."""
    @property
    def turn(self) -> int:
        """The side to move: -1 for black, 1 for white."""
    @property
    def black(self) -> int:
        """The black discs as a set of 64 bits, a1 the lowest."""
    @property
    def white(self) -> int:
        """The white discs as a set of 64 bits, a1 the lowest."""
    @property
    def empties(self) -> int:
        """The number of empty squares."""
    def count(self) -> tuple[int, int]:
        """The number of black and of white discs."""
    def legal_moves(self) -> list[str]:
        """The names of the legal moves: only "pass" if the side to move has to pass, and
        an empty list if the game is over.
        """
    def legal_actions(self) -> list[int]:
        """The numbers of the legal moves: only 64 if the side to move has to pass, and an
        empty list if the game is over.
        """
    def legal_mask(self) -> NDArray[np.bool_]:
        """The squares the side to move may play, as an 8x8 array of bool."""
    def legal_bits(self) -> int:
        """The squares the side to move may play, as a set of 64 bits, a1 the lowest."""
    def random_move(self, seed: int | None = None) -> str | None:
        """The name of a random legal move; None if the game is over. A seed repeats the
        choice.
        """
    def is_legal(self, move: _Move) -> bool:
        """Whether a move is legal."""
    def flips(self, move: _Move) -> int:
        """The discs a move would turn, as a set of 64 bits; 0 if it is illegal."""
    def play(self, move: _Move) -> Board:
        """The board after a move or a pass; a `ValueError` if it is illegal."""
    @property
    def is_over(self) -> bool:
        """Whether neither side can move."""
    @property
    def must_pass(self) -> bool:
        """Whether the side to move can only pass."""
    def score(self, rules: _Rules = "reversi") -> int:
        """The final score for the side to move if the game ends here, in discs. Empty
        squares count for the winner.
        """
    def winner(self, rules: _Rules = "reversi") -> int | None:
        """The winner: -1 black, 1 white, 0 for a draw; None if the game is not over."""
    def playout(self, seed: int | None = None) -> Board:
        """The last board of a random game from here. A seed repeats the game."""
    def copy(self) -> Board:
        """The board itself, because it is immutable."""
    def __copy__(self) -> Board: ...
    def __deepcopy__(self, _memo: Any) -> Board: ...
    def svg(
        self,
        size: int | None = None,
        arrows: Sequence[_Arrow] = [],
        last: _Move | None = None,
    ) -> str:
        """The picture of the board as an SVG text.

        `size` is in pixels. An arrow is (from, to), (from, to, color) or a text
        such as "d3c5". `last` is a move to mark.
        """
    def transform(self, symmetry: str) -> Board:
        """The board after one of the eight symmetries of `outflank.SYMMETRIES`."""
    @staticmethod
    def transform_move(move: _Move, symmetry: str) -> str:
        """The move after a symmetry: what it is on the transformed board."""
    def symmetries(self) -> list[Board]:
        """The board after each symmetry, in the order of `outflank.SYMMETRIES`."""
    def canonical(self) -> tuple[Board, str]:
        """The same board for all eight symmetric ones, and the name of a symmetry
        that leads to it.
        """
    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]: ...
    def __getitem__(self, square: _Move, /) -> int: ...
    def __format__(self, form: str) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def _repr_svg_(self) -> str: ...
    def __reduce__(self) -> tuple[type[Board], tuple[str]]: ...

@final
class Game:
    """A game: its start and every move and pass.

    `Game()` is a new game of Reversi. `start` is another board to start from, and
    `moves` are moves to play.
    """

    __hash__: ClassVar[None]  # type: ignore[assignment]
    def __new__(
        cls,
        start: Board | None = None,
        rules: _Rules = "reversi",
        moves: Sequence[_Move] = [],
    ) -> Game: ...
    @staticmethod
    def from_str(text: str, rules: _Rules = "reversi") -> Game:
        """Reads a sequence of squares such as "f5d6c3"; passes are optional."""
    def push(self, move: _Move) -> None:
        """Makes a move or a pass; a `ValueError` if it is illegal."""
    def pop(self) -> str:
        """Takes the last move back and returns its name; an `IndexError` at the start."""
    @property
    def rules(self) -> Rule:
        """The rule set."""
    @property
    def start(self) -> Board:
        """The board at the start."""
    @property
    def board(self) -> Board:
        """The current board."""
    @property
    def moves(self) -> list[str]:
        """The names of all moves so far, passes included."""
    def boards(self) -> list[Board]:
        """Every board from the start to the current one."""
    @property
    def turn(self) -> int:
        """The side to move: -1 for black, 1 for white."""
    def legal_moves(self) -> list[str]:
        """The names of the legal moves: only "pass" if the side to move has to pass, and
        an empty list if the game is over.
        """
    def legal_actions(self) -> list[int]:
        """The numbers of the legal moves: only 64 if the side to move has to pass, and an
        empty list if the game is over.
        """
    def legal_mask(self) -> NDArray[np.bool_]:
        """The squares the side to move may play, as an 8x8 array of bool."""
    def legal_bits(self) -> int:
        """The squares the side to move may play, as a set of 64 bits, a1 the lowest."""
    def random_move(self, seed: int | None = None) -> str | None:
        """The name of a random legal move; None if the game is over. A seed repeats the
        choice.
        """
    @property
    def is_over(self) -> bool:
        """Whether neither side can move."""
    @property
    def must_pass(self) -> bool:
        """Whether the side to move can only pass."""
    def result(self) -> int | None:
        """The final score for black in discs; None if the game is not over."""
    def winner(self) -> int | None:
        """The winner: -1 black, 1 white, 0 for a draw; None if the game is not over."""
    def transcript(self) -> str:
        """The moves as a sequence of squares, without passes."""
    def copy(self) -> Game:
        """An independent game with the same moves."""
    def __copy__(self) -> Game: ...
    def __deepcopy__(self, _memo: Any) -> Game: ...
    def svg(self, size: int | None = None, arrows: Sequence[_Arrow] = []) -> str:
        """The picture of the board as an SVG text, the last move marked.

        `size` is in pixels. An arrow is (from, to), (from, to, color) or a text
        such as "d3c5".
        """
    def __len__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def _repr_svg_(self) -> str: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

# ---- The engine ----

@final
class Limit:
    """The limits of a search: the first one reached ends it.

    `time` is in seconds, `depth` in plies, `nodes` in positions. Without a limit a
    search continues to the exact score.
    """

    __hash__: ClassVar[None]  # type: ignore[assignment]
    def __new__(
        cls, time: float | None = None, depth: int | None = None, nodes: int | None = None
    ) -> Limit: ...
    @property
    def time(self) -> float | None:
        """The time limit in seconds."""
    @property
    def depth(self) -> int | None:
        """The maximum depth in plies."""
    @property
    def nodes(self) -> int | None:
        """The maximum number of positions."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Candidate:
    """A legal move and its value.

    `score` is in discs, from the side to move. `bound` is "exact", "lower" or
    "upper". `depth` is in plies.
    """

    def __new__(
        cls,
        move: _Move,
        score: int,
        bound: str = "exact",
        depth: int | None = None,
        pv: Sequence[_Move] | None = None,
    ) -> Candidate: ...
    @property
    def move(self) -> str:
        """The name of the move."""
    @property
    def score(self) -> int:
        """The value of the board with this move, in discs, for the side to move."""
    @property
    def bound(self) -> Literal["exact", "lower", "upper"]:
        """Whether the score is the value ("exact"), a lower bound of it ("lower") or
        an upper bound ("upper").
        """
    @property
    def depth(self) -> int:
        """The depth of the search in plies, the move itself included."""
    @property
    def pv(self) -> list[str]:
        """Best play of both sides that starts with the move."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Analysis:
    """The result of a search, finished or in progress.

    An `Engine` makes them. The constructor is for tests and for copies.
    """

    def __new__(
        cls,
        board: Board,
        rules: _Rules = "reversi",
        best: _Move | None = None,
        score: int = 0,
        exact: bool = False,
        depth: int | None = None,
        selectivity: int | None = None,
        nodes: int | None = None,
        time: float = 0.0,
        pv: Sequence[_Move] = [],
        candidates: Sequence[Candidate] = [],
    ) -> Analysis: ...
    @property
    def rules(self) -> Rule:
        """The rule set."""
    @property
    def board(self) -> Board:
        """The board that was searched."""
    @property
    def best(self) -> str | None:
        """The name of the best move; None if the game is over."""
    @property
    def score(self) -> int:
        """The value of the board in discs, for the side to move."""
    @property
    def exact(self) -> bool:
        """Whether the score is proven to the end of the game."""
    @property
    def depth(self) -> int:
        """The depth in plies; the number of empty squares if the search reached the
        end of the game.
        """
    @property
    def selectivity(self) -> int:
        """The confidence in the moves that were left out, in percent; 100 if none
        was left out.
        """
    @property
    def nodes(self) -> int:
        """The number of positions searched."""
    @property
    def time(self) -> float:
        """The time used, in seconds."""
    @property
    def nps(self) -> float:
        """The number of positions searched per second."""
    @property
    def pv(self) -> list[str]:
        """Best play of both sides as names, passes included."""
    @property
    def candidates(self) -> list[Candidate]:
        """All legal moves with their values, the best one last."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Searching(Iterator[Analysis]):
    """A running search: an iterator over the result of each iteration.

    `stop()`, the end of a `with` block or dropping it stops the search.
    """

    def stop(self) -> None:
        """Stops the search. The iterator still yields its result."""
    def __iter__(self) -> Searching: ...
    def __next__(self) -> Analysis: ...
    def __enter__(self) -> Searching: ...
    def __exit__(self, *_exception: Any) -> None: ...

@final
class Engine:
    """A search engine with its table and threads, for one of the two games. A game
    of the other one is refused; a board belongs to both.

    The results of one search speed up the next. Python threads may share an
    engine; their searches run one after the other. `threads` is the number of
    cores by default. `hash_mb` is the size of the table in MiB, by default 64.
    `weights` is the path of a file of trained weights.
    """

    def __new__(
        cls,
        rules: _Rules = "reversi",
        threads: int | None = None,
        hash_mb: int | None = None,
        weights: str | os.PathLike[str] | None = None,
    ) -> Engine: ...
    @property
    def rules(self) -> Rule:
        """The rule set."""
    @property
    def threads(self) -> int:
        """The number of search threads."""
    @property
    def hash_mb(self) -> int:
        """The size of the table in MiB."""
    @overload
    def analyse(self, board: Board | Game, limit: Limit, multipv: None = None) -> Analysis:
        """Searches a board until the limit or the exact score.

        With `multipv` the result is a list: an analysis of each of the `multipv`
        best moves, the best first.
        """
    @overload
    def analyse(self, board: Board | Game, limit: Limit, multipv: int) -> list[Analysis]: ...
    def analysis(
        self, board: Board | Game, limit: Limit | None = None, multipv: int | None = None
    ) -> Searching:
        """Searches a board and yields the result of each iteration; the last one is
        the result of the search. `break` stops the search.

        With `multipv` the `multipv` best moves among the `candidates` have exact
        scores.
        """
    def solve(
        self, board: Board | Game, goal: Literal["score", "outcome"] = "score"
    ) -> Analysis:
        """The exact score and a best move of a board.

        With `goal="outcome"` the score is only its sign: 1 won, 0 drawn, -1 lost.
        """
    def play(
        self,
        board: Board | Game,
        level: int | None = None,
        limit: Limit | None = None,
        seed: int | None = None,
    ) -> str:
        """Chooses a move: "pass" if there is no other.

        A level is 1 (beginner) to 20 (full strength); a limit ends the search
        earlier. Without both the engine searches for five seconds. Weak levels
        make random choices; a seed repeats them.
        """
    def clear(self) -> None:
        """Empties the table."""
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Session:
    """A game as people play it: clocks, forced passes, moves taken back, hints,
    resignation and a result.

    `person` is the side that a person plays, "black", "white" or "both"; a program
    plays the other side. With `seconds` each side has that time for all of its moves,
    and gains `increment` seconds with each move. `timer` is a function that returns
    the time in seconds, by default a monotonic clock.
    """

    def __new__(
        cls,
        start: Board | None = None,
        rules: _Rules = "reversi",
        *,
        person: str = "both",
        seconds: int | None = None,
        increment: int | None = None,
        timer: Callable[[], float] | None = None,
    ) -> Session: ...
    def play(self, move: _Move, score: float | None = None) -> None:
        """Makes the move of the side to move, then the passes that are forced; a
        `ValueError` if it is illegal or the game is over.

        `score` is the mover's own estimate in discs, for the record.
        """
    def reply(
        self,
        engine: Engine,
        level: int | None = None,
        limit: Limit | None = None,
        seed: int | None = None,
    ) -> str:
        """Lets an engine find the move of the side to move, plays it and returns its name.

        The level is 1 (beginner) to 20 (full strength, the default). The engine uses at
        most its share of the clock; without a clock and at full strength it searches for
        five seconds. A limit ends the search earlier. A seed repeats the random choices of
        a weak level.
        """
    def take_back(self) -> None:
        """Takes moves back to the last choice of a person; a `ValueError` if there is none,
        or if the time of a side is over.
        """
    def resign(self) -> None:
        """Lets a person resign: the one who plays against a program, else the side to move."""
    def hint(self, engine: Engine, limit: Limit | None = None) -> Analysis:
        """The opinion of an engine at full strength: every move with its score. The search
        takes one second by default.
        """
    @property
    def rules(self) -> Rule:
        """The rule set."""
    @property
    def person(self) -> str:
        """The side that a person plays: "black", "white" or "both"."""
    @property
    def board(self) -> Board:
        """The current board."""
    @property
    def game(self) -> Game:
        """A copy of the moves so far as a game."""
    @property
    def record(self) -> Record:
        """A copy of the game as a record, with the times of its moves and its result."""
    @property
    def moves(self) -> list[str]:
        """The names of all moves so far, passes included."""
    def legal_moves(self) -> list[str]:
        """The names of the legal moves; an empty list if the game is over."""
    @property
    def to_move(self) -> int | None:
        """The side to move: -1 for black, 1 for white; None if the game is over."""
    @property
    def is_programs_turn(self) -> bool:
        """Whether a program has to move."""
    @property
    def is_over(self) -> bool:
        """Whether the game is over: played to the end, resigned, or lost on time."""
    @property
    def time_left(self) -> tuple[float, float] | None:
        """The seconds that black and white have left; None without a clock."""
    @property
    def winner(self) -> int | None:
        """The winner: -1 black, 1 white, 0 for a draw; None if the game is not over."""
    @property
    def margin(self) -> float | None:
        """The discs by which the winner won; None if the game was not played to its end."""
    @property
    def ending(self) -> str | None:
        """The ending, such as "finished" or "resigned"; None if the game is not over."""
    def __len__(self) -> int: ...
    def _repr_svg_(self) -> str: ...

# ---- Formats ----

@final
class Record:
    """A recorded game: the moves, the players and the other facts of a file."""

    __hash__: ClassVar[None]  # type: ignore[assignment]
    def __new__(
        cls,
        game: Game,
        *,
        black: str | None = None,
        white: str | None = None,
        event: str | None = None,
        date: str | None = None,
        comment: str | None = None,
        theoretical: int | None = None,
    ) -> Record: ...
    @property
    def game(self) -> Game:
        """A copy of the game."""
    @property
    def board(self) -> Board:
        """The last board."""
    @property
    def moves(self) -> list[str]:
        """The names of all moves, passes included."""
    @property
    def scores(self) -> list[float | None]:
        """The score of each move in the view of its player, in discs; None if unknown."""
    @property
    def times(self) -> list[float | None]:
        """The time of each move in seconds; None if unknown."""
    @property
    def rules(self) -> Rule:
        """The rule set."""
    @property
    def black(self) -> str | None:
        """The name of the black player."""
    @property
    def white(self) -> str | None:
        """The name of the white player."""
    @property
    def ratings(self) -> tuple[float | None, float | None]:
        """The ratings of black and white before the game."""
    @property
    def event(self) -> str | None:
        """The tournament or the server."""
    @property
    def date(self) -> str | None:
        """The date, as the file writes it."""
    @property
    def clock(self) -> str | None:
        """The clock, as the file writes it."""
    @property
    def komi(self) -> float | None:
        """Discs black gave in advance."""
    @property
    def comment(self) -> str | None:
        """A comment on the whole game."""
    @property
    def seed(self) -> int | None:
        """The seed of its random choices."""
    @property
    def winner(self) -> int | None:
        """The winner: -1 black, 1 white, 0 for a draw; None if the game is not finished."""
    @property
    def margin(self) -> float | None:
        """The margin in discs as the file states it."""
    @property
    def theoretical(self) -> int | None:
        """Black's score under perfect play, in discs, as a WTHOR file states it."""
    @property
    def ending(self) -> str | None:
        """The ending, such as "finished" or "resigned"; None if the game is not finished."""
    def __len__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def _repr_svg_(self) -> str: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Problem:
    """A position, with the known scores of its moves."""

    __hash__: ClassVar[None]  # type: ignore[assignment]
    def __new__(
        cls,
        board: Board,
        rules: _Rules = "reversi",
        moves: dict[str, int] | None = None,
        score: int | None = None,
    ) -> Problem: ...
    @property
    def board(self) -> Board:
        """The position."""
    @property
    def rules(self) -> Rule:
        """The rule set."""
    @property
    def moves(self) -> dict[str, int]:
        """Known scores of moves by their names, for the side to move."""
    @property
    def score(self) -> int | None:
        """The score of the position, if known."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def _repr_svg_(self) -> str: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Reading(Iterator[Record | Problem]):
    """An iterator over the games and positions of a file.

    A broken game raises `ValueError`; the next one can still be read.
    """

    def __iter__(self) -> Reading: ...
    def __next__(self) -> Record | Problem: ...

def record_from_json(text: str) -> Record:
    """A record from its JSON form, which holds every field."""

def detect(text: str) -> str | None:
    """Detects the format of a text and returns its name; None if it is unknown."""

def format_names() -> list[str]:
    """The names of all formats."""

def format_of_extension(extension: str) -> str | None:
    """The name of the format of files with this extension; None if there is none."""

def read_bytes(
    data: bytes,
    format: str | None = None,
    rules: _Rules = "reversi",
    turn: _Turn = "black",
    players: str | os.PathLike[str] | None = None,
    tournaments: str | os.PathLike[str] | None = None,
) -> Reading:
    """Reads the bytes of a file in any format, one game or position at a time."""

def read_file(
    path: str | os.PathLike[str],
    format: str | None = None,
    rules: _Rules = "reversi",
    turn: _Turn = "black",
    players: str | os.PathLike[str] | None = None,
    tournaments: str | os.PathLike[str] | None = None,
) -> Reading:
    """Reads a file in any format, one game or position at a time.

    A WTHOR file takes its names from `players` and `tournaments`, or else from
    the `.jou` and `.trn` file beside it.
    """

def write_bytes(
    items: Iterable[Record | Problem | Game | Board], format: str
) -> tuple[bytes, dict[str, bytes]]:
    """The bytes of a file with these games or positions, and of the files that
    belong beside it, by their extensions.
    """

# ---- Reviews and the command ----

def review_game(
    game: Game | Record,
    limit: Limit | None,
    threads: int | None,
    hash_mb: int | None,
    on_move: Callable[[dict[str, Any]], Any] | None,
) -> dict[str, Any]:
    """Searches every position of a game and grades its moves; `on_move` is called
    with each graded move, from the last to the first.
    """

def graph_png(svg: str) -> bytes:
    """The PNG picture of the SVG text of a graph."""

def run_command(arguments: Sequence[str]) -> int:
    """Runs the `outflank` command with these arguments, the program's name first,
    and returns its exit code.
    """

# ---- Batches ----

@final
class Games:
    """The games of a `VecEnv`. They fill flat arrays of Python with a fixed number of
    entries for each game.
    """

    def __new__(cls, count: int, rules: _Rules, seed: int, auto_reset: bool) -> Games: ...
    def seed(self, seed: int) -> None:
        """Seeds all random choices."""
    def reset(self, which: NDArray[np.uint8]) -> None:
        """Restarts the games where `which` is not 0."""
    def step(
        self,
        actions: NDArray[np.int64],
        rewards: NDArray[np.float32],
        dones: NDArray[np.uint8],
        scores: NDArray[np.int8],
        lengths: NDArray[np.int32],
    ) -> None:
        """Makes a move in every game, and fills the rewards of the movers, the games that
        ended, their scores for black and their lengths in plies.
        """
    def planes(self, out: NDArray[np.uint8]) -> None:
        """The discs of the side to move and of the other side, 128 bytes a game."""
    def masks(self, out: NDArray[np.uint8]) -> None:
        """The legal actions, 65 bytes a game."""
    def random_actions(self, out: NDArray[np.int64]) -> None:
        """A random legal action for each game."""
    def to_play(self, out: NDArray[np.int8]) -> None:
        """The side to move, -1 for black and 1 for white."""
    def is_over(self, out: NDArray[np.uint8]) -> None:
        """The games that are over."""
    def board(self, game: int) -> Board:
        """The position of a game."""
    def set_board(self, game: int, board: Board) -> None:
        """Sets the position of a game."""
    def playout(self, each: int, out: NDArray[np.int8]) -> None:
        """Plays random games from each position, and fills their scores for the side to
        move there.
        """
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __setstate__(self, state: tuple[list[tuple[int, int, int, int, int]], int]) -> None: ...

# ---- Networks ----

@final
class Net:
    """A network with its game; use it through `outflank.zero.Network`."""

    def __new__(cls, rules: _Rules, blocks: int, channels: int, seed: int) -> Net: ...
    @staticmethod
    def load(path: str | os.PathLike[str]) -> Net:
        """Reads a file."""
    @staticmethod
    def shipped(rules: _Rules) -> Net:
        """The network of a game that ships with the package."""
    @staticmethod
    def from_bytes(data: bytes) -> Net:
        """Reads the bytes of a file."""
    def to_bytes(self) -> bytes:
        """The bytes of its file."""
    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes a file."""
    @property
    def rules(self) -> Rule:
        """The game."""
    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of blocks and channels."""
    @property
    def provenance(self) -> tuple[int, int, int]:
        """The generation of its run, the games before it and the steps of its training."""
    def predict(
        self, own: NDArray[np.uint64], opp: NDArray[np.uint64]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
        """The probabilities of moves, those of win, draw and loss, and the expected scores."""

@final
class Thinker:
    """Searches with a network; use it through `outflank.zero.Player`."""

    def __new__(
        cls, network: Net, simulations: int | None, time: float | None, threads: int
    ) -> Thinker: ...
    def choose(
        self, board: Board | Game, time: float | None
    ) -> tuple[str, float, int | None, list[tuple[str, int, float, float, float | None]]]:
        """The move, its value, the exact score if the board was solved, and the searched moves."""

@final
class Trees:
    """Searches of many boards at once. Each asks for the prediction of one board at a time, so
    that all of them are predicted together.
    """

    def __new__(
        cls,
        own: NDArray[np.uint64],
        opp: NDArray[np.uint64],
        seeds: NDArray[np.uint64],
        rules: _Rules,
        simulations: int,
        exact: int,
        noise: float | None,
    ) -> Trees: ...
    def ask(self) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
        """The boards to predict next; none if all searches have their simulations."""
    def answer(self, policies: NDArray[np.float32], values: NDArray[np.float32]) -> None:
        """Supplies the predictions: 64 probabilities and a value from -1 to 1 for each board."""
    def results(
        self,
    ) -> tuple[
        NDArray[np.uint32], NDArray[np.float32], NDArray[np.float32], NDArray[np.uint8]
    ]:
        """The visits and the improved probabilities of all squares, the values, and the squares
        to play.
        """

# ---- Arena ----

def play_match(
    players: Sequence[str | Callable[[Board], Any]],
    names: Sequence[str],
    rules: _Rules,
    games: int,
    seed: int,
    concurrency: int,
    openings: str,
    adjudicate: int | None,
    sprt: Sprt | None,
    store: str | os.PathLike[str] | None,
    terms: Terms,
    on_game: Callable[[dict[str, Any]], Any],
) -> dict[str, Any]:
    """Plays a match of two players; `on_game` hears of every game in order."""

def play_tournament(
    players: Sequence[str | Callable[[Board], Any]],
    names: Sequence[str],
    rules: _Rules,
    kind: tuple[str, int],
    rounds: int,
    pairs: int,
    seed: int,
    concurrency: int,
    openings: str,
    time: float | None,
    store: str | os.PathLike[str],
    terms: Terms,
    on_game: Callable[[str, str, int], Any] | None,
) -> dict[str, Any]:
    """Plays a tournament, with its games in a store of its own; `on_game` hears of
    every game in the order of the schedule.
    """

# ---- Tuner ----

_Told: TypeAlias = tuple[str, tuple[float, list[float]] | None, list[float | None]]

@final
class Evolution(Iterator[_Told]):
    """A run of the tuner on a thread of its own. Each `next` is a generation: its log
    line, champion and population as JSON, the best agent by the fitness function,
    and the fitness of each agent of the population.
    """

    @property
    def last(self) -> _Told | None:
        """The last generation of a run that is resumed."""
    @staticmethod
    def of_form(
        form: str,
        start: Sequence[float] | None,
        fixed: Sequence[str],
        depth: int | None,
        nodes: int | None,
        settings: str,
        folder: str | os.PathLike[str],
        threads: int,
    ) -> Evolution:
        """Tunes an agent of a report by its games."""
    @staticmethod
    def of_fitness(
        fitness: Callable[[list[float]], float],
        name: str,
        map: Callable[..., Iterable[float]] | None,
        start: Sequence[float],
        bounds: Sequence[tuple[float, float]],
        settings: str,
        folder: str | os.PathLike[str],
    ) -> Evolution:
        """Tunes a list of numbers by a fitness function."""
    def __iter__(self) -> Evolution: ...
    def __next__(self) -> _Told: ...
    def stop(self) -> None:
        """Ends the run and waits for its thread, so that the folder is free. Finished
        generations are kept.
        """

def plan_text(preset: str | None) -> str:
    """The settings of a report's preset, or the default ones."""

def genome_text(form: str, genes: Sequence[float], provenance: str) -> str:
    """An agent as the text of a genome file."""

# ---- Units ----

_UnitFields: TypeAlias = tuple[str, str, dict[str, bytes], int, int, str]
_PlanFields: TypeAlias = tuple[str, str, dict[str, bytes], list[tuple[int, int, str]]]

def perform(fields: _UnitFields) -> list[bytes]:
    """Performs a unit in this process."""

def plan_self_play(
    games: int,
    rules: _Rules,
    weights: str,
    depth: int,
    exact: int,
    opening: tuple[int, int],
    temperature: float,
    beside: int,
    seed: int,
) -> _PlanFields:
    """The units of a run of self-play: a shard of a hundred games each."""

def plan_match(
    players: Sequence[str],
    rules: _Rules,
    games: int,
    pairs: int,
    seed: int,
    openings: str,
    adjudicate: int | None,
    terms: Terms,
) -> _PlanFields:
    """The units of a match: `pairs` pairs of games each."""

@final
class ClusterClient:
    """A connection to a cluster; use it through `outflank.cluster`."""

    def __new__(cls, address: str) -> ClusterClient: ...
    def submit(
        self,
        fields: _UnitFields,
        on_done: Callable[[list[bytes] | None, str | None], Any],
    ) -> ClusterTask:
        """Sends a unit. `on_done` gets its results, or None and why there are none."""
    def status(self) -> str:
        """The state of the cluster as JSON."""

@final
class ClusterTask:
    """A unit that waits or is performed."""

    def cancel(self) -> None:
        """Takes the unit back."""
