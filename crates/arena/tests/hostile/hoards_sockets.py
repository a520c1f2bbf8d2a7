import os
import socket
import time

# More sockets than one process may have.
for _ in range(4):
    if os.fork() == 0:
        hoard = []
        for _ in range(100):
            hoard.extend(socket.socketpair())
            hoard[-1].setblocking(False)
            try:
                while True:
                    hoard[-1].send(bytes(1 << 16))
            except OSError:
                pass
        time.sleep(60)
time.sleep(60)


class AI(object):
    pass
