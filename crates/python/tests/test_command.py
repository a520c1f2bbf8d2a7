"""The `outflank` command inside the package."""

import shutil
import signal
import subprocess
import sys
import sysconfig
import time

import outflank

COMMAND = [sys.executable, "-m", "outflank"]


def run(*arguments, command=COMMAND):
    return subprocess.run([*command, *arguments], capture_output=True, text=True, timeout=120)


def test_the_module_runs_the_command():
    done = run("--version")
    assert done.returncode == 0
    assert done.stdout.split() == ["outflank", outflank.__version__]
    done = run("perft", "4")
    assert done.returncode == 0 and "244" in done.stdout


def test_the_script_is_the_command():
    script = shutil.which("outflank", path=sysconfig.get_path("scripts"))
    assert script is not None
    assert run("--version", command=[script]).stdout == run("--version").stdout


def test_exit_codes_are_those_of_the_command():
    done = run("no-such-command")
    assert done.returncode == 2
    assert "no-such-command" in done.stderr


def test_ctrl_c_ends_the_command():
    process = subprocess.Popen(
        [*COMMAND, "perft", "20"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    time.sleep(2)
    assert process.poll() is None
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=10) != 0
