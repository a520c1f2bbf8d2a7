#!/usr/bin/env python3
"""Writes evaluations.tsv: 200 boards with their values by the five reports.

It uses nothing of Outflank. The rules, the counts and the numbers are written
out here a second time, as plainly as possible, so that a mistake in the agents
shows as a difference. Run it in this folder: python3 evaluations.py
"""

import functools
import random

SIZE = range(8)
DIRECTIONS = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)]
LINES = [(0, 1), (1, 0), (1, 1), (1, -1)]
CORNERS = [(0, 0), (0, 7), (7, 0), (7, 7)]


def square_map(*triangle):
    """Ten numbers (a1 b1 c1 d1 / b2 c2 d2 / c3 d3 / d4) as an 8x8 matrix."""
    places = {}
    numbers = iter(triangle)
    for low in range(4):
        for high in range(low, 4):
            places[low, high] = next(numbers)

    def at(row, column):
        low, high = sorted((min(row, 7 - row), min(column, 7 - column)))
        return places[low, high]

    return [[at(row, column) for column in SIZE] for row in SIZE]


# Report 000
POSITION = square_map(1, 8, 3, 7, 3, 2, 5, 6, 6, 4)
SCALE = [0.5, 1, 1]
MOBILITY = [
    [8.71, -10.03, 7.126, -7.41365776],
    [16.10918033, -17.42505795, 10.70645469, -10.43457629],
    [13.7, -13.63, 20.07, -20.27],
]
STABILITY = [[-20, 20], [-30.58338063, 34.95252024], [-20, 20]]
# Report 001
MATRIX = square_map(500, -250, 0, 0, 0, 0, 0, 0, 0, 2)
# Report 002
SQUARES = square_map(-150, 48, -8, 6, -8, -16, 3, 4, 4, 0)
FACTORS = [(2.51, 5.75, 0.75, 1.56), (1.88, 3.03, 4.38, 5.21)]
BOARD_FACTOR = 2.22
# Report 003
WEIGHT = square_map(500, -25, 10, 5, -45, -1, -1, 3, 2, 1)
# Report 004
MAPS = [
    square_map(-17, -43, 25, 23, -25, 56, 25, 7, -45, -49),
    square_map(46, -40, -5, -9, -2, 1, -3, 54, -35, 21),
]
MOVE_MAPS = [
    square_map(47, 56, -25, 9, 58, -45, 48, 36, 33, -45),
    square_map(34, 41, 43, 56, -52, 36, -24, -9, 5, -36),
]


def inside(row, column):
    return 0 <= row < 8 and 0 <= column < 8


def turned(board, side, row, column):
    """The discs that a move turns."""
    if board[row][column] != 0:
        return []
    discs = []
    for down, right in DIRECTIONS:
        line = []
        r, c = row + down, column + right
        while inside(r, c) and board[r][c] == -side:
            line.append((r, c))
            r, c = r + down, c + right
        if inside(r, c) and board[r][c] == side:
            discs += line
    return discs


def moves(board, side):
    return [(r, c) for r in SIZE for c in SIZE if turned(board, side, r, c)]


def discs(board, side):
    return [(r, c) for r in SIZE for c in SIZE if board[r][c] == side]


def frontier(board, side):
    def is_open(row, column):
        beside = [(row + r, column + c) for r, c in DIRECTIONS]
        return any(inside(r, c) and board[r][c] == 0 for r, c in beside)

    return [place for place in discs(board, side) if is_open(*place)]


def inner_frontier(board, side):
    return [(r, c) for r, c in frontier(board, side) if 0 < r < 7 and 0 < c < 7]


def corner_runs(board, side):
    """Discs on an edge that discs of their colour connect to a corner."""
    runs = set()
    for row, column in CORNERS:
        down, right = (1 if row == 0 else -1), (1 if column == 0 else -1)
        for step_down, step_right in ((down, 0), (0, right)):
            r, c = row, column
            while inside(r, c) and board[r][c] == side:
                runs.add((r, c))
                r, c = r + step_down, c + step_right
    return runs


@functools.lru_cache(maxsize=None)
def stable_on_edge(edge):
    """Which discs of an edge no discs played along that edge can turn."""
    safe = [disc != 0 for disc in edge]
    for place in SIZE:
        if edge[place] != 0:
            continue
        for side in (1, -1):
            after = list(edge)
            after[place] = side
            for step in (1, -1):
                reach = place + step
                while 0 <= reach < 8 and edge[reach] == -side:
                    reach += step
                if 0 <= reach < 8 and edge[reach] == side:
                    for between in range(place + step, reach, step):
                        after[between] = side
            later = stable_on_edge(tuple(after))
            for at in SIZE:
                safe[at] = safe[at] and later[at] and edge[at] == after[at]
    return tuple(safe)


def is_full(board, row, column, step):
    down, right = step
    while inside(row - down, column - right):
        row, column = row - down, column - right
    while inside(row, column):
        if board[row][column] == 0:
            return False
        row, column = row + down, column + right
    return True


def stable_discs(board, side):
    """Discs that edges, full lines and stable neighbours prove safe."""
    stable = set()
    edges = [[(0, i) for i in SIZE], [(7, i) for i in SIZE], [(i, 0) for i in SIZE], [(i, 7) for i in SIZE]]
    for edge in edges:
        safe = stable_on_edge(tuple(board[r][c] for r, c in edge))
        stable |= {place for place, is_safe in zip(edge, safe) if is_safe and board[place[0]][place[1]] == side}
    inner = [(r, c) for r, c in discs(board, side) if 0 < r < 7 and 0 < c < 7]

    def is_safe(row, column):
        def along(step):
            beside = [(row + step[0], column + step[1]), (row - step[0], column - step[1])]
            return is_full(board, row, column, step) or any(place in stable for place in beside)

        return all(along(step) for step in LINES)

    while True:
        more = {place for place in inner if place not in stable and is_safe(*place)}
        if not more:
            return stable
        stable |= more


