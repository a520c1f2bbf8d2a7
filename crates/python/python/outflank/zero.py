"""Networks that learn a game by themselves, in the manner of AlphaZero.

`outflank zero train` makes networks. Here they are NumPy functions, and the search
takes any other function in their place: train your own network, in any framework, against
our search.

>>> from outflank import zero
>>> network = zero.Network("reversed", blocks=1, channels=16, seed=1)
>>> game = next(zero.selfplay(network, rules="reversed", games=2, simulations=8, seed=1))
>>> game.policies.shape == (len(game.moves), 64)
True
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from outflank._agent import Agent
from outflank._outflank import Board, Net, Rule, Thinker, Trees

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator

__all__ = [
    "Choice",
    "Evaluate",
    "Network",
    "Player",
    "Predictions",
    "ReversedAI",
    "ReversiAI",
    "SearchedMove",
    "SelfPlayGame",
    "agent",
    "search",
    "selfplay",
]

_SQUARES = 64

_Floats: TypeAlias = npt.NDArray[np.float32]


class Predictions(NamedTuple):
    """The predictions for some boards, seen from the side to move."""

    #: The probabilities of the legal moves: n x 64, row by row; zero on other squares.
    policy: _Floats
    #: The expected results: n numbers from -1 for a loss to 1 for a win.
    value: _Floats
    #: The probabilities of a win, a draw and a loss: n x 3.
    outcome: _Floats
    #: The expected scores in discs: n numbers.
    score: _Floats


Evaluate: TypeAlias = Callable[[npt.NDArray[np.uint8]], Any]
"""A function from observations to policies (n x 64) and values (n).

Observations are those of `VecEnv`: n x 2 x 8 x 8, the discs of the side to move and
those of the other side. Further results are ignored, so a `Network` fits.
"""


class Network:
    """A network for one of the two games, as a function of NumPy arrays.

    A new network has random numbers. `blocks` and `channels` are its size; `channels` is a
    multiple of 16.
    """

    def __init__(
        self,
        rules: Rule | str = "reversi",
        blocks: int = 4,
        channels: int = 32,
        seed: int = 0,
    ) -> None:
        self._net = Net(rules, blocks, channels, seed)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Network:
        """Read the file of a network, such as `RUN/best.network`."""
        network = cls.__new__(cls)
        network._net = Net.load(path)
        return network

    @classmethod
    def shipped(cls, rules: Rule | str = "reversi") -> Network:
        """The trained network of a game that comes with the package."""
        network = cls.__new__(cls)
        network._net = Net.shipped(rules)
        return network

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the file of the network. It plays as `zero:FILE`."""
        self._net.save(path)

    @property
    def rules(self) -> Rule:
        """The game."""
        return self._net.rules

    @property
    def blocks(self) -> int:
        """The number of residual blocks."""
        return self._net.shape[0]

    @property
    def channels(self) -> int:
        """The number of channels."""
        return self._net.shape[1]

    def __getstate__(self) -> bytes:
        return self._net.to_bytes()

    def __setstate__(self, state: bytes) -> None:
        self._net = Net.from_bytes(state)

    def __call__(self, observations: npt.ArrayLike) -> Predictions:
        """Predict boards: n x 2 x 8 x 8, as `VecEnv` gives them."""
        own, opp = _bits(observations)
        policy, outcome, score = self._net.predict(own, opp)
        outcome = outcome.reshape(-1, 3)
        value = outcome[:, 0] - outcome[:, 2]
        return Predictions(policy.reshape(-1, _SQUARES), value, outcome, score)

    def __repr__(self) -> str:
        generation, games, _ = self._net.provenance
        size = f"{self.blocks}x{self.channels}"
        return f"<Network {size} for {self.rules.name}, generation {generation}, {games} games>"


class SearchedMove(NamedTuple):
    """A move after a search."""

    #: Its name.
    move: str
    #: The simulations that began with it.
    visits: int
    #: The probability of the network.
    prior: float
    #: The probability after the search.
    policy: float
    #: The mean value from -1 to 1; None without a visit.
    value: float | None


