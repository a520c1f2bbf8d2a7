"""Units of work, performed here, on a cluster or by another engine such as Ray.

A unit is a part of long work that follows from its settings and a seed: a hundred games of
self-play, some pairs of a match. Its result is the same wherever it is performed. A unit is
plain data and can be pickled.

>>> from outflank import units
>>> parts = units.match("random", "greedy", games=4, seed=1)
>>> [len(unit.read(unit.perform())) for unit in parts]
[2, 2]
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

from outflank._outflank import ClusterClient, Rule, perform, plan_match, plan_self_play
from outflank.arena import Terms

__all__ = ["Cluster", "Unit", "UnitError", "match", "self_play"]

_Fields = tuple[str, str, dict[str, bytes], int, int, str]


class UnitError(RuntimeError):
    """A unit failed, three times on a cluster. The message has the logs."""


@dataclass(frozen=True)
class Unit:
    """Several numbered items of work, and everything that their results follow from."""

    #: "selfplay", "games", "agents", "evolve", "book", "labels" or "zero".
    kind: str
    #: What all units of the work share.
    settings: Mapping[str, Any]
    #: The number of the first item.
    first: int
    #: The number after the last item.
    end: int
    #: Files, such as weights, by name.
    inputs: Mapping[str, bytes] = field(default_factory=dict, repr=False)
    #: What the items do not share.
    details: Any = field(default=None, repr=False)

    def perform(self) -> list[bytes]:
        """Performs the unit in this process, on one thread, and returns the results of its items."""
        return perform(self._fields())

    def read(self, results: Sequence[bytes]) -> list[Any]:
        """Reads results: dicts for games and agents, bytes as they are for other kinds."""
        if self.kind in ("games", "agents"):
            return [json.loads(result) for result in results]
        return list(results)

    def _fields(self) -> _Fields:
        settings, details = json.dumps(self.settings), json.dumps(self.details)
        return (self.kind, settings, dict(self.inputs), self.first, self.end, details)


def _units(plan: tuple[str, str, dict[str, bytes], list[tuple[int, int, str]]]) -> list[Unit]:
    kind, text, inputs, parts = plan
    settings = json.loads(text)
    return [
        Unit(kind, settings, first, end, inputs, json.loads(details))
        for first, end, details in parts
    ]


def self_play(
    games: int,
    *,
    rules: Rule | str = "reversi",
    weights: str = "built-in",
    depth: int = 8,
    exact: int = 14,
    opening: tuple[int, int] = (4, 46),
    temperature: float = 4.0,
    beside: int = 0,
    seed: int = 1,
) -> list[Unit]:
    """The units of a run of self-play: a shard of a hundred games each.

    The settings are those of `outflank selfplay`, and so are the games. weights is "built-in",
    "hand-made" or a file.
    """
    return _units(
        plan_self_play(games, rules, weights, depth, exact, opening, temperature, beside, seed)
    )


def match(
    first: str,
    second: str,
    *,
    games: int,
    rules: Rule | str = "reversi",
    pairs: int = 1,
    seed: int = 0,
    openings: str = "balanced",
    adjudicate: int | None = None,
    terms: Terms | None = None,
) -> list[Unit]:
    """The units of a match of two players: this many pairs of games each.

    Players are names, as in `outflank match`. With an agent ("python:FILE") the units are of the
    kind "agents", which only workers with a sandbox perform.
    """
    terms = Terms() if terms is None else terms
    return _units(
        plan_match((first, second), rules, games, pairs, seed, openings, adjudicate, terms)
    )


class Cluster:
    """Performs units on the workers of a cluster, like an executor of concurrent.futures.

    Use it in a with statement, or call shutdown. It may be used by several threads.
    """

    def __init__(self, address: str) -> None:
        """Connects to a NATS server: "nats://HOST:4222" or "tls://HOST".

        Credentials come from the environment (OUTFLANK_CLUSTER_USER and so on). Raises
        ConnectionError if the server cannot be reached or its cluster runs another build.
        """
        self._client = ClusterClient(address)
        self._pending: set[Future[list[bytes]]] = set()
        self._is_shut = False

    def submit(self, unit: Unit) -> Future[list[bytes]]:
        """Sends a unit. The future has the results of its items; Future.cancel takes it back.

        A unit that failed three times raises UnitError.
        """
        if self._is_shut:
            raise RuntimeError("cannot submit a unit after shutdown")
        future: Future[list[bytes]] = Future()

        def on_done(results: list[bytes] | None, error: str | None) -> None:
            if not future.set_running_or_notify_cancel():
                return
            if error is not None:
                future.set_exception(UnitError(error))
            else:
                future.set_result(results or [])

        def on_end(future: Future[list[bytes]]) -> None:
            self._pending.discard(future)
            if future.cancelled():
                task.cancel()

        task = self._client.submit(unit._fields(), on_done)
        self._pending.add(future)
        future.add_done_callback(on_end)
        return future

    def map(self, units: Iterable[Unit], *, timeout: float | None = None) -> Iterator[list[bytes]]:
        """The results of units in their order. All units are sent at once.

        Raises TimeoutError if a result is not there timeout seconds after the call. Units whose
        results were not taken are then taken back.
        """
        end = None if timeout is None else time.monotonic() + timeout
        futures = [self.submit(unit) for unit in units]

        def results() -> Iterator[list[bytes]]:
            try:
                for future in futures:
                    left = None if end is None else max(0.0, end - time.monotonic())
                    yield future.result(left)
            finally:
                for future in futures:
                    future.cancel()

        return results()

    def status(self) -> dict[str, Any]:
        """The workers, queues and failures of the cluster, as `outflank cluster status --json`."""
        status: dict[str, Any] = json.loads(self._client.status())
        return status

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Takes no more units. Waits for those that were sent, or takes them back."""
        self._is_shut = True
        pending = list(self._pending)
        if cancel_futures:
            for future in pending:
                future.cancel()
        if wait:
            for future in pending:
                if not future.cancelled():
                    future.exception()

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *_: object) -> None:
        self.shutdown()
