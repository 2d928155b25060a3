"""What the commands ``python -m rushlab.census`` and ``python -m rushlab.batch`` share: arguments, messages and exit codes."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence

from rushlab.errors import InvalidArgument, LimitReached, RushlabError
from rushlab.ray_tasks import ShardsFailed

__all__ = ["add_ray_options", "check_pyarrow", "note", "parse_range", "parse_size", "run_command"]


def run_command(command: Callable[[Sequence[str]], int], arguments: Sequence[str]) -> int:
    """Runs a command and returns its exit code: 0 done, 1 a limit was reached, 2 something was wrong, 130 interrupted."""
    try:
        return command(arguments)
    except KeyboardInterrupt:
        note("interrupted; what is finished is kept, and the same command continues")
        return 130
    except BrokenPipeError:
        # The reader of the output has closed it. Python would complain when it flushes the rest.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (LimitReached, ShardsFailed) as error:
        note(f"error: {error}")
        return 1
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        note(f"error: {place}{error.strerror or error}")
        return 2
    except RushlabError as error:
        note(f"error: {error}")
        return 2


def note(text: str) -> None:
    """Prints a message to stderr."""
    print(text, file=sys.stderr)


def add_ray_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options that say where the tasks run."""
    parser.add_argument("--address", metavar="ADDRESS", help="a running Ray cluster, for example auto; by default a local Ray starts and ends by itself")
    parser.add_argument("--workers", metavar="N", type=int, help="the number of processes of a local Ray; by default one for each core")


def parse_size(text: str) -> tuple[int, int]:
    """Reads a size, columns by rows.

    >>> parse_size("6x5")
    (6, 5)
    """
    width, _, height = text.partition("x")
    if not (width.isdecimal() and height.isdecimal()):
        raise InvalidArgument(f"a size is columns by rows, for example 6x6, not {text!r}")
    return int(width), int(height)


def parse_range(text: str) -> tuple[int | None, int | None]:
    """Reads an inclusive range: ``A..B``, ``A..``, ``..B``, or one number.

    >>> parse_range("0..2"), parse_range("3"), parse_range("..9")
    ((0, 2), (3, 3), (None, 9))
    """
    least, dots, most = text.partition("..")
    ends = (least, most) if dots else (least, least)
    if not any(ends) or not all(end.isdecimal() or (dots and not end) for end in ends):
        raise InvalidArgument(f"a range is A..B, A.., ..B or one number, not {text!r}")
    first, last = (int(end) if end else None for end in ends)
    if first is not None and last is not None and first > last:
        raise InvalidArgument(f"the range {text} is empty; write the smaller number first")
    return first, last


def check_pyarrow() -> None:
    """Raises InvalidArgument if pyarrow is not installed."""
    try:
        import pyarrow  # noqa: F401
    except ImportError as error:
        raise InvalidArgument('this needs pyarrow: pip install "rushlab[ray]"') from error
