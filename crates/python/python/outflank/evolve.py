"""The genetic tuner: agents that are lists of numbers get better.

How good an agent is comes from its games, for the agents of the reports, or
from a function of your own.

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
import os
import shutil
import tempfile
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from outflank._outflank import Evolution as _Evolution
from outflank._outflank import genome_text, plan_text

__all__ = ["Champion", "Evolution", "Generation", "Result", "run", "settings"]


@dataclass(frozen=True)
class Champion:
    """The best agent so far."""

    genes: tuple[float, ...]
    #: The generation it comes from; None where a fitness function judges.
    generation: int | None
    #: The part of its games against the starting agent that it won.
    rate: float | None
    #: What the fitness function says of it, where there is one.
    fitness: float | None


@dataclass(frozen=True)
class Generation:
    """What is noted of a generation."""

    #: Its number, from 0.
    generation: int
    #: The scores of its agents in their games against each other.
    best: int
    mean: float
    worst: int
    #: How many games each agent played for its score.
    played: int
    #: How much agents differ: 0 if all are alike, at most a half.
    diversity: float
    #: The part of the games against the starting agent that the best one won.
    rate: float | None
    #: How many games were played, and how long they took.
    games: int
    seconds: float | None
    #: The best agent of the run so far.
    champion: Champion = field(repr=False)


@dataclass(frozen=True)
class Result:
    """What a run came to."""

    champion: Champion
    #: The generations that were gone through; not those of a run that went before.
    log: tuple[Generation, ...] = field(repr=False)
    #: The form of the agents; None where a fitness function judges.
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
        """Writes the genome file, which the player `genome:PATH` is made of."""
        text = self.genome()
        part = f"{os.fspath(path)}.part"
        with open(part, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(part, path)


def settings(preset: str | None = None) -> dict[str, Any]:
    """The settings of a report ("report-000", "report-002", "report-004"), or the usual ones.

    They are plain data: change what you like and give them to `run`.

    >>> settings()["optimiser"]["genetic"]["population"]
    24
    """
    return _settings(json.loads(plan_text(preset)))


class Evolution:
    """A run that is gone through generation by generation.

    >>> evolution = Evolution("corner", generations=2, population=4, depth=1, measure=0)
    >>> [generation.generation for generation in evolution]
    [0, 1]

    Tunes the agents of a report (`form`: phased, staged, five-factor, corner or
    evolved) by games of `depth` plies or `nodes` positions a move; or, with
    `fitness`, lists of numbers between `bounds`, of which the function says how
    good they are: the higher the better. It is asked once for each list.

    `start` are the genes to start from. `preset` is a report's, `settings` a
    dictionary like that of `settings()`; the other keywords go before both.
    With a `folder` every finished generation is kept there, and a run with the
    same settings goes on where it was stopped. Ctrl-C stops it, and so does an
    exception of the fitness function, which is passed on. The function is asked
    on a thread of the run; NaN is an error, and infinities are fitnesses.
    """

    def __init__(
        self,
        form: str | None = None,
        *,
        fitness: Callable[[list[float]], float] | None = None,
        start: Sequence[float] | None = None,
        bounds: Sequence[tuple[float, float]] | None = None,
        preset: str | None = None,
        settings: Mapping[str, Any] | None = None,
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
        if population is not None:
            # The settings of the optimiser, whichever it is.
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
            # No games are played: whoever is fitter wins, wherever they begin.
            chosen.update(openings="start", measure=0)
            self._run = _Evolution.of_fitness(
                fitness,
                getattr(fitness, "__qualname__", type(fitness).__qualname__),
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
            if fixed is None:
                # A preset knows the genes of its own form only.
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

    def _generation(self, told: tuple[str, tuple[float, list[float]] | None]) -> Generation:
        text, best = told
        noted = json.loads(text)
        line = {"seconds": None, **noted["line"]}
        if best is not None:
            champion = Champion(tuple(best[1]), None, None, best[0])
        else:
            agent = noted["champion"]
            champion = Champion(tuple(agent["genes"]), agent["generation"], agent["rate"], None)
        return Generation(**{**line, "champion": champion})

    @property
    def log(self) -> tuple[Generation, ...]:
        """The generations that this object went through."""
        return tuple(self._log)

    def result(self) -> Result:
        """What the run has come to so far."""
        if self._last is None:
            raise ValueError("there is no generation yet")
        return Result(self._last.champion, self.log, self.form)

    def stop(self) -> None:
        """Ends the run; what is finished is kept."""
        self._run.stop()


def run(
    form: str | None = None,
    *,
    on_generation: Callable[[Generation], Any] | None = None,
    **keywords: Any,
) -> Result:
    """Goes through all generations; the keywords are those of `Evolution`.

    `on_generation` hears of each; if it answers False, the run ends there.
    """
    evolution = Evolution(form, **keywords)
    for generation in evolution:
        if on_generation is not None and on_generation(generation) is False:
            evolution.stop()
            break
    return evolution.result()


def _settings(plan: dict[str, Any]) -> dict[str, Any]:
    return {"generations": plan["generations"], **plan["settings"], "coding": plan["coding"]}


def _merged(usual: dict[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """The usual settings with those given before them."""
    unknown = sorted(set(given) - set(usual))
    if unknown:
        raise ValueError(f"there is no setting {unknown[0]!r}: expected {', '.join(sorted(usual))}")
    merged = copy.deepcopy(usual)
    merged.update(copy.deepcopy(dict(given)))
    return merged
