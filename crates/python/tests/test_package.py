"""The package as a whole."""

import importlib.metadata
import subprocess
import sys

import pytest

import outflank


def test_modules_are_there_when_asked_for():
    program = "import outflank, sys; assert 'numpy' not in sys.modules; print(outflank.vec.VecEnv(2))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.startswith("VecEnv(2"), done.stderr
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        outflank.chess


def test_the_version_is_that_of_the_package():
    assert outflank.__version__ == importlib.metadata.version("outflank")


def test_all_modules_are_listed():
    names = dir(outflank)
    for module in ("arena", "evolve", "formats", "gymnasium", "pettingzoo", "reversed", "reversi", "vec"):
        assert module in names
    assert {"Board", "Engine", "__version__"} <= set(names)
