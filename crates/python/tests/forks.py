"""What happens in a forked process."""

import os


def in_a_fork(work):
    """What some work gives in a forked process, as text; its error if it raises one."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            said = str(work())
        except BaseException as error:
            said = str(error)
        os.write(writer, said.encode())
        os._exit(0)
    os.close(writer)
    with open(reader) as pipe:
        said = pipe.read()
    os.waitpid(child, 0)
    return said
