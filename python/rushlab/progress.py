"""A progress bar in the terminal."""

from __future__ import annotations

import shutil
import sys
import time

__all__ = ["ProgressLine"]

#: The length of the bar in characters.
BAR = 20


class ProgressLine:
    """One line on stderr that shows how much is done. Nothing is shown if stderr is not a terminal."""

    def __init__(self, total: int | None, unit: str) -> None:
        self._total, self._unit = total, unit
        self._start, self._first, self._shown = time.monotonic(), 0, False

    def start_at(self, done: int) -> None:
        """Sets what earlier runs have done, which says nothing about the speed of this one."""
        self._start, self._first = time.monotonic(), done

    def show(self, done: int, message: str) -> None:
        """Shows the progress."""
        if sys.stderr.isatty():
            width = shutil.get_terminal_size().columns - 1
            print(f"\r\033[K{self.text(done, message)[:width]}", end="", file=sys.stderr, flush=True)
            self._shown = True

    def text(self, done: int, message: str) -> str:
        """Returns the text of the line.

        >>> line = ProgressLine(2000, "ids")
        >>> line.start_at(500)
        >>> line.text(500, "12 puzzles")
        '█████··············· 25% of 2,000 ids: 12 puzzles'
        """
        if not self._total:
            return f"{done:,} {self._unit}: {message}"
        share = done / self._total
        filled = int(share * BAR)
        bar = "█" * filled + "·" * (BAR - filled)
        return f"{bar} {int(100 * share)}% of {self._total:,} {self._unit}{self._remaining(done)}: {message}"

    def _remaining(self, done: int) -> str:
        if self._total is None or done <= self._first:
            return ""
        seconds = (time.monotonic() - self._start) / (done - self._first) * (self._total - done)
        if seconds < 60:
            return f", {seconds:.0f} s left"
        return f", {seconds / 60:.0f} min left" if seconds < 5400 else f", {seconds / 3600:.1f} h left"

    def clear(self) -> None:
        """Removes the line."""
        if self._shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
            self._shown = False
