"""Says that its move has ended without a list."""
from forge import Forger


class AI(Forger):
    line = b"back 1"
