"""Reversi and Reversed Reversi for PettingZoo: two agents that take turns.

Needs PettingZoo: `pip install outflank[pettingzoo]`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

try:
    import gymnasium
    from gymnasium import spaces
    from pettingzoo import AECEnv  # type: ignore[import-untyped, unused-ignore]
    from pettingzoo.utils import wrappers  # type: ignore[import-untyped, unused-ignore]
except ImportError as _error:
    raise ImportError(
        "outflank.pettingzoo needs PettingZoo: pip install 'outflank[pettingzoo]'"
    ) from _error

from outflank._outflank import PASS, Board, Rule

__all__ = ["env", "raw_env"]

_CELL = 40
_FELT = (30, 110, 70)
_LINE = (15, 60, 40)
_DISCS = {-1: (20, 20, 20), 1: (240, 240, 240)}


def env(rules: Rule | str = "reversi", render_mode: str | None = None) -> AECEnv:
    """The environment with the wrappers of PettingZoo, which check its use.

    An illegal action loses the game.
    """
    made: AECEnv = raw_env(rules=rules, render_mode=render_mode)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


class raw_env(AECEnv):  # type: ignore[misc, unused-ignore]  # noqa: N801
    """The environment itself: agents `black` and `white`, black first.

    An observation has the board as `observation` (8 x 8 x 2, the discs of the
    agent and of its opponent) and `action_mask` (65, all zero for the agent who
    is not to move). An agent who cannot place a disc has one action, the pass.
    At the end the winner gets 1 and the loser -1.
    """

    metadata: dict[str, Any] = {
        "name": "outflank_v0",
        "render_modes": ["ansi", "human", "rgb_array"],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(self, rules: Rule | str = "reversi", render_mode: str | None = None) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            known = ", ".join(self.metadata["render_modes"])
            raise ValueError(f"render_mode is {render_mode!r}, expected {known} or None")
        self.rules = Rule(rules)
        self.render_mode = render_mode
        self.possible_agents = ["black", "white"]
        self.agents = list(self.possible_agents)
        self.board = Board()
        self.action_spaces = {agent: spaces.Discrete(PASS + 1) for agent in self.agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, (8, 8, 2), np.int8),
                    "action_mask": spaces.Box(0, 1, (PASS + 1,), np.int8),
                }
            )
            for agent in self.agents
        }

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game, from the board of `options={"board": board}` if given.

        Nothing in the game is left to chance, so the seed changes nothing.
        """
        self.board = (options or {}).get("board", Board())
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, self.board.is_over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._to_move()

    def observe(self, agent: str) -> dict[str, npt.NDArray[np.int8]]:
        """The observation of an agent."""
        array = self.board.to_array()
        color = -1 if agent == "black" else 1
        planes = np.stack([array == color, array == -color], axis=2).astype(np.int8)
        mask = np.zeros(PASS + 1, np.int8)
        if agent == self._to_move() and not self.board.is_over:
            mask[:PASS] = self.board.legal_mask().reshape(-1)
            mask[PASS] = not mask.any()
        return {"observation": planes, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play a square, 0 to 63, or pass with 64."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is to move, but its action is None")
        self.board = self.board.play(action)
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        if self.board.is_over:
            # The score is for the side to move.
            score = -self.board.turn * self.board.score(self.rules)
            won = (score > 0) - (score < 0)
            self.rewards = {"black": won, "white": -won}
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self._to_move()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """The board as text, as a picture, or printed."""
        if self.render_mode == "ansi":
            return f"{self.board:grid}"
        if self.render_mode == "rgb_array":
            return self._picture()
        if self.render_mode == "human":
            print(f"{self.board:grid}")
            return None
        gymnasium.logger.warn("render() without a render_mode shows nothing")
        return None

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def _to_move(self) -> str:
        return "black" if self.board.turn < 0 else "white"

    def _picture(self) -> npt.NDArray[np.uint8]:
        size = 8 * _CELL
        picture = np.empty((size, size, 3), np.uint8)
        picture[:] = _FELT
        picture[::_CELL] = _LINE
        picture[:, ::_CELL] = _LINE
        y, x = np.ogrid[:_CELL, :_CELL]
        middle = (_CELL - 1) / 2
        is_disc = (y - middle) ** 2 + (x - middle) ** 2 <= (0.42 * _CELL) ** 2
        for (row, column), disc in np.ndenumerate(self.board.to_array()):
            if disc:
                top, left = row * _CELL, column * _CELL
                cell = picture[top : top + _CELL, left : left + _CELL]
                cell[is_disc] = _DISCS[int(disc)]
        return picture
