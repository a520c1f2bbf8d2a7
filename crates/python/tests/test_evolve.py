"""The genetic tuner."""

import gc
import multiprocessing
import os
import signal
import threading
import time
import warnings

import numpy as np
import pytest
from forks import in_a_fork

from outflank import arena, evolve

TARGET = [2.0, -3.0, 7.0]
BOUNDS = [(-10.0, 10.0)] * 3


def nearness(genes):
    return -sum((gene - target) ** 2 for gene, target in zip(genes, TARGET))


def tuned(**keywords):
    given = {"fitness": nearness, "start": [0.0] * 3, "bounds": BOUNDS, "generations": 30}
    return evolve.run(**{**given, **keywords})


def test_a_fitness_function_is_climbed():
    result = tuned(seed=1)
    assert result.fitness == nearness(result.genes)
    assert result.fitness > -0.5 > nearness([0.0] * 3)
    assert len(result.log) == 30
    best = [generation.champion.fitness for generation in result.log]
    assert best == sorted(best) and best[-1] > best[0]
    assert all(low <= gene <= high for gene, (low, high) in zip(result.genes, BOUNDS))


def test_a_seed_gives_the_same_run_again():
    assert tuned(seed=2).genes == tuned(seed=2).genes != tuned(seed=3).genes


def test_the_function_is_asked_once_for_each_agent():
    asked = []

    def counted(genes):
        assert isinstance(genes, list)
        asked.append(tuple(genes))
        return nearness(genes)

    tuned(fitness=counted, generations=5)
    assert len(asked) == len(set(asked)) > 24


def test_what_the_function_raises_is_passed_on():
    def broken(genes):
        raise KeyError("no fitness")

    with pytest.raises(KeyError, match="no fitness"):
        tuned(fitness=broken)
    with pytest.raises(ValueError, match="is not a number"):
        tuned(fitness=lambda genes: float("nan"))
    with pytest.raises(TypeError):
        tuned(fitness=lambda genes: "good")


def test_ctrl_c_stops_a_run_and_finished_generations_are_kept(tmp_path):
    def slow(genes):
        time.sleep(0.002)
        return nearness(genes)

    threading.Timer(0.6, os.kill, (os.getpid(), signal.SIGINT)).start()
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        tuned(fitness=slow, generations=100000, folder=tmp_path, seed=5)
    assert time.monotonic() - start < 1.2
    kept = len(list((tmp_path / "generations").iterdir()))
    assert kept > 0
    evolution = evolve.Evolution(
        fitness=slow, start=[0.0] * 3, bounds=BOUNDS, generations=kept + 2, folder=tmp_path, seed=5
    )
    assert next(evolution).generation >= kept


def test_ctrl_c_stops_games_too():
    threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        evolve.run("phased", depth=5, generations=1000, threads=1)
    assert time.monotonic() - start < 1.5


def test_agents_of_a_report_are_tuned_and_play(tmp_path):
    told = []
    result = evolve.run(
        "corner",
        generations=3,
        population=6,
        openings=1,
        measure=4,
        depth=1,
        seed=1,
        threads=1,
        on_generation=told.append,
    )
    assert [generation.generation for generation in told] == [0, 1, 2]
    assert tuple(told) == result.log
    assert told[0].played == 2 * 5 and told[0].games >= 6 * 5
    assert 0 <= result.champion.rate <= 1 and result.champion.fitness is None
    assert 0 <= result.champion.generation <= 2
    file = tmp_path / "mine.toml"
    result.save(file)
    assert "corner" in file.read_text()
    played = arena.match(f"genome:{file},depth=1", "random", games=2)
    assert played.faults == () and played.games_played == 2


def test_a_run_in_a_folder_goes_on(tmp_path):
    def play(generations, folder):
        return evolve.Evolution(
            "corner", generations=generations, population=4, depth=1, measure=0, folder=folder
        )

    assert len(list(play(2, tmp_path / "one"))) == 2
    rest = list(play(4, tmp_path / "one"))
    assert [generation.generation for generation in rest] == [2, 3]
    whole = list(play(4, tmp_path / "two"))
    assert rest[-1].champion == whole[-1].champion
    with pytest.raises(OSError, match="another run|other"):
        evolve.Evolution("corner", population=5, depth=1, measure=0, folder=tmp_path / "one")


