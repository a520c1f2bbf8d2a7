from lawful import Lawful


class AI(Lawful):
    def go(self, chessboard):
        super().go(chessboard)
        chessboard[:] = 7
        print("I have changed the board")
