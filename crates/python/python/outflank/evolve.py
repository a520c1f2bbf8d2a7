"""The tuner: a genetic algorithm and CMA-ES for agents that are lists of numbers.

The value of an agent comes from its games, for the agents of the reports, or
from a fitness function.

>>> from outflank import evolve
>>> def fitness(genes):
...     return -sum((gene - 3) ** 2 for gene in genes)
>>> result = evolve.run(fitness=fitness, start=[0.0, 0.0], bounds=[(-10, 10)] * 2,
...                     generations=20, seed=1)
>>> result.fitness > -1
True
"""

from __future__ import annotations

import copy
import json
import math
import os
import shutil
import tempfile
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias, Union

from outflank._outflank import Evolution as _Evolution
from outflank._outflank import genome_text, plan_text

__all__ = [
    "Champion",
    "Evolution",
    "FitnessStatistics",
    "Generation",
    "Individual",
    "Result",
    "run",
    "settings",
]


_Told: TypeAlias = tuple[str, Union[tuple[float, list[float]], None], list[Union[float, None]]]

_OPTIMISERS = ("genetic", "cma-es")


@dataclass(frozen=True)
class Champion:
    """The best agent so far."""

    genes: tuple[float, ...]
    #: The generation it comes from; None with a fitness function.
    generation: int | None
    #: The share of its games against the starting agent that it won.
    rate: float | None
    #: Its fitness, if there is a fitness function.
    fitness: float | None


@dataclass(frozen=True)
class Individual:
    """An agent of a generation."""

    genes: tuple[float, ...]
    #: The number of its island, from 0.
    island: int
    #: Its games against the others of its generation.
    wins: int
    draws: int
    losses: int
    #: The fitness, if there is a fitness function.
    fitness: float | None


@dataclass(frozen=True)
class FitnessStatistics:
    """The fitness of the agents of a generation."""

    best: float
    mean: float
    worst: float
    #: The standard deviation.
    deviation: float


@dataclass(frozen=True)
class Generation:
    """A finished generation."""

    #: Its number, from 0.
    generation: int
    #: The scores of its agents in their games against each other.
    best: int
    mean: float
    worst: int
    #: The number of games that each agent played for its score.
    played: int
    #: The variety of the agents: 0 if all are equal, at most a half.
    diversity: float
    #: The share of the games against the starting agent that the best one won.
    rate: float | None
    #: The number of games played, and their time.
    games: int
    seconds: float | None
    #: The best agent of the run so far.
    champion: Champion = field(repr=False)
    #: All agents of the generation, in the order in which they were made.
    population: tuple[Individual, ...] = field(repr=False)
    #: The statistics of their fitness, if there is a fitness function.
    fitness: FitnessStatistics | None