def stability_degree(board, side):
    """Report 001: 0 to 4 for each disc."""
    degree = 0
    for row, column in discs(board, side):
        for down, right in LINES:
            ends = []
            for way in (1, -1):
                r, c = row, column
                while inside(r, c) and board[r][c] == side:
                    r, c = r + way * down, c + way * right
                ends.append("off" if not inside(r, c) else board[r][c])
            degree += "off" in ends or ends == [-side, -side]
    return degree


def weigh(weights, places):
    return sum(weights[r][c] for r, c in places)


def total(board):
    return sum(row.count(1) + row.count(-1) for row in board)


def is_over(board):
    return not moves(board, 1) and not moves(board, -1)


def report_000(board, me):
    own, opp = len(moves(board, me)), len(moves(board, -me))
    if own == 0 and opp == 0:
        return 1e5 if len(discs(board, me)) < len(discs(board, -me)) else -1e5
    placed = total(board) - 4
    phase = 0 if placed < 18 else 1 if placed < 40 else 2
    position = sum(board[r][c] * POSITION[r][c] for r in SIZE for c in SIZE) * me
    counts = [own, opp, len(inner_frontier(board, me)), len(inner_frontier(board, -me))]
    stable = [len(corner_runs(board, me)), len(corner_runs(board, -me))]
    mobility = sum(w * n for w, n in zip(MOBILITY[phase], counts))
    return SCALE[phase] * position + mobility + sum(w * n for w, n in zip(STABILITY[phase], stable))


def report_001(board, me):
    count = total(board)
    if is_over(board):
        own, opp = len(discs(board, me)), len(discs(board, -me))
        empty = 64 - count
        score = own - opp + (empty if own > opp else -empty if own < opp else 0)
        return 1e6 * ((score > 0) - (score < 0)) + score

    def matrix_value(side):
        values = [row[:] for row in MATRIX]
        for row, column in CORNERS:
            if board[row][column] == side:
                r, c = (1 if row == 0 else 6), (1 if column == 0 else 6)
                values[row][c] = values[r][column] = 300
                values[r][c] = 100
        return weigh(values, discs(board, side))

    matrix = matrix_value(me) - matrix_value(-me)
    stable, mobile = stability_degree(board, me), len(moves(board, me))
    if count <= 20:
        return matrix + 20 * stable + mobile
    if count < 45:
        return matrix + 20 * stable + 40 * mobile
    return 30 * (len(discs(board, me)) - len(discs(board, -me))) + stable + mobile


def report_002(board, me):
    def more(counted):
        return len(counted(board, me)) - len(counted(board, -me))

    w_moves, w_frontier, w_stable, w_discs = FACTORS[0 if total(board) - 4 < 30 else 1]
    squares = weigh(SQUARES, discs(board, me)) - weigh(SQUARES, discs(board, -me))
    return (
        w_moves * more(moves)
        - w_frontier * more(frontier)
        - w_stable * more(stable_discs)
        - w_discs * more(discs)
        + BOARD_FACTOR * squares
    )


def report_003(board, me):
    value = weigh(WEIGHT, discs(board, me)) - weigh(WEIGHT, discs(board, -me))
    value += 10 * len(stable_discs(board, me))
    last = moves if total(board) <= 50 else discs
    return value + 30 * len(last(board, me))


def report_004(board, me):
    own, opp = discs(board, me), discs(board, -me)
    if is_over(board):
        return 1e9 * ((len(own) < len(opp)) - (len(own) > len(opp)))
    period = 0 if total(board) < 35 else 1
    squares = -sum(board[r][c] * MAPS[period][r][c] for r in SIZE for c in SIZE) * me
    mobility = weigh(MOVE_MAPS[period], moves(board, me)) - weigh(MOVE_MAPS[period], moves(board, -me))
    stable = 218 * (len(corner_runs(board, -me)) - len(corner_runs(board, me)))
    front = [-52, -27][period] * (len(frontier(board, me)) - len(frontier(board, -me)))
    return squares + mobility + stable + front + [-52, -51][period] * (len(own) - len(opp))


REPORTS = [report_000, report_001, report_002, report_003, report_004]


def random_positions(seed, count):
    """Positions of games played at random, black is 1 here."""
    chance = random.Random(seed)
    positions = []
    while len(positions) < count:
        board = [[0] * 8 for _ in SIZE]
        board[3][3] = board[4][4] = -1
        board[3][4] = board[4][3] = 1
        side = 1
        game = []
        while not is_over(board):
            game.append(([row[:] for row in board], side))
            choices = moves(board, side)
            if choices:
                row, column = chance.choice(choices)
                for r, c in turned(board, side, row, column):
                    board[r][c] = side
                board[row][column] = side
            side = -side
        game.append((board, side))
        # Every sixth board of a game, beginning elsewhere each time, and now and then its end.
        positions += game[len(positions) % 6 :: 6]
        if len(positions) % 3 == 0:
            positions.append(game[-1])
    return positions[:count]


def main():
    with open("evaluations.tsv", "w", encoding="ascii") as out:
        out.write("position\t000\t001\t002\t003\t004\n")
        for board, side in random_positions(19, 200):
            text = "".join({1: "X", -1: "O", 0: "-"}[disc] for row in board for disc in row)
            values = "\t".join(f"{report(board, side):.8f}".rstrip("0").rstrip(".") for report in REPORTS)
            out.write(f"{text} {'X' if side == 1 else 'O'}\t{values}\n")


main()
