"""Keeps 20 MiB in each of its folders, and uses little memory otherwise."""
from first_moves import First

for folder in ("/tmp", "/dev/shm"):
    for number in range(5):
        with open(f"{folder}/{number}", "wb") as file:
            file.write(bytes(4 << 20))


class AI(First):
    pass