class Choice(NamedTuple):
    """The choice of a `Player`."""

    #: The name of the move.
    move: str
    #: The expected result, from -1 for a loss to 1 for a win.
    value: float
    #: The exact score in discs, if the board was solved.
    exact: int | None
    #: The moves of the search; empty if the board was solved.
    moves: list[SearchedMove]


class Player:
    """Plays with a network. Its tree is kept from move to move.

    Without limits it makes 400 simulations. Boards with few empty squares are solved. As a
    function from a board to a move it plays in `outflank.arena`.
    """

    def __init__(
        self,
        network: Network,
        simulations: int | None = None,
        time: float | None = None,
        threads: int = 1,
    ) -> None:
        self.network = network
        self._thinker = Thinker(network._net, simulations, time, threads)

    def choose(self, board: Board, time: float | None = None) -> Choice:
        """Choose a move, within `time` seconds if given."""
        move, value, exact, moves = self._thinker.choose(board, time)
        return Choice(move, value, exact, [SearchedMove(*searched) for searched in moves])

    def __call__(self, board: Board) -> str:
        return self.choose(board).move


class _Searched(NamedTuple):
    """The results of `search`, with one row for each board."""

    #: The simulations that began with each square: n x 64.
    visits: npt.NDArray[np.uint32]
    #: The probabilities of moves after the search: n x 64. Networks learn them.
    policies: _Floats
    #: The expected results: n numbers from -1 to 1.
    values: _Floats
    #: The squares to play: n numbers.
    actions: npt.NDArray[np.uint8]


def search(
    boards: list[Board],
    evaluate: Evaluate,
    rules: Rule | str = "reversi",
    simulations: int = 100,
    exact: int = 10,
    noise: float | None = None,
    seeds: npt.ArrayLike | None = None,
) -> _Searched:
    """Search boards side by side, so that they share the calls of `evaluate`.

    Each board must have a legal move. Boards with at most `exact` empty squares are solved
    instead of predicted. With `noise` the moves of the root are tried by sequential halving
    with Gumbel noise, as self-play does; otherwise by PUCT, and the most visited one is
    played.
    """
    given = range(len(boards)) if seeds is None else seeds
    numbers = np.ascontiguousarray(given, np.uint64)
    if numbers.shape != (len(boards),):
        raise ValueError(f"seeds have shape {numbers.shape}, expected ({len(boards)},)")
    own = np.array([_own(board) for board in boards], np.uint64)
    opp = np.array([_opp(board) for board in boards], np.uint64)
    trees = Trees(own, opp, numbers, rules, simulations, exact, noise)
    while True:
        own, opp = trees.ask()
        if len(own) == 0:
            break
        policies, values = evaluate(_planes(own, opp))[:2]
        trees.answer(
            _filled(policies, "policies", (len(own), _SQUARES)),
            _filled(values, "values", (len(own),)),
        )
    visits, improved, means, best = trees.results()
    return _Searched(visits.reshape(-1, _SQUARES), improved.reshape(-1, _SQUARES), means, best)


class SelfPlayGame(NamedTuple):
    """A finished game of `selfplay`, with a row for each move that was searched."""

    #: The number of the game.
    number: int
    #: The boards, seen from the side to move: n x 2 x 8 x 8.
    observations: npt.NDArray[np.uint8]
    #: The probabilities of moves after the search: n x 64.
    policies: _Floats
    #: The expected results after the search: n numbers from -1 to 1.
    values: _Floats
    #: The result of the game for each side to move: 1 win, 0 draw, -1 loss.
    results: npt.NDArray[np.int8]
    #: The names of the moves, without passes.
    moves: list[str]
    #: The final board.
    board: Board