def test_a_finished_run_has_its_result_again(tmp_path):
    first = tuned(generations=8, folder=tmp_path, seed=4)
    asked = []

    def counted(genes):
        asked.append(tuple(genes))
        return nearness(genes)

    counted.__qualname__ = nearness.__qualname__
    again = tuned(fitness=counted, generations=8, folder=tmp_path, seed=4)
    assert again.log == () and len(asked) == 1
    assert again.champion == first.champion
    more = tuned(generations=9, folder=tmp_path, seed=4)
    assert len(more.log) == 1 and more.fitness >= first.fitness
    form = {"generations": 2, "population": 4, "depth": 1, "measure": 1, "folder": tmp_path / "form"}
    assert evolve.run("corner", **form).champion == evolve.run("corner", **form).champion


@pytest.mark.parametrize("value", [float("inf"), float("-inf")])
def test_infinite_fitnesses_are_told(value):
    assert tuned(fitness=lambda genes: value, generations=2).fitness == value


def test_a_run_may_be_stopped_from_anywhere():
    def stopping(genes):
        evolution.stop()
        return 0.0

    evolution = evolve.Evolution(fitness=stopping, start=[0.0] * 3, bounds=BOUNDS)
    assert list(evolution) == []
    with pytest.raises(ValueError, match="there is no generation yet"):
        evolution.result()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_a_run_says_so_in_a_forked_process():
    evolution = evolve.Evolution(fitness=nearness, start=[0.0] * 3, bounds=BOUNDS)
    next(evolution)
    assert in_a_fork(lambda: next(evolution)).startswith("this run belongs to the process")
    assert next(evolution).generation == 1


