"""The examples of the documentation have no type errors."""

import re
import subprocess
import sys

from test_docs import EXAMPLES, SECTIONS


def program(section):
    """The examples of a section as a program."""
    lines = "".join(EXAMPLES.findall(section)).splitlines()
    return "\n".join(line[4:] for line in lines if line.startswith((">>>", "...")))


def test_mypy_accepts_every_example(tmp_path):
    for section in SECTIONS:
        name = re.sub(r"\W+", "_", section.splitlines()[0].lower())
        (tmp_path / f"example_{name}.py").write_text(program(section) + "\n")
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "."]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
