from first_moves import First


class AI(First):
    def go(self, chessboard):
        super().go(chessboard)
        chessboard[:] = 7
        print("I have changed the board")
