"""Matches and tournaments between functions, agent files and built-in players.

>>> from outflank import arena
>>> def first(board):
...     return board.legal_moves()[0]
>>> result = arena.match(first, "random", games=10, seed=1)
>>> result.games_played
10
"""

from __future__ import annotations

import json
import math
import os
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Union

from outflank._outflank import (
    Board,
    Record,
    Rule,
    play_match,
    play_tournament,
    read_bytes,
)

__all__ = [
    "Fault",
    "MatchResult",
    "PlayedGame",
    "Player",
    "Sprt",
    "SprtResult",
    "Standing",
    "Terms",
    "TournamentResult",
    "match",
    "tournament",
]

#: A player: a function that takes a board and returns a move ("d3", 19 or (2, 3)),
#: or the name of a player: "engine:level=5", "random", "greedy",
#: "classic:corner", "genome:FILE", "python:FILE", "gtp:COMMAND", "nboard:COMMAND".
Player = Union[str, Callable[[Board], Any]]


@dataclass(frozen=True)
class Terms:
    """The terms of the games."""

    #: The time limits in seconds of a move and of all moves of a player in a game;
    #: None for the limits of the platform.
    move_time: float | None = None
    game_time: float | None = None
    #: "strict" (exceeding the time limit loses the game; no limit by default) or
    #: "course" (5 seconds a move and 180 a game by default).
    platform: str = "strict"
    #: Whether agent files (`python:FILE`) run in a sandbox.
    sandbox: bool = True
    #: Whether a process plays many games; by default each game starts a new one.
    keep_processes: bool = False
    #: Whether external programs may think in the turn of their opponent; by default
    #: they are stopped.
    ponder: bool = False
    #: The Python interpreter of agent files; by default the one that runs this.
    python: str | os.PathLike[str] | None = sys.executable or None
    #: The memory limit of an external program in MiB; None for the default.
    memory_mb: int | None = None


