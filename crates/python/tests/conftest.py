"""Settings of all tests."""

import signal

# A shell lets programs in the background ignore Ctrl-C, and Python then does not listen
# to it. The tests of Ctrl-C would wait for ever.
signal.signal(signal.SIGINT, signal.default_int_handler)
