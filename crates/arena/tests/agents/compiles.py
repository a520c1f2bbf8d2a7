"""Keeps a file as Numba does, and litters its cache with what must not be kept."""
import os

from first_moves import First

FOLDER = os.path.join(os.environ["NUMBA_CACHE_DIR"], "agent")
INDEX = os.path.join(FOLDER, "f.nbi")
if os.path.exists(INDEX):
    print("cached")
else:
    print("compiled")
    os.makedirs(FOLDER)
    with open(INDEX, "w") as file:
        file.write("index")
    os.symlink("/etc/passwd", os.path.join(FOLDER, "link.nbc"))
    os.mkfifo(os.path.join(FOLDER, "pipe.nbc"))
    with open(os.path.join(FOLDER, "notes.txt"), "w") as file:
        file.write("no")


class AI(First):
    pass
