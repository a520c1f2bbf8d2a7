// Agents of the course for tests: all play within a millisecond unless they say otherwise.

const COMMON = `
    def __init__(self, chessboard_size, color, time_out):
        self.color = color
        self.candidate_list = []

    def flips(self, board, x, y):
        if board[x][y] != 0:
            return False
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                i, j, seen = x + dx, y + dy, 0
                while (dx or dy) and 0 <= i < 8 and 0 <= j < 8 and board[i][j] == -self.color:
                    i, j, seen = i + dx, j + dy, seen + 1
                if seen and 0 <= i < 8 and 0 <= j < 8 and board[i][j] == self.color:
                    return True
        return False

    def go(self, board):
        self.candidate_list.clear()
        legal = [(x, y) for x in range(8) for y in range(8) if self.flips(board, x, y)]
        self.candidate_list.extend(legal)
`;

/** Plays the first legal move, after some milliseconds. */
export const first = (milliseconds: number): string => `import time
class AI(object):${COMMON}        time.sleep(${milliseconds / 1000})
        if legal:
            self.candidate_list.append(legal[0])
`;

/** Takes corners and avoids the squares beside them; it tells of its moves. It beats `first` with both colours. */
export const corners = `class AI(object):${COMMON}        print("choosing among", len(legal))
        if legal:
            worth = [9, -5, 2, 1, 1, 2, -5, 9]
            self.candidate_list.append(max(reversed(legal), key=lambda at: worth[at[0]] + worth[at[1]]))
`;

/** Plays the last legal move, and tells the number of its turn and its own file. */
export const talker = `class AI(object):${COMMON}        self.turn = getattr(self, "turn", 0) + 1
        print("turn", self.turn, __file__)
`;

/** Sleeps longer than its time at the third call. */
export const slow = `import time
calls = 0
class AI(object):${COMMON}        global calls
        calls += 1
        if calls == 3:
            time.sleep(1.5)
        if legal:
            self.candidate_list.append(legal[0])
`;

/** Fails at its first move. */
export const broken = `class AI(object):${COMMON}        raise KeyError("no such board")
`;
