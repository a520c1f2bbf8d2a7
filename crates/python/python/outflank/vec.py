"""Many games at once, over NumPy arrays.

>>> from outflank.vec import VecEnv
>>> env = VecEnv(256, seed=1)
>>> observations = env.reset()
>>> observations.shape
(256, 2, 8, 8)
>>> observations, rewards, dones, infos = env.step(env.random_actions())
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from outflank._outflank import PASS, Board, Games, Rule

__all__ = ["Step", "VecEnv", "playouts"]


_BUFFERS = frozenset(
    {
        "_planes", "_observations", "_masks", "_flat_planes", "_flat_masks",
        "_actions", "_rewards", "_dones", "_scores", "_lengths", "_to_play",
    }
)  # fmt: skip
"""The arrays that each environment makes for itself; they hold no state."""


class Step(NamedTuple):
    """The result of a step of a `VecEnv`, with one entry for each game."""

    #: The boards from the view of the side to move: n x 2 x 8 x 8.
    observations: npt.NDArray[Any]
    #: 1 if the side that moved has won, -1 if it has lost, else 0.
    rewards: npt.NDArray[np.float32]
    #: Whether the game has ended.
    dones: npt.NDArray[np.bool_]
    #: "score": the final score for black in discs; "length": the number of moves
    #: and passes. Both are 0 for games that have not ended.
    infos: dict[str, npt.NDArray[Any]]


class VecEnv:
    """Games that all move at once.

    Every step makes one move or pass in each of `n` games. An action is the
    number of a square, 0 to 63, or 64 for a pass, which is legal only if there is
    no other move. Black and white take turns in each game; observations and
    masks are those of the side to move.

    With `auto_reset` a game that ends starts anew in the same step: the
    observation is that of the start. Without it a finished game stays as it is,
    is `done` from then on, and takes the action 64 until `reset`.

    `step` and `reset` return copies. With `copy=False` they return the buffers
    of the environment, which the next step overwrites. That is faster.

    The random choices of a game depend on `seed` and its number only, not on the
    number of games. Threads cannot share an environment.
    """

    def __init__(
        self,
        n: int,
        rules: Rule | str = "reversi",
        seed: int = 0,
        auto_reset: bool = True,
        dtype: npt.DTypeLike = np.uint8,
        copy: bool = True,
    ) -> None:
        if isinstance(n, bool) or not isinstance(n, (int, np.integer)) or n < 1:
            raise ValueError(f"n is {n!r}, expected the number of games, at least 1")
        self._dtype = np.dtype(dtype)
        if self._dtype not in (np.dtype(np.uint8), np.dtype(np.float32)):
            raise ValueError(f"dtype is {self._dtype}, expected uint8 or float32")
        self.n = int(n)
        self.rules = Rule(rules)
        self.auto_reset = bool(auto_reset)
        self._copy = bool(copy)
        self._make_buffers()
        # Last, because the arrays raise MemoryError if there are too many games.
        self._games = Games(self.n, self.rules, seed, self.auto_reset)

    def _make_buffers(self) -> None:
        self._planes = np.zeros((self.n, 2, 8, 8), np.uint8)
        self._observations: npt.NDArray[Any] = (
            self._planes if self._dtype == np.uint8 else self._planes.astype(self._dtype)
        )
        self._masks = np.zeros((self.n, PASS + 1), np.uint8)
        # The same bytes in a row, as the games write them.
        self._flat_planes = self._planes.reshape(-1)
        self._flat_masks = self._masks.reshape(-1)
        self._actions = np.zeros(self.n, np.int64)
        self._rewards = np.zeros(self.n, np.float32)
        self._dones = np.zeros(self.n, np.uint8)
        self._scores = np.zeros(self.n, np.int8)
        self._lengths = np.zeros(self.n, np.int32)
        self._to_play = np.zeros(self.n, np.int8)

    def __getstate__(self) -> dict[str, Any]:
        return {key: value for key, value in self.__dict__.items() if key not in _BUFFERS}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._make_buffers()

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"VecEnv({self.n}, rules={self.rules.name!r}, auto_reset={self.auto_reset})"

    def reset(
        self, which: npt.ArrayLike | None = None, seed: int | None = None
    ) -> npt.NDArray[Any]:
        """Restart all games, or those where `which` is true.

        A `seed` repeats all random choices.
        """
        if seed is not None:
            self._games.seed(seed)
        if which is None:
            chosen = np.ones(self.n, np.uint8)
        else:
            mask = np.asarray(which)
            if mask.dtype != np.bool_ or mask.shape != (self.n,):
                raise ValueError(
                    f"which has dtype {mask.dtype} and shape {mask.shape}, "
                    f"expected bool and ({self.n},)"
                )
            chosen = np.ascontiguousarray(mask).view(np.uint8)
        self._games.reset(chosen)
        return self.observations()

    def step(self, actions: npt.ArrayLike) -> Step:
        """Make a move in every game.

        If one move is illegal, a ValueError names the game and the square, and no
        game has moved.
        """
        chosen = np.asarray(actions)
        if chosen.dtype.kind not in "iu":
            raise ValueError(f"actions have dtype {chosen.dtype}, expected integers")
        if chosen.shape != (self.n,):
            raise ValueError(f"actions have shape {chosen.shape}, expected ({self.n},)")
        if chosen.dtype == np.uint64:
            # A number that does not fit the type below is no action either.
            chosen = np.minimum(chosen, 1 << 32)
        chosen = np.ascontiguousarray(chosen, np.int64)
        self._games.step(chosen, self._rewards, self._dones, self._scores, self._lengths)
        infos = {"score": self._given(self._scores), "length": self._given(self._lengths)}
        dones = self._given(self._dones).view(np.bool_)
        return Step(self.observations(), self._given(self._rewards), dones, infos)

    def observations(self) -> npt.NDArray[Any]:
        """The boards: n x 2 x 8 x 8, the discs of the side to move and of the other side."""
        self._games.planes(self._flat_planes)
        if self._observations is not self._planes:
            np.copyto(self._observations, self._planes)
        return self._given(self._observations)

    def action_mask(self) -> npt.NDArray[np.bool_]:
        """The legal actions: n x 65. A game that is over has no legal action."""
        self._games.masks(self._flat_masks)
        return self._given(self._masks).view(np.bool_)

    def random_actions(self) -> npt.NDArray[np.int64]:
        """A random legal action for each game; 64 if there is none."""
        self._games.random_actions(self._actions)
        return self._given(self._actions)

    @property
    def to_play(self) -> npt.NDArray[np.int8]:
        """The side to move in each game: -1 black, 1 white."""
        self._games.to_play(self._to_play)
        return self._given(self._to_play)

    @property
    def dones(self) -> npt.NDArray[np.bool_]:
        """Whether each game is over; never with `auto_reset`."""
        dones = np.zeros(self.n, np.uint8)
        self._games.is_over(dones)
        return dones.view(np.bool_)

    def board(self, game: int) -> Board:
        """The position of a game."""
        return self._games.board(game)

    def set_board(self, game: int, board: Board) -> None:
        """Set the position of a game, as its new start."""
        self._games.set_board(game, board)

    def playout(self, games: int = 1) -> npt.NDArray[np.int8]:
        """Play random games to their end from the current boards: n x games scores.

        The scores are in discs, for the side to move. The games of the environment
        do not change.
        """
        if games < 1:
            raise ValueError(f"games is {games}, expected at least 1")
        scores = np.empty((self.n, games), np.int8)
        self._games.playout(games, scores.reshape(-1))
        return scores

    def _given(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        return array.copy() if self._copy else array


def playouts(games: int, rules: Rule | str = "reversi", seed: int = 0) -> npt.NDArray[np.int8]:
    """The scores for black, in discs, of random games from the start.

    >>> scores = playouts(1000, seed=1)
    >>> scores.shape
    (1000,)
    """
    return VecEnv(1, rules=rules, seed=seed).playout(games).reshape(-1)