@dataclass(frozen=True)
class Sprt:
    """A sequential probability ratio test, which ends a match when its result is clear.

    It accepts the first player if it is stronger by `elo1` rather than `elo0`, and
    rejects it in the other case. `alpha` and `beta` are the probabilities of a wrong
    acceptance and a wrong rejection.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05


@dataclass(frozen=True)
class SprtResult:
    """The result of an SPRT."""

    #: The log-likelihood ratio.
    llr: float
    #: The ratios at which the test rejects and accepts.
    bounds: tuple[float, float]
    #: "accepted", "rejected" or None if the match ended before a decision.
    decision: str | None


@dataclass(frozen=True)
class Fault:
    """The fault that lost a player the game."""

    #: "black" or "white".
    color: str
    #: "crash" for an exception, "illegal move", "protocol error" for an answer
    #: that is not a move, "timeout", "start", "out of memory", ...
    kind: str
    #: The details.
    detail: str

    def __str__(self) -> str:
        return f"{self.color}: {self.kind}: {self.detail}"


@dataclass(frozen=True)
class PlayedGame:
    """A finished game."""

    black: str
    white: str
    #: The score for black in discs; 64 or -64 after a fault.
    score: int
    #: The moves as a transcript, with those of the opening.
    moves: str
    #: The number of moves of the opening.
    opening: int
    #: "played out", "adjudicated" or "fault".
    ending: str
    fault: Fault | None
    #: The time of each move after the opening, in seconds.
    times: tuple[float, ...] = field(repr=False)
    #: The logs of black and white, with tracebacks.
    logs: tuple[str, str] = field(repr=False)
    #: The game as a JSON record.
    json: str = field(repr=False)

    @property
    def winner(self) -> str | None:
        """The name of the winner; None if drawn."""
        if self.score == 0:
            return None
        return self.black if self.score > 0 else self.white

    @property
    def record(self) -> Record:
        """The game as a record of `outflank.formats`."""
        (record,) = read_bytes(self.json.encode(), "json")
        assert isinstance(record, Record)
        return record


@dataclass(frozen=True)
class MatchResult:
    """The results of a match, from the view of its first player."""

    players: tuple[str, str]
    rules: Rule
    wins: int
    draws: int
    losses: int
    #: The score from 0 to 1, and its standard error.
    score: float
    score_error: float
    #: The difference in Elo, and half the width of the interval of 95 %.
    elo: float
    elo_error: float
    #: The probability that the first player is stronger.
    los: float
    #: The number of pairs of games with 0, 1/2, 1, 3/2 and 2 points.
    pentanomial: tuple[int, int, int, int, int]
    #: The mean score of a game in discs.
    discs: float
    games: tuple[PlayedGame, ...] = field(repr=False)
    #: The result of the SPRT, if there was one.
    sprt: SprtResult | None = None

    @property
    def games_played(self) -> int:
        """The number of games."""
        return self.wins + self.draws + self.losses

    @property
    def mean_discs(self) -> float:
        """The old name of `discs`."""
        _notice_mean_discs()
        return self.discs

    @property
    def faults(self) -> tuple[Fault, ...]:
        """The faults of both players, in the order of the games."""
        return tuple(game.fault for game in self.games if game.fault is not None)

    def __str__(self) -> str:
        return (
            f"{self.players[0]} against {self.players[1]}: "
            f"+{self.wins} ={self.draws} -{self.losses}, score {self.score:.3f}, "
            f"Elo {self.elo:+.0f} ± {self.elo_error:.0f}, LOS {self.los:.1%}"
        )


@dataclass(frozen=True)
class Standing:
    """The result of a player in a tournament."""

    name: str
    #: 5 for a win, -5 for a loss, as on the course platform.
    points: int
    #: Elo, 0 for the mean of all, and half the width of the interval of 95 %.
    rating: float
    rating_error: float
    #: The probability that it is stronger than the next player; None for the last.
    superiority: float | None
    wins: int
    draws: int
    losses: int
    #: The mean score of a game in discs; None without a game.
    discs: float | None
    #: The number of games lost by each kind of fault.
    faults: dict[str, int]
    #: Wins, draws and losses against each opponent it met.
    against: dict[str, tuple[int, int, int]] = field(repr=False)
    #: The rank, from 1.
    rank: int = field(repr=False)
    #: The number of games.
    games: int = field(repr=False)
    #: The score from 0 to 1; None without a game.
    score: float | None = field(repr=False)
    #: The mean and the longest time of a move in milliseconds, and the late moves.
    mean_ms: float | None = field(repr=False)
    longest_ms: float = field(repr=False)
    late: int = field(repr=False)

    @property
    def mean_discs(self) -> float | None:
        """The old name of `discs`."""
        _notice_mean_discs()
        return self.discs


@dataclass(frozen=True)
class TournamentResult:
    """The result of a tournament, the leader first."""

    rules: Rule
    standings: tuple[Standing, ...]
    games: tuple[PlayedGame, ...] = field(repr=False)

    def __str__(self) -> str:
        width = max((len(row.name) for row in self.standings), default=4)
        lines = [f"{'':4} {'name':{width}}  points  rating      W/D/L"]
        for place, row in enumerate(self.standings, start=1):
            lines.append(
                f"{place:3}. {row.name:{width}}  {row.points:6}  {row.rating:+6.0f}  "
                f"{row.wins}/{row.draws}/{row.losses}"
            )
        return "\n".join(lines)


def match(
    first: Player,
    second: Player,
    *,
    rules: Rule | str = "reversi",
    games: int = 100,
    seed: int = 0,
    concurrency: int = 1,
    openings: str | os.PathLike[str] = "balanced",
    adjudicate: int | None = None,
    sprt: Sprt | tuple[float, float] | None = None,
    store: str | os.PathLike[str] | None = None,
    terms: Terms = Terms(),
    on_game: Callable[[PlayedGame], Any] | None = None,
) -> MatchResult:
    """Play a match of two players.

    Games come in pairs from one opening with colours swapped, so `games` is
    even. `openings` is "balanced" (the openings that come with Outflank, in an
    order drawn from the seed), "start", "random:N" (N random moves) or a file of
    games. `adjudicate` ends games with this number of empty squares or fewer by
    an exact search. `concurrency` is the number of games at the same time.

    With `sprt`, an `Sprt` or (elo0, elo1), the match ends as soon as the test
    accepts or rejects the first player; `games` is the maximum.

    With a `store` the games go to that SQLite file, which `outflank games` and the
    browser app read. A match with the same settings and names resumes there.

    A function is called if it has a legal move; the match passes for it. If it
    raises an exception or returns an illegal move, it loses the game by a fault,
    and the match continues. It is called on threads of the match, on several at a
    time with `concurrency`.

    `on_game` is called with every game in order. An exception of it ends the match,
    and so does Ctrl-C.
    """
    names = _names([first, second])
    if isinstance(sprt, tuple):
        sprt = Sprt(*sprt)
    played: list[PlayedGame] = []

    def hear(game: dict[str, Any]) -> None:
        played.append(_game(game))
        if on_game is not None:
            on_game(played[-1])

    result = play_match(
        [first, second],
        names,
        rules,
        games,
        seed,
        concurrency,
        os.fspath(openings),
        adjudicate,
        sprt,
        None if store is None else os.fspath(store),
        terms,
        hear,
    )
    test = result.pop("sprt")
    result["pentanomial"] = tuple(result["pentanomial"])
    return MatchResult(
        players=(names[0], names[1]),
        rules=Rule(rules),
        games=tuple(played),
        sprt=None if test is None else SprtResult(*test),
        **result,
    )


def tournament(
    players: Mapping[str, Player] | Sequence[Player],
    *,
    rules: Rule | str = "reversi",
    kind: str = "round-robin",
    rounds: int = 1,
    pairs: int = 1,
    challengers: int = 1,
    seed: int = 0,
    concurrency: int = 1,
    openings: str | os.PathLike[str] = "balanced",
    time: float | None = None,
    store: str | os.PathLike[str] | None = None,
    terms: Terms = Terms(),
    on_game: Callable[[str, str, int], Any] | None = None,
) -> TournamentResult:
    """Play a tournament.

    `kind` is "round-robin" (all players meet each other), "gauntlet" (the first
    `challengers` meet all the others) or "points-race" (every player challenges the
    one ranked just ahead). In each of the `rounds` two players that meet play
    `pairs` pairs of games. After `time` seconds no game starts.

    With a `store` the games go to that SQLite file, which `outflank games` and the
    browser app read. A tournament with the same settings and names resumes there.
    `on_game` is called with the names of black and white and black's score. The
    other arguments are those of `match`.
    """
    if isinstance(players, Mapping):
        names, given = _told_apart(str(name) for name in players), list(players.values())
    else:
        given = list(players)
        names = _names(given)
    if len(given) < 2:
        raise ValueError(f"there are {len(given)} players, expected at least 2")
    if not 1 <= challengers < len(given):
        raise ValueError(
            f"challengers is {challengers}, expected 1 to {len(given) - 1} of {len(given)} players"
        )
    with tempfile.TemporaryDirectory(prefix="outflank-") as folder:
        result = play_tournament(
            given,
            names,
            rules,
            (kind, challengers),
            rounds,
            pairs,
            seed,
            concurrency,
            os.fspath(openings),
            time,
            os.fspath(store) if store is not None else os.path.join(folder, "games.db"),
            terms,
            on_game,
        )
    return TournamentResult(
        rules=Rule(rules),
        standings=tuple(map(_standing, json.loads(result["standings"]), result["against"])),
        games=tuple(_game(game) for game in result["games"]),
    )


def _standing(row: dict[str, Any], against: dict[str, tuple[int, int, int]]) -> Standing:
    # JSON has no infinity, which is the error of a player who won or lost every game.
    if row["rating_error"] is None:
        row["rating_error"] = math.inf
    return Standing(against=against, **row)


def _notice_mean_discs() -> None:
    warnings.warn("mean_discs is now called discs", DeprecationWarning, stacklevel=3)


def _game(game: dict[str, Any]) -> PlayedGame:
    fault = game.pop("fault")
    return PlayedGame(
        fault=None if fault is None else Fault(*fault), times=tuple(game.pop("times")), **game
    )


def _names(players: Sequence[Player]) -> list[str]:
    """The names of the players."""
    return _told_apart(
        player
        if isinstance(player, str)
        else str(getattr(player, "__name__", None) or type(player).__name__)
        for player in players
    )


def _told_apart(names: Iterable[str]) -> list[str]:
    """The names, with numbers if they are equal."""
    apart: list[str] = []
    for name in names:
        unique, number = name, 2
        while unique in apart:
            unique, number = f"{name} ({number})", number + 1
        apart.append(unique)
    return apart
