"""Units of work: performed here, on a cluster and under Ray."""

import concurrent.futures
import os
import pickle
import shutil
import socket
import subprocess
import sys
import time

import pytest
from forks import in_a_fork

import outflank
from outflank import arena, units

PLAYERS = ("classic:corner,depth=1", "random")


def test_units_of_a_match_are_the_match():
    parts = units.match(*PLAYERS, games=6, pairs=2, seed=3)
    assert [(unit.first, unit.end) for unit in parts] == [(0, 4), (4, 6)]
    games = [game for unit in parts for game in unit.read(unit.perform())]
    result = arena.match(*PLAYERS, games=6, seed=3)
    assert [game["score"] for game in games] == [game.score for game in result.games]


def test_units_are_data_that_repeats():
    first, second = units.self_play(200, weights="hand-made", depth=1, exact=2, seed=5)
    again = pickle.loads(pickle.dumps(first))
    assert again == first
    shard = first.perform()
    assert again.perform() == shard
    assert second.perform() != shard
    assert first.read(shard) == shard


def test_wrong_units_are_refused():
    with pytest.raises(ValueError, match="no kind of work"):
        units.Unit("cooking", {}, 0, 1).perform()
    with pytest.raises(ValueError, match="no items"):
        units.Unit("selfplay", {}, 1, 1).perform()
    with pytest.raises(ValueError, match="missing field"):
        units.Unit("selfplay", {}, 0, 1).perform()
    with pytest.raises(ValueError, match="even number"):
        units.match(*PLAYERS, games=3)
    with pytest.raises(ValueError, match="no address"):
        outflank.cluster("somewhere")
    with pytest.raises(ConnectionError, match="cannot use the server"):
        outflank.cluster("nats://127.0.0.1:1")


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """The address of a cluster with one worker."""
    server = shutil.which("nats-server", path=os.environ["PATH"] + ":/usr/sbin:/usr/local/bin")
    if server is None:
        pytest.skip("nats-server is not installed (apt-get install nats-server)")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    folder = tmp_path_factory.mktemp("server")
    address = f"nats://127.0.0.1:{port}"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    started = [server, "-a", "127.0.0.1", "-p", str(port), "-js", "-sd", str(folder)]
    with subprocess.Popen(started, **quiet) as nats:
        for _ in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        worker = [sys.executable, "-m", "outflank", "worker", "--cluster", address, "--cores", "1"]
        with subprocess.Popen(worker, **quiet) as running:
            yield address
            running.terminate()
        nats.terminate()


def test_a_cluster_performs_the_same(address):
    parts = units.match(*PLAYERS, games=6, seed=3)
    with outflank.cluster(address) as cluster:
        future = cluster.submit(parts[0])
        moves = [game["moves"] for game in parts[0].read(future.result(60))]
        assert moves == [game["moves"] for game in parts[0].read(parts[0].perform())]
        shards = units.self_play(300, weights="hand-made", depth=1, exact=2, seed=5)
        assert list(cluster.map(shards, timeout=60)) == [unit.perform() for unit in shards]
        assert [worker["cores"] for worker in cluster.status()["workers"]] == [1]
        with pytest.raises(units.UnitError, match="3 tries.*missing field"):
            cluster.submit(units.Unit("selfplay", {}, 0, 1)).result(60)
        # Nobody performs agents here.
        waits = cluster.submit(units.Unit("agents", {}, 0, 1))
        with pytest.raises(concurrent.futures.TimeoutError):
            waits.result(0.5)
        assert waits.cancel() and waits.cancelled()
    with pytest.raises(RuntimeError, match="after shutdown"):
        cluster.submit(parts[0])


def test_a_forked_process_has_no_cluster_and_can_end(address):
    clusters = [outflank.cluster(address)]

    def end():
        with pytest.raises(RuntimeError, match="belongs to the process that was forked"):
            clusters[0].status()
        clusters.clear()
        return "ended"

    assert in_a_fork(end) == "ended"
    assert clusters[0].status()["workers"]


def test_ray_performs_the_same():
    ray = pytest.importorskip("ray", reason="ray is not installed")
    ray.init(num_cpus=2, include_dashboard=False)
    parts = units.self_play(300, weights="hand-made", depth=1, exact=2, seed=5)
    perform = ray.remote(units.Unit.perform)
    results = ray.get([perform.remote(unit) for unit in parts])
    assert results == [unit.perform() for unit in parts]
    ray.shutdown()
