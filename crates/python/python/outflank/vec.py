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


class Step(NamedTuple):
    """What a step of a `VecEnv` gives, one entry for each game."""

    #: The boards, seen from the side that is to move now: n x 2 x 8 x 8.
    observations: npt.NDArray[Any]
    #: 1 where the one who just moved has won, -1 where it has lost, else 0.
    rewards: npt.NDArray[np.float32]
    #: Where a game has ended.
    dones: npt.NDArray[np.bool_]
    #: "score": how the games that ended did so for black, in discs; "length":
    #: after how many moves and passes. Both are 0 in all other games.
    infos: dict[str, npt.NDArray[Any]]


class VecEnv:
    """Games that all move at once.

    Every step makes one move or pass in each of `n` games. An action is the
    number of a square, 0 to 63, or 64 for a pass, which is legal only where
    nothing else is. Black and white take turns in each game; observations and
    masks are those of the side to move.

    With `auto_reset` a game that ends begins anew at once: the observation of
    that step is already that of the start. Without, it stays as it ended, is
    `done` from then on, takes 64 as its action and waits for `reset`.

    What `step` and `reset` give are copies. With `copy=False` they are the
    buffers of the environment itself, which the next step overwrites: faster,
    for those who use them at once.

    The random choices of each game come from `seed` and its number alone, so
    they do not depend on how many games there are. Threads do not share an
    environment: each has its own.
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
        # Last: too many games are a MemoryError before.
        self._games = Games(self.n, self.rules, seed, self.auto_reset)

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"VecEnv({self.n}, rules={self.rules.name!r}, auto_reset={self.auto_reset})"

    def reset(
        self, which: npt.ArrayLike | None = None, seed: int | None = None
    ) -> npt.NDArray[Any]:
        """Puts games back to the start: all, or those where `which` is true.

        With a `seed` all random choices begin anew.
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
        """Makes a move in every game.

        Either all moves are made, or one is illegal: then a ValueError names
        the game and the square, and nothing has moved.
        """
        chosen = np.asarray(actions)
        if chosen.dtype.kind not in "iu":
            raise ValueError(f"actions have dtype {chosen.dtype}, expected integers")
        if chosen.shape != (self.n,):
            raise ValueError(f"actions have shape {chosen.shape}, expected ({self.n},)")
        if chosen.dtype == np.uint64:
            # What is too large for the type below is too large for an action.
            chosen = np.minimum(chosen, 1 << 32)
        chosen = np.ascontiguousarray(chosen, np.int64)
        self._games.step(chosen, self._rewards, self._dones, self._scores, self._lengths)
        infos = {"score": self._given(self._scores), "length": self._given(self._lengths)}
        dones = self._given(self._dones).view(np.bool_)
        return Step(self.observations(), self._given(self._rewards), dones, infos)

    def observations(self) -> npt.NDArray[Any]:
        """The boards: n x 2 x 8 x 8, the discs of the side to move and of the other."""
        self._games.planes(self._flat_planes)
        if self._observations is not self._planes:
            np.copyto(self._observations, self._planes)
        return self._given(self._observations)

    def action_mask(self) -> npt.NDArray[np.bool_]:
        """The legal actions: n x 65. Nothing is legal in a game that is over."""
        self._games.masks(self._flat_masks)
        return self._given(self._masks).view(np.bool_)

    def random_actions(self) -> npt.NDArray[np.int64]:
        """A random legal action for each game, all as likely; 64 where there is none."""
        self._games.random_actions(self._actions)
        return self._given(self._actions)

    @property
    def to_play(self) -> npt.NDArray[np.int8]:
        """Who is to move in each game: -1 black, 1 white."""
        self._games.to_play(self._to_play)
        return self._given(self._to_play)

    @property
    def dones(self) -> npt.NDArray[np.bool_]:
        """Which games are over; none with `auto_reset`."""
        dones = np.zeros(self.n, np.uint8)
        self._games.is_over(dones)
        return dones.view(np.bool_)

    def board(self, game: int) -> Board:
        """The position of a game."""
        return self._games.board(game)

    def set_board(self, game: int, board: Board) -> None:
        """Puts a game to a position, as if it had begun there."""
        self._games.set_board(game, board)

    def playout(self, games: int = 1) -> npt.NDArray[np.int8]:
        """Plays random games to their end from where each game stands: n x games.

        What it gives are their scores in discs for the side that is to move
        now. The games of the environment stay as they are.
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
