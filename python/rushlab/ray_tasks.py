"""Runs a function for each shard as a task of Ray."""

from __future__ import annotations

import logging
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import chain, islice
from types import FrameType
from typing import Any

from rushlab.errors import InvalidArgument, RushlabError

__all__ = ["ShardsFailed", "run_tasks"]

#: How often Ray runs a task again after its worker or its node died, or after its file could not be written.
RETRIES = 20

#: The number of failed shards after which no more are started.
MAX_FAILURES = 10

#: The memory of the object store of a local Ray, in bytes; only arguments and counts pass through it.
OBJECT_STORE = 128 << 20


class ShardsFailed(RushlabError):
    """Some shards failed, each several times. All others are finished."""


def run_tasks(
    function: Callable[..., Any],
    tasks: Iterator[tuple[int, tuple[Any, ...]]],
    on_result: Callable[[int, Any], object],
    *,
    address: str | None = None,
    workers: int | None = None,
    on_wait: Callable[[], object] = lambda: None,
) -> None:
    """Runs ``function(*arguments)`` for each ``(shard, arguments)`` on the processors of a Ray cluster.

    Calls ``on_result(shard, result)`` for each finished shard. If no Ray is connected, it connects to ``address``, to the environment
    variable ``RAY_ADDRESS``, or starts a local Ray, and disconnects at the end. A task whose worker or node dies is run again. Without tasks
    no Ray is needed.
    """
    first = next(tasks, None)
    if first is None:
        return
    tasks = chain([first], tasks)
    ray = _import_ray()
    connected = ray.is_initialized()
    if not connected:
        _connect(ray, address, workers)
    remote = ray.remote(num_cpus=1, max_retries=RETRIES, retry_exceptions=[OSError])(function)
    running: dict[Any, int] = {}
    failures: dict[int, str] = {}
    with _deferred_interrupt() as interrupted:
        try:
            while not interrupted():
                # Enough tasks for a cluster that grows on demand, and few enough for their arguments to fit in memory.
                free = max(64, 4 * int(ray.cluster_resources().get("CPU", 1))) - len(running)
                for shard, arguments in islice(tasks, free if len(failures) < MAX_FAILURES else 0):
                    running[remote.remote(*arguments)] = shard
                if not running:
                    break
                done, _ = ray.wait(list(running), num_returns=1, timeout=0.5)
                for reference in done:
                    shard = running.pop(reference)
                    try:
                        on_result(shard, ray.get(reference))
                    except ray.exceptions.RayError as error:
                        failures[shard] = _reason(error, isinstance(error, ray.exceptions.RayTaskError))
                on_wait()
        finally:
            # After an interrupt, which also reaches the processes of a local Ray, these calls may fail.
            with suppress(Exception):
                for reference in running:
                    ray.cancel(reference)
            if not connected:
                with suppress(Exception):
                    ray.shutdown()
        if interrupted():
            raise KeyboardInterrupt
    if failures:
        shard, reason = min(failures.items())
        count = "1 shard" if len(failures) == 1 else f"{len(failures)} shards"
        raise ShardsFailed(f"{count} failed, shard {shard} because of: {reason}; the same command tries again what is missing")


@contextmanager
def _deferred_interrupt() -> Iterator[Callable[[], bool]]:
    """Notes Ctrl-C instead of raising an exception in the middle of a call of Ray; a second Ctrl-C raises it."""
    requested = False

    def note(signum: int, frame: FrameType | None) -> None:
        nonlocal requested
        if requested:
            raise KeyboardInterrupt
        requested = True

    if threading.current_thread() is not threading.main_thread():
        yield lambda: False
        return
    before = signal.signal(signal.SIGINT, note)
    try:
        yield lambda: requested
    finally:
        signal.signal(signal.SIGINT, before)


def _import_ray() -> Any:
    # Statistics about the use are sent only if the user has asked Ray for it.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    try:
        import ray
    except ImportError as error:
        raise InvalidArgument('this needs Ray and pyarrow: pip install "rushlab[ray]"') from error
    return ray


def _connect(ray: Any, address: str | None, workers: int | None) -> None:
    address = address or os.environ.get("RAY_ADDRESS") or "local"
    options: dict[str, Any] = {"address": address, "logging_level": logging.ERROR, "log_to_driver": False}
    if workers is not None and workers < 1:
        raise InvalidArgument(f"the number of workers is at least 1, not {workers}")
    if address == "local":
        options |= {"num_cpus": workers, "object_store_memory": OBJECT_STORE, "include_dashboard": False}
    elif workers is not None:
        raise InvalidArgument("the number of workers is for a local Ray; a cluster has its own")
    try:
        ray.init(**options)
    # Ray raises exceptions of many kinds, also plain ones.
    except Exception as error:
        what = "be started" if address == "local" else f"be reached at {address}"
        raise InvalidArgument(f"Ray cannot {what}: {error}") from error


def _reason(error: Exception, has_traceback: bool) -> str:
    """Returns the line of an error that names its cause: the last one of a traceback, else the first one, which a log may follow."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    if not lines:
        return type(error).__name__
    return lines[-1 if has_traceback else 0]
