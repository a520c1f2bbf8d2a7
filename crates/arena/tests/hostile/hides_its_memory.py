import ctypes
import os
import shutil
import time

# Nobody may read this program, so the kernel hides the processes that run it.
shutil.copy("/bin/dd", "/tmp/hidden")
os.chmod("/tmp/hidden", 0o111)
ctypes.CDLL(None).prctl(4, 0, 0, 0, 0)
for _ in range(10):
    if os.fork() == 0:
        os.execv("/tmp/hidden", ["hidden", "if=/dev/zero", "of=/dev/null", "bs=16M"])
time.sleep(60)


class AI(object):
    pass