def test_nothing_is_left_behind(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        evolution = evolve.Evolution(fitness=nearness, start=[0.0] * 3, bounds=BOUNDS)
        next(evolution)
        assert len(list(tmp_path.iterdir())) == 1
        del evolution
        gc.collect()
    assert list(tmp_path.iterdir()) == []


def test_a_listener_may_end_a_run():
    result = tuned(on_generation=lambda generation: generation.generation < 4)
    assert len(result.log) == 5


def test_threads_change_nothing():
    def genes(threads):
        return evolve.run(
            "corner", generations=2, population=6, depth=1, measure=2, seed=3, threads=threads
        ).genes

    assert genes(1) == genes(3)


def test_presets_are_those_of_the_reports():
    usual = evolve.settings()
    assert usual["generations"] == 50 and usual["optimiser"]["genetic"]["population"] == 24
    report = evolve.settings("report-004")
    assert report["coding"] == {"sign-magnitude": {"bits": 7}}
    assert report["optimiser"]["genetic"]["selection"] == "best-half"
    evolution = evolve.Evolution(
        preset="report-002", generations=1, population=4, depth=1, measure=0
    )
    assert evolution.form == "five-factor"
    next(evolution)
    assert len(evolution.result().genes) == 19


def test_settings_are_plain_data():
    given = evolve.settings()
    given["optimiser"]["genetic"]["crossover"] = "per-gene"
    given["generations"] = 2
    result = tuned(settings=given, generations=None)
    assert len(result.log) == 2
    with pytest.raises(ValueError, match="there is no setting 'speed': expected coding, "):
        tuned(settings={"speed": 9})
    given["optimiser"]["genetic"]["crossover"] = "wild"
    with pytest.raises(ValueError, match="settings cannot be understood: .*wild"):
        tuned(settings=given)


def test_wrong_arguments_are_named():
    for keywords, message in [
        ({}, "say what is tuned"),
        ({"form": "hal"}, "'hal' is not a form"),
        ({"preset": "report-9"}, "'report-9' is not a preset"),
        ({"fitness": nearness}, "needs start and bounds"),
        ({"form": "corner", "population": 1}, "the population must be 2 to"),
        ({"form": "corner", "depth": 0}, "the depth is 0, expected 1 to 60"),
        ({"form": "corner", "depth": 1, "nodes": 5}, "either a depth or a number of nodes"),
        ({"form": "corner", "threads": 0}, "threads is 0, expected 1 to"),
        ({"form": "corner", "generations": -1}, "the generations cannot be understood"),
        ({"form": "corner", "fixed": ["nose"]}, "corner has no gene 'nose'"),
        ({"form": "corner", "start": [1.0]}, "corner has [0-9]+ finite genes, found 1"),
        ({"form": "corner", "bounds": BOUNDS}, "bounds are for a fitness function"),
        ({"fitness": nearness, "start": [0.0], "bounds": BOUNDS}, "1 genes .* 3 bounds"),
        ({"fitness": nearness, "start": [9.0], "bounds": [(0, 1)]}, "gene 0 is 9, not between"),
        ({"fitness": nearness, "start": [1.0], "bounds": [(2, 1)]}, "gene 0 cannot lie between"),
    ]:
        with pytest.raises(ValueError, match=message):
            evolve.Evolution(**keywords)
    with pytest.raises(ValueError, match="only agents of a form have a genome file"):
        tuned(generations=1).genome()


def valley(genes):
    """Highest at (3, -1)."""
    return -((genes[0] - 3) ** 2) - 2 * (genes[1] + 1) ** 2


VALLEY = dict(start=[0, 0], bounds=[(-10, 10)] * 2, seed=1)


def test_cma_es_follows_a_fitness_function():
    result = evolve.run(fitness=valley, optimiser="cma-es", generations=40, **VALLEY)
    assert result.fitness > -0.01
    assert result.genes == pytest.approx([3, -1], abs=0.1)


def test_cma_es_resumes_a_fitness_function(tmp_path):
    given = dict(fitness=valley, optimiser="cma-es", **VALLEY)
    whole = evolve.run(generations=12, **given)
    evolution = evolve.Evolution(generations=12, folder=tmp_path, **given)
    for generation in evolution:
        if generation.generation == 5:
            evolution.stop()
    again = evolve.run(generations=12, folder=tmp_path, **given)
    assert again.genes == whole.genes and again.fitness == whole.fitness


@pytest.mark.parametrize("optimiser", ["genetic", "cma-es"])
def test_a_map_evaluates_a_generation_at_once(optimiser):
    given = dict(optimiser=optimiser, generations=8, population=8, **VALLEY)
    sizes = []

    def batched(function, agents):
        sizes.append(len(agents))
        return [function(genes) for genes in agents]

    calls = []

    def counted(genes):
        calls.append(tuple(genes))
        return valley(genes)

    alone = evolve.run(fitness=valley, **given)
    together = evolve.run(fitness=counted, map=batched, **given)
    assert together.genes == alone.genes
    assert [line.fitness for line in together.log] == [line.fitness for line in alone.log]
    assert len(sizes) == 8 and max(sizes) > 1
    assert len(set(calls)) == len(calls)
    # Besides the agents, CMA-ES compares with the mean of its points.
    assert sum(sizes) >= 0.8 * len(calls)


@pytest.mark.parametrize("optimiser", ["genetic", "cma-es"])
def test_processes_can_evaluate_a_generation(optimiser):
    given = dict(fitness=valley, optimiser=optimiser, generations=4, population=6, **VALLEY)
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        result = evolve.run(map=pool.map, **given)
    assert result.genes == evolve.run(**given).genes


def test_a_wrong_map_is_told():
    with pytest.raises(ValueError, match="map returned 1 values for"):
        evolve.run(fitness=valley, map=lambda function, agents: [1.0], generations=2, **VALLEY)

    def broken(function, agents):
        raise KeyError("no workers")

    with pytest.raises(KeyError, match="no workers"):
        evolve.run(fitness=valley, map=broken, generations=2, **VALLEY)
    with pytest.raises(ValueError, match="map is for a fitness function"):
        evolve.run("corner", map=broken)
    with pytest.raises(ValueError, match="optimiser is 'luck', expected 'genetic' or 'cma-es'"):
        evolve.run(fitness=valley, optimiser="luck", **VALLEY)


def test_a_generation_has_its_population_and_its_fitness():
    evolution = evolve.Evolution(fitness=valley, generations=3, population=6, **VALLEY)
    for generation in evolution:
        values = [agent.fitness for agent in generation.population]
        assert len(values) == 6
        assert values == [valley(agent.genes) for agent in generation.population]
        assert generation.fitness.best == max(values)
        assert generation.fitness.worst == min(values)
        assert generation.fitness.mean == pytest.approx(sum(values) / 6)
        assert generation.fitness.deviation == pytest.approx(np.std(values))
        best = max(generation.population, key=lambda agent: agent.fitness)
        assert best.wins == max(agent.wins for agent in generation.population)


def test_a_generation_of_agents_has_its_population():
    (generation,) = evolve.Evolution("corner", generations=1, population=4, depth=1, measure=0)
    assert len(generation.population) == 4
    assert generation.fitness is None
    for agent in generation.population:
        assert agent.wins + agent.draws + agent.losses == generation.played
        assert agent.fitness is None and agent.island == 0
