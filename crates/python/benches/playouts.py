"""Random games a second on single boards, on one core.

Run it where `outflank` is installed, and as many of `rust-reversi` and
`open_spiel` as there are:

    taskset -c 0 python crates/python/benches/playouts.py

Players take turns in short slices, so that whatever else the machine does
falls on all of them, and only their own processor time counts; a line is the
median of the slices. Each peer is driven by the leanest loop its interface
allows. Batches are in batches.py.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable

SLICES = 15
SECONDS = 0.2

Play = Callable[[], None]


def outflank_loops() -> dict[str, dict[str, Play]]:
    """Ours, by what is compared with what."""
    from outflank import Board, Game

    choice = random.choice
    start = Board()

    def game_by_list() -> None:
        game = Game()
        legal, push = game.legal_moves, game.push
        while moves := legal():
            push(choice(moves))

    def board_by_list() -> None:
        board = start
        while moves := board.legal_actions():
            board = board.play(choice(moves))

    def game_by_drawing() -> None:
        game = Game()
        draw, push = game.random_move, game.push
        while (move := draw()) is not None:
            push(move)

    def at_once() -> None:
        start.playout()

    return {
        "list": {"outflank Game": game_by_list, "outflank Board": board_by_list},
        "draw": {"outflank Game.random_move": game_by_drawing},
        "whole": {"outflank Board.playout": at_once},
    }


def rust_reversi_loops() -> dict[str, dict[str, Play]]:
    """A list and a choice from Python, and its own random moves."""
    from rust_reversi import Board

    choice = random.choice

    def by_list() -> None:
        board = Board()
        legal, do_move = board.get_legal_moves_vec, board.do_move
        while True:
            if moves := legal():
                do_move(choice(moves))
            elif board.is_game_over():
                return
            else:
                board.do_pass()

    def by_drawing() -> None:
        board = Board()
        draw, do_move, is_pass = board.get_random_move, board.do_move, board.is_pass
        while True:
            if not is_pass():
                do_move(draw())
            elif board.is_game_over():
                return
            else:
                board.do_pass()

    return {
        "list": {"rust-reversi": by_list},
        "draw": {"rust-reversi get_random_move": by_drawing},
    }


def open_spiel_loops() -> dict[str, dict[str, Play]]:
    """A list and a choice from Python."""
    import pyspiel

    game = pyspiel.load_game("othello")
    choice = random.choice

    def by_list() -> None:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(choice(state.legal_actions()))

    return {"list": {"open_spiel": by_list}}


def rate(play: Play) -> float:
    """Games a second in one slice."""
    games = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < SECONDS:
        for _ in range(20):
            play()
        games += 20
    return games / spent


def main() -> None:
    """Measure what is installed, and print tables."""
    groups: dict[str, dict[str, Play]] = {}
    for loops in (outflank_loops, rust_reversi_loops, open_spiel_loops):
        try:
            for group, players in loops().items():
                groups.setdefault(group, {}).update(players)
        except ImportError as error:
            print(f"left out: {error}")
    titles = {
        "list": "a list of moves and random.choice, from Python",
        "draw": "a random move of the package, played from Python",
        "whole": "a whole game in one call",
    }
    for group, players in groups.items():
        rates: dict[str, list[float]] = {name: [] for name in players}
        for _ in range(SLICES):
            for name, play in players.items():
                rates[name].append(rate(play))
        medians = {name: statistics.median(slices) for name, slices in rates.items()}
        peers = [games for name, games in medians.items() if not name.startswith("outflank")]
        print(f"\n| {titles[group]} | games a second | to the fastest peer |\n|---|---:|---:|")
        for name, games in medians.items():
            ratio = f"{games / max(peers):.2f}x" if peers else ""
            print(f"| {name} | {games:,.0f} | {ratio} |")


if __name__ == "__main__":
    main()