class _Running:
    """A game that is being played."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.board = Board()
        self.seen: list[Board] = []
        self.policies: list[_Floats] = []
        self.values: list[np.float32] = []
        self.moves: list[str] = []

    def play(self, action: int, policy: _Floats, value: np.float32) -> None:
        self.seen.append(self.board)
        self.policies.append(policy)
        self.values.append(value)
        self.moves.append(f"{'abcdefgh'[action % 8]}{action // 8 + 1}")
        self.board = self.board.play(action)
        if self.board.must_pass:
            self.board = self.board.play("pass")

    def finished(self, rules: Rule | str) -> SelfPlayGame:
        winner = self.board.winner(rules) or 0
        own = np.array([_own(board) for board in self.seen], np.uint64)
        opp = np.array([_opp(board) for board in self.seen], np.uint64)
        results = np.array([winner * board.turn for board in self.seen], np.int8)
        return SelfPlayGame(
            self.number, _planes(own, opp), np.array(self.policies, np.float32),
            np.array(self.values, np.float32), results, self.moves, self.board,
        )  # fmt: skip


def selfplay(
    evaluate: Evaluate,
    rules: Rule | str = "reversi",
    games: int = 64,
    simulations: int = 64,
    exact: int = 10,
    noise: float = 1.0,
    seed: int = 0,
    first: int = 0,
) -> Iterator[SelfPlayGame]:
    """Play games without end, `games` at a time, and yield each one when it is over.

    Games are numbered from `first` on. If `evaluate` gives the same numbers again, a game
    follows from the seed and its number, whatever other games are played with it.
    """
    if games < 1:
        raise ValueError(f"games is {games!r}, expected at least 1")
    running = [_Running(first + number) for number in range(games)]
    following = first + games
    while True:
        searched = search(
            [game.board for game in running], evaluate, rules, simulations, exact, noise,
            [_seed(seed, game.number, len(game.moves)) for game in running],
        )  # fmt: skip
        rows = zip(searched.actions, searched.policies, searched.values, strict=True)
        for game, (action, policy, value) in zip(list(running), rows, strict=True):
            game.play(int(action), policy, value)
            if game.board.is_over:
                running[running.index(game)] = _Running(following)
                following += 1
                yield game.finished(rules)


class _ZeroAgent(Agent):
    """The course's agent, played by a network."""

    network: ClassVar[Network | None] = None

    def _prepare(self) -> None:
        self._player = Player(self.network or Network.shipped(self.rules))

    def _choices(self, board: Board, seconds: float) -> Iterator[str | None]:
        yield self._player.choose(board, seconds).move


class ReversiAI(_ZeroAgent):
    """The course's agent for Reversi, played by the network that comes with the package."""


class ReversedAI(_ZeroAgent):
    """The same for Reversed Reversi: `from outflank.zero import ReversedAI as AI`."""

    rules = "reversed"


def agent(network: Network | str | os.PathLike[str]) -> type[Agent]:
    """The course's class `AI`, played by a network or the file of one.

    `AI = outflank.zero.agent("best.network")` is a whole agent.
    """
    found = network if isinstance(network, Network) else Network.load(network)
    return type("AI", (_ZeroAgent,), {"network": found, "rules": found.rules.name})


def _own(board: Board) -> int:
    return board.black if board.turn < 0 else board.white


def _opp(board: Board) -> int:
    return board.white if board.turn < 0 else board.black


def _seed(seed: int, game: int, ply: int) -> int:
    return int(np.random.SeedSequence([seed, game, ply]).generate_state(1, np.uint64)[0])


def _bits(observations: npt.ArrayLike) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint64]]:
    """The squares of the two planes of each board, as numbers of 64 bits."""
    array = np.asarray(observations)
    if array.ndim != 4 or array.shape[1:] != (2, 8, 8):
        raise ValueError(f"observations have shape {array.shape}, expected (n, 2, 8, 8)")
    discs = (array != 0).reshape(len(array), 2, _SQUARES)
    packed = np.packbits(discs, axis=2, bitorder="little").view("<u8")
    return np.ascontiguousarray(packed[:, 0, 0]), np.ascontiguousarray(packed[:, 1, 0])


def _planes(
    own: npt.NDArray[np.uint64], opp: npt.NDArray[np.uint64]
) -> npt.NDArray[np.uint8]:
    """The opposite of `_bits`."""
    both = np.stack([own, opp], axis=1).astype("<u8").view(np.uint8)
    return np.unpackbits(both, axis=1, bitorder="little").reshape(-1, 2, 8, 8)


def _filled(given: Any, what: str, shape: tuple[int, ...]) -> _Floats:
    """The result of a function as a flat array."""
    array = np.ascontiguousarray(given, np.float32)
    if array.shape != shape:
        raise ValueError(f"the {what} have shape {array.shape}, expected {shape}")
    if not np.isfinite(array).all():
        raise ValueError(f"the {what} are not all finite")
    return array.reshape(-1)
