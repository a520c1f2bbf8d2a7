"""Random games a second in batches, on one core.

Run it where `outflank` is installed, and as many of `pgx`, `rust-reversi` and
`open_spiel` as there are:

    taskset -c 0 python crates/python/benches/batches.py

Every line is the best of several runs. A game is from the start to its end.
Peers without batches are measured by their fastest way to play single boards.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable

os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")

RUNS = 5
SECONDS = 2.0


def rate(play: Callable[[], int]) -> float:
    """Games a second: the best of several runs of about the same length."""
    play()
    best = 0.0
    for _ in range(RUNS):
        games = 0
        start = time.perf_counter()
        while time.perf_counter() - start < SECONDS / RUNS:
            games += play()
        best = max(best, games / (time.perf_counter() - start))
    return best


def outflank_rows() -> dict[str, float]:
    """Ours: the environment as learners drive it, and playouts in one call."""
    from outflank.vec import VecEnv, playouts

    def by_steps(n: int, copy: bool, mask: bool) -> Callable[[], int]:
        env = VecEnv(n, seed=1, copy=copy)

        def play() -> int:
            games = 0
            while games < 4 * n:
                step = env.step(env.random_actions())
                if mask:
                    env.action_mask()
                games += int(step.dones.sum())
            return games

        return play

    return {
        "outflank VecEnv(1024): step(random_actions())": rate(by_steps(1024, True, False)),
        "outflank VecEnv(1024): the same and action_mask()": rate(by_steps(1024, True, True)),
        "outflank VecEnv(1024, copy=False): step(random_actions())": rate(
            by_steps(1024, False, False)
        ),
        "outflank VecEnv(64): step(random_actions())": rate(by_steps(64, True, False)),
        "outflank vec.playouts(10000)": rate(lambda: len(playouts(10000, seed=1))),
    }


def pgx_rows() -> dict[str, float]:
    """pgx: a batch of 1024 that steps until all games are over, compiled by JAX."""
    import jax
    import pgx

    env = pgx.make("othello")
    n = 1024

    def moved(carry: tuple[object, object]) -> tuple[object, object]:
        state, key = carry
        key, drawn = jax.random.split(key)
        logits = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        actions = jax.random.categorical(drawn, logits, axis=1)
        return jax.vmap(env.step)(state, actions), key

    @jax.jit
    def games(key: object) -> object:
        key, drawn = jax.random.split(key)
        state = jax.vmap(env.init)(jax.random.split(drawn, n))
        running = lambda carry: ~carry[0].terminated.all()  # noqa: E731
        return jax.lax.while_loop(running, moved, (state, key))[0].rewards

    keys = iter(range(1 << 30))

    def play() -> int:
        games(jax.random.PRNGKey(next(keys))).block_until_ready()
        return n

    return {"pgx, batches of 1024": rate(play)}


def rust_reversi_rows() -> dict[str, float]:
    """rust-reversi has no batches: its own random games, and a loop from Python."""
    from rust_reversi import Board

    def loop() -> int:
        board = Board()
        while not board.is_game_over():
            if board.is_pass():
                board.do_pass()
            else:
                board.do_move(random.choice(board.get_legal_moves_vec()))
        return 1

    rows = {"rust-reversi, a loop from Python": rate(loop)}
    if hasattr(Board, "get_random_move"):

        def built_in() -> int:
            board = Board()
            while not board.is_game_over():
                if board.is_pass():
                    board.do_pass()
                else:
                    board.do_move(board.get_random_move())
            return 1

        rows["rust-reversi, get_random_move()"] = rate(built_in)
    return rows


def open_spiel_rows() -> dict[str, float]:
    """open_spiel has no batches of Othello: a loop from Python."""
    import pyspiel

    game = pyspiel.load_game("othello")

    def loop() -> int:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
        return 1

    return {"open_spiel, a loop from Python": rate(loop)}


def main() -> None:
    """Measures what is installed, and prints a table."""
    rows: dict[str, float] = {}
    for measured in (outflank_rows, rust_reversi_rows, open_spiel_rows, pgx_rows):
        try:
            rows.update(measured())
        except ImportError as error:
            print(f"left out: {error}")
    ours = {name: games for name, games in rows.items() if name.startswith("outflank")}
    fastest = max((games for name, games in rows.items() if name not in ours), default=0.0)
    print("| random games, one core | games a second | of the fastest peer |")
    print("|---|---:|---:|")
    for name, games in rows.items():
        print(f"| {name} | {games:,.0f} | {games / fastest if fastest else float('nan'):.2f} |")


if __name__ == "__main__":
    main()