@dataclass(frozen=True)
class Result:
    """The result of a run."""

    champion: Champion
    #: The generations of this run, without those of an interrupted run before it.
    log: tuple[Generation, ...] = field(repr=False)
    #: The form of the agents; None with a fitness function.
    form: str | None

    @property
    def genes(self) -> tuple[float, ...]:
        """The numbers of the best agent."""
        return self.champion.genes

    @property
    def fitness(self) -> float | None:
        """The fitness of the best agent."""
        return self.champion.fitness

    def genome(self) -> str:
        """The best agent as the text of a genome file."""
        if self.form is None:
            raise ValueError("only agents of a form have a genome file: there was a fitness")
        provenance = f"outflank.evolve: the best of generation {self.champion.generation}"
        return genome_text(self.form, list(self.genes), provenance)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the genome file, for the player `genome:PATH`."""
        text = self.genome()
        part = f"{os.fspath(path)}.part"
        with open(part, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(part, path)


def settings(preset: str | None = None) -> dict[str, Any]:
    """The settings of a preset, such as "report-004" or "deep-binary", or the default ones.

    They are plain data, to be changed and passed to `run`.

    >>> settings()["optimiser"]["genetic"]["population"]
    24
    """
    return _settings(json.loads(plan_text(preset)))


class Evolution:
    """A run, as an iterator over its generations.

    >>> evolution = Evolution("corner", generations=2, population=4, depth=1, measure=0)
    >>> [generation.generation for generation in evolution]
    [0, 1]

    Tunes the agents of a report (`form`: phased, staged, five-factor, corner or
    evolved) by games of `depth` plies or `nodes` positions a move; or, with
    `fitness`, lists of numbers within `bounds`. The fitness function is called
    once for each list and returns its value: higher is better.

    `map` evaluates many lists at once: `map(fitness, lists)` returns their values
    in order. `multiprocessing.Pool().map` uses many processes.

    `optimiser` is "genetic" or "cma-es". `start` is the list of genes to start
    from. `preset` is the name of a report, `settings` a dictionary like that of
    `settings()`; the other keywords override both. With a `folder` every finished
    generation is kept there, and a run with the same settings resumes there.
    Ctrl-C ends a run. An exception of the fitness function ends it too, and is
    raised again. The function is called on a thread of the run. NaN is an error;
    infinities are allowed.
    """

    def __init__(
        self,
        form: str | None = None,
        *,
        fitness: Callable[[list[float]], float] | None = None,
        map: Callable[..., Iterable[float]] | None = None,
        start: Sequence[float] | None = None,
        bounds: Sequence[tuple[float, float]] | None = None,
        preset: str | None = None,
        settings: Mapping[str, Any] | None = None,
        optimiser: str | None = None,
        generations: int | None = None,
        population: int | None = None,
        openings: int | str | None = None,
        measure: int | None = None,
        fixed: Sequence[str] | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        seed: int | None = None,
        folder: str | os.PathLike[str] | None = None,
        threads: int | None = None,
    ) -> None:
        plan: dict[str, Any] = json.loads(plan_text(preset))
        chosen = _merged(_settings(plan), settings or {})
        given = {
            "generations": generations,
            "openings": openings if openings in (None, "start") else {"random": openings},
            "measure": measure,
            "seed": seed,
        }
        chosen.update((key, value) for key, value in given.items() if value is not None)
        if optimiser is not None:
            _choose_optimiser(chosen, optimiser)
        if population is not None:
            # The settings of either optimiser.
            (inner,) = chosen["optimiser"].values()
            inner["population"] = population
        self._log: list[Generation] = []
        self.form = None if fitness is not None else form or plan["form"]
        if folder is None:
            folder = tempfile.mkdtemp(prefix="outflank-")
            weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        if fitness is not None:
            if form is not None or start is None or bounds is None:
                raise ValueError("a fitness function needs start and bounds, and no form")
            if len(start) != len(bounds):
                raise ValueError(
                    f"there are {len(start)} genes to start from and {len(bounds)} bounds"
                )
            # No games are played: the fitter agent wins from every opening.
            chosen.update(openings="start", measure=0)
            self._run = _Evolution.of_fitness(
                fitness,
                getattr(fitness, "__qualname__", type(fitness).__qualname__),
                map,
                [float(gene) for gene in start],
                [(float(low), float(high)) for low, high in bounds],
                json.dumps(chosen),
                os.fspath(folder),
            )
        else:
            if self.form is None:
                raise ValueError("say what is tuned: a form, a preset or a fitness function")
            if bounds is not None:
                raise ValueError("bounds are for a fitness function: forms have their own")
            if map is not None:
                raise ValueError("map is for a fitness function: games use threads")
            if fixed is None:
                # A preset names genes of its own form only.
                fixed = plan["fixed"] if self.form == plan["form"] else []
            if depth is None and nodes is None:
                depth = plan["depth"]
            self._run = _Evolution.of_form(
                self.form,
                None if start is None else [float(gene) for gene in start],
                list(fixed),
                depth,
                nodes,
                json.dumps(chosen),
                os.fspath(folder),
                threads if threads is not None else os.cpu_count() or 1,
            )
        self._last = None if self._run.last is None else self._generation(self._run.last)

    def __iter__(self) -> Iterator[Generation]:
        return self

    def __next__(self) -> Generation:
        self._last = self._generation(next(self._run))
        self._log.append(self._last)
        return self._last

    def _generation(self, told: _Told) -> Generation:
        text, best, fitness = told
        noted = json.loads(text)
        line = {"seconds": None, **noted["line"]}
        if best is not None:
            champion = Champion(tuple(best[1]), None, None, best[0])
        else:
            agent = noted["champion"]
            champion = Champion(tuple(agent["genes"]), agent["generation"], agent["rate"], None)
        agents = [(island, agent) for island, all in enumerate(noted["islands"]) for agent in all]
        population = tuple(
            Individual(
                genes=tuple(agent["genes"]),
                island=island,
                wins=agent["wins"],
                draws=agent["draws"],
                losses=agent["losses"],
                fitness=value,
            )
            for (island, agent), value in zip(agents, fitness)
        )
        statistics = _statistics([value for value in fitness if value is not None])
        return Generation(
            **{**line, "champion": champion}, population=population, fitness=statistics
        )

    @property
    def log(self) -> tuple[Generation, ...]:
        """The generations of this object so far."""
        return tuple(self._log)

    def result(self) -> Result:
        """The result of the run so far."""
        if self._last is None:
            raise ValueError("there is no generation yet")
        return Result(self._last.champion, self.log, self.form)

    def stop(self) -> None:
        """End the run. Finished generations are kept."""
        self._run.stop()


def run(
    form: str | None = None,
    *,
    on_generation: Callable[[Generation], Any] | None = None,
    **keywords: Any,
) -> Result:
    """Run all generations; the keywords are those of `Evolution`.

    `on_generation` is called with each generation. If it returns False, the run
    ends.
    """
    evolution = Evolution(form, **keywords)
    for generation in evolution:
        if on_generation is not None and on_generation(generation) is False:
            evolution.stop()
            break
    return evolution.result()


def _choose_optimiser(chosen: dict[str, Any], optimiser: str) -> None:
    if optimiser not in _OPTIMISERS:
        expected = " or ".join(map(repr, _OPTIMISERS))
        raise ValueError(f"optimiser is {optimiser!r}, expected {expected}")
    if optimiser in chosen["optimiser"]:
        return
    if optimiser == "genetic":
        chosen["optimiser"] = settings()["optimiser"]
    else:
        chosen["optimiser"] = {"cma-es": {"population": None, "spread": 0.2, "panel": 2}}


def _statistics(values: list[float]) -> FitnessStatistics | None:
    if not values:
        return None
    mean = sum(values) / len(values)
    differences = [value - mean for value in values]
    # A product overflows to infinity, where a power raises.
    variance = sum(difference * difference for difference in differences) / len(values)
    deviation = math.sqrt(variance)
    return FitnessStatistics(max(values), mean, min(values), deviation)


def _settings(plan: dict[str, Any]) -> dict[str, Any]:
    return {"generations": plan["generations"], **plan["settings"], "coding": plan["coding"]}


def _merged(usual: dict[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """The default settings with the given ones in their place."""
    unknown = sorted(set(given) - set(usual))
    if unknown:
        raise ValueError(f"there is no setting {unknown[0]!r}: expected {', '.join(sorted(usual))}")
    merged = copy.deepcopy(usual)
    merged.update(copy.deepcopy(dict(given)))
    return merged
