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
import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
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
    "Standing",
    "Terms",
    "TournamentResult",
    "match",
    "tournament",
]

#: A player: a function that is given a board and answers with a move ("d3", 19
#: or (2, 3)), or the name of one: "engine:level=5", "random", "greedy",
#: "classic:corner", "genome:FILE", "python:FILE", "gtp:COMMAND", "nboard:COMMAND".
Player = Union[str, Callable[[Board], Any]]


@dataclass(frozen=True)
class Terms:
    """On what terms games are played."""

    #: Seconds for a move and for all moves of a player in a game; None for what
    #: the platform gives.
    move_time: float | None = None
    game_time: float | None = None
    #: "strict" (late is lost, and there is no limit unless given) or "course".
    platform: str = "strict"
    #: Whether agent files (`python:FILE`) run in a sandbox.
    sandbox: bool = True
    #: Whether a process plays many games; else each game gets a new one.
    keep_processes: bool = False
    #: The interpreter of agent files: this one, with all that is installed here.
    python: str | os.PathLike[str] | None = sys.executable or None


@dataclass(frozen=True)
class Fault:
    """What a player did that it may not, and lost by."""

    #: "black" or "white".
    color: str
    #: "crash" for an exception, "illegal move", "protocol error" for an answer
    #: that is no move, "timeout", "start", "out of memory", ...
    kind: str
    #: The facts.
    detail: str

    def __str__(self) -> str:
        return f"{self.color}: {self.kind}: {self.detail}"


@dataclass(frozen=True)
class PlayedGame:
    """A game as the referee saw it."""

    black: str
    white: str
    #: How it ended for black, in discs; 64 or -64 if by a fault.
    score: int
    #: The moves as a transcript, those of the opening included.
    moves: str
    #: How many of the moves are the opening's.
    opening: int
    #: "played out", "adjudicated" or "fault".
    ending: str
    fault: Fault | None
    #: How long each move after the opening took, in seconds.
    times: tuple[float, ...] = field(repr=False)
    #: What black and white wrote to their logs, tracebacks included.
    logs: tuple[str, str] = field(repr=False)
    #: The game as a JSON record, for `outflank.formats` and every tool of Outflank.
    json: str = field(repr=False)

    @property
    def winner(self) -> str | None:
        """The name of the winner; None if drawn."""
        if self.score == 0:
            return None
        return self.black if self.score > 0 else self.white

    @property
    def record(self) -> Record:
        """The game with all that is known of it, for `outflank.formats`."""
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
    #: The share of the points, 0 to 1, and its standard error.
    score: float
    score_error: float
    #: The difference in Elo, and half the width of the interval of 95 %.
    elo: float
    elo_error: float
    #: How probable it is that the first player is the stronger one.
    los: float
    #: How many pairs of games gave 0, 1/2, 1, 3/2 and 2 points.
    pentanomial: tuple[int, int, int, int, int]
    #: By how many discs a game was won, on average.
    mean_discs: float
    games: tuple[PlayedGame, ...] = field(repr=False)

    @property
    def games_played(self) -> int:
        """How many games were counted."""
        return self.wins + self.draws + self.losses

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
    """What a player of a tournament has come to."""

    name: str
    #: 5 for a win, -5 for a loss, as on the course platform.
    points: int
    #: Elo, 0 for the mean of all, and half the width of the interval of 95 %.
    rating: float
    rating_error: float
    #: How probable it is that it is stronger than the next one; None for the last.
    superiority: float | None
    wins: int
    draws: int
    losses: int
    mean_discs: float | None
    #: How often it lost by a fault, by kind.
    faults: dict[str, int]
    #: Wins, draws and losses against each opponent it met.
    against: dict[str, tuple[int, int, int]] = field(repr=False)


@dataclass(frozen=True)
class TournamentResult:
    """What a tournament has come to: who leads stands first."""

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
    openings: str = "balanced",
    adjudicate: int | None = None,
    terms: Terms = Terms(),
    on_game: Callable[[PlayedGame], Any] | None = None,
) -> MatchResult:
    """Plays two players against each other.

    Games come in pairs from one opening with colours changed, so `games` is
    even. `openings` is "balanced" (those that Outflank comes with, in an order
    that is drawn) or "start". `adjudicate` ends games with so few empty squares
    by an exact search. `concurrency` games are played at a time.

    A function is asked wherever it has a legal move; passes are made for it. If
    it raises an exception, or answers with no legal move, it loses the game by
    a fault, and the match goes on. It is asked on threads of the match, on
    several at a time where games are played at a time.

    `on_game` hears of every game in order; what it raises ends the match, and
    so does Ctrl-C.
    """
    names = _names([first, second])
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
        _is_balanced(openings),
        adjudicate,
        terms,
        hear,
    )
    result["pentanomial"] = tuple(result["pentanomial"])
    return MatchResult(
        players=(names[0], names[1]), rules=Rule(rules), games=tuple(played), **result
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
    openings: str = "balanced",
    time: float | None = None,
    store: str | os.PathLike[str] | None = None,
    terms: Terms = Terms(),
    on_game: Callable[[str, str, int], Any] | None = None,
) -> TournamentResult:
    """Plays many players against each other.

    `kind` is "round-robin" (everyone meets everyone), "gauntlet" (the first
    `challengers` meet all the others) or "points-race" (everyone challenges the
    one ranked just ahead). In every one of the `rounds` two who meet play
    `pairs` pairs of games. After `time` seconds no game begins.

    With a `store` the games go to that SQLite file, which `outflank games`
    reads; a tournament with the same settings and names goes on where it was
    stopped. `on_game` hears the names of black and white and black's score.
    All else is as in `match`.
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
    settings = {
        "rules": Rule(rules).name,
        "players": [
            [name, player if isinstance(player, str) else "function"]
            for name, player in zip(names, given)
        ],
        "kind": kind,
        "challengers": challengers,
        "pairs": pairs,
        "seed": seed,
        "openings": openings,
        "terms": {key: value for key, value in asdict(terms).items() if key != "python"},
    }
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
            _is_balanced(openings),
            time,
            os.fspath(store) if store is not None else os.path.join(folder, "games.db"),
            json.dumps(settings),
            terms,
            on_game,
        )
    return TournamentResult(
        rules=Rule(rules),
        standings=tuple(Standing(**row) for row in result["standings"]),
        games=tuple(_game(game) for game in result["games"]),
    )


def _game(game: dict[str, Any]) -> PlayedGame:
    fault = game.pop("fault")
    return PlayedGame(
        fault=None if fault is None else Fault(*fault), times=tuple(game.pop("times")), **game
    )


def _names(players: Sequence[Player]) -> list[str]:
    """What players are called."""
    return _told_apart(
        player
        if isinstance(player, str)
        else str(getattr(player, "__name__", None) or type(player).__name__)
        for player in players
    )


def _told_apart(names: Iterable[str]) -> list[str]:
    """The names, with numbers where they are alike."""
    apart: list[str] = []
    for name in names:
        unique, number = name, 2
        while unique in apart:
            unique, number = f"{name} ({number})", number + 1
        apart.append(unique)
    return apart


def _is_balanced(openings: str) -> bool:
    if openings not in ("balanced", "start"):
        raise ValueError(f"openings is {openings!r}, expected 'balanced' or 'start'")
    return openings == "balanced"
