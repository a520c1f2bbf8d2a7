from first_moves import First


class AI(First):
    def go(self, chessboard):
        for _ in range(1024):
            print("x" * (1 << 20))
