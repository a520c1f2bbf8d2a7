"""Reversi and Reversed Reversi for Gymnasium: a vector environment.

Needs Gymnasium: `pip install outflank[gymnasium]`.

>>> from outflank.gymnasium import VectorEnv
>>> env = VectorEnv(4)
>>> observations, infos = env.reset(seed=1)
>>> mask = tuple(infos["action_mask"].astype("int8"))
>>> observations, rewards, terminations, truncations, infos = env.step(
...     env.action_space.sample(mask=mask)
... )
>>> observations.shape
(4, 2, 8, 8)
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector.utils import batch_space
except ImportError as _error:
    raise ImportError(
        "outflank.gymnasium needs Gymnasium: pip install 'outflank[gymnasium]'"
    ) from _error

from outflank._outflank import PASS, Board, Rule
from outflank.vec import VecEnv

__all__ = ["VectorEnv"]

_OPTIONS = ("boards", "reset_mask")


class VectorEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """Games that all move at once, with the interface of `gymnasium.vector`.

    One policy plays both sides: black and white take turns in each game, and
    the observation is that of the side to move. An action is a square, 0 to 63,
    or 64 for a pass, which is legal only if there is no other move. An illegal
    action is a ValueError, and then no game has moved.

    The reward belongs to the side that made the move: 1 if it won by it, -1 if
    it lost, else 0. Games are never truncated.

    A game that ends starts anew in the same step (`AutoresetMode.SAME_STEP`):
    the observation is that of the new game, and `infos["final_obs"]` has the
    last one of the old game where `infos["_final_obs"]` is true.

    `infos` has `action_mask` (n x 65), `to_play` (-1 black, 1 white) and, where
    `_score` is true, the `score` for black in discs and the `length` in plies of
    the game that ended.
    """

    metadata: dict[str, Any] = {
        "render_modes": ["ansi"],
        "autoreset_mode": gymnasium.vector.AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        rules: Rule | str = "reversi",
        render_mode: str | None = None,
    ) -> None:
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode is {render_mode!r}, expected None or 'ansi'")
        self._games = VecEnv(num_envs, rules, auto_reset=False)
        self.num_envs = self._games.n
        self.rules = self._games.rules
        self.render_mode = render_mode
        self.single_observation_space = spaces.Box(0, 1, (2, 8, 8), np.uint8)
        self.single_action_space = spaces.Discrete(PASS + 1)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.uint8], dict[str, Any]]:
        """Start all games anew.

        With a `seed` the random choices of `action_space` and of the environment
        repeat. `options` may have "reset_mask", an array of bool with the games to
        start anew, and "boards", a `Board` for each game to start from.
        """
        chosen = options or {}
        for name in chosen:
            if name not in _OPTIONS:
                raise ValueError(f"there is no option {name!r}: expected {', '.join(_OPTIONS)}")
        if seed is not None:
            # The generator of the base class, which wrappers may use.
            self._np_random, self._np_random_seed = gymnasium.utils.seeding.np_random(seed)
            self.action_space.seed(seed)
        observations = self._games.reset(chosen.get("reset_mask"), seed)
        boards: list[Board] | None = chosen.get("boards")
        if boards is not None:
            if len(boards) != self.num_envs:
                raise ValueError(f"there are {len(boards)} boards for {self.num_envs} games")
            for game, board in enumerate(boards):
                if board.is_over:
                    raise ValueError(f"the game is over on board {game}")
                self._games.set_board(game, board)
            observations = self._games.observations()
        return observations, self._infos()

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[
        npt.NDArray[np.uint8],
        npt.NDArray[np.float64],
        npt.NDArray[np.bool_],
        npt.NDArray[np.bool_],
        dict[str, Any],
    ]:
        """Make a move in every game: observations, rewards, terminations, truncations, infos."""
        observations, rewards, dones, ended = self._games.step(actions)
        infos: dict[str, Any] = {}
        if dones.any():
            infos["final_obs"] = np.where(dones[:, None, None, None], observations, np.uint8(0))
            infos["_final_obs"] = dones.copy()
            for name, values in ended.items():
                infos[name], infos[f"_{name}"] = values, dones.copy()
            observations = self._games.reset(dones)
        infos.update(self._infos())
        truncations = np.zeros(self.num_envs, np.bool_)
        return observations, rewards.astype(np.float64), dones, truncations, infos

    def random_actions(self) -> npt.NDArray[np.int64]:
        """A random legal action for each game."""
        return self._games.random_actions()

    def board(self, game: int) -> Board:
        """The position of a game."""
        return self._games.board(game)

    def render(self) -> tuple[Any, ...] | None:
        """The boards as texts, with `render_mode="ansi"`."""
        if self.render_mode is None:
            return None
        return tuple(f"{self.board(game):grid}" for game in range(self.num_envs))

    def _infos(self) -> dict[str, Any]:
        every = np.ones(self.num_envs, np.bool_)
        return {
            "action_mask": self._games.action_mask(),
            "_action_mask": every,
            "to_play": self._games.to_play,
            "_to_play": every.copy(),
        }
