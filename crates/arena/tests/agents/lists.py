"""Uses its list in every way that a list can be used, and says what is not as it should be."""
import copy
import pickle

from first_moves import legal_moves


def expect(condition, text):
    if not condition:
        print(text)


class AI(object):
    candidate_list = []

    def __init__(self, chessboard_size, color, time_out):
        self.color = color
        expect(self.candidate_list == [], "a list of the class")

    def go(self, chessboard):
        moves = legal_moves(chessboard, self.color)
        self.candidate_list = []
        own = self.candidate_list
        own.extend(moves)
        expect(own is self.candidate_list, "it is another list")
        expect(isinstance(own, list) and type(own).__name__ == "list", "it is no list")
        expect(copy.copy(own) == own == copy.deepcopy(own), "its copies differ")
        expect(type(pickle.loads(pickle.dumps(own))) is list, "it cannot be pickled")
        own += [(0, 0)]
        own.remove((0, 0))
        own.insert(0, (0, 0))
        expect(own.pop(0) == (0, 0), "pop")
        own.sort(key=lambda move: (move[1], move[0]))
        own.reverse()
        own[0] = own[0]
        own *= 2
        del own[len(moves):]
        expect(sorted(own) == sorted(moves), f"{own} are not {moves}")
        # Its other name sees what the attribute sees.
        other = [1]
        self.candidate_list = other
        other.clear()
        expect(self.candidate_list is other, "it was replaced by a copy")
        del self.candidate_list
        expect(self.candidate_list is AI.candidate_list or True, "deleted")
        self.candidate_list = (*moves, moves[0])
        self.candidate_list = [*moves, moves[1]]
