"""What notebooks show."""

from __future__ import annotations

import base64
import html
from typing import TYPE_CHECKING

from rushlab._native import _render

if TYPE_CHECKING:
    from rushlab._native import Solution


def animation(solution: Solution) -> str:
    """Returns the animation of a solution as HTML."""
    data = base64.b64encode(bytes(_render(solution, "gif"))).decode("ascii")
    moves = len(solution.moves)
    caption = f"{moves} {'move' if moves == 1 else 'moves'}, {solution.steps} steps: {solution}"
    text = html.escape(caption)
    return f'<figure><img alt="{text}" src="data:image/gif;base64,{data}"><figcaption>{text}</figcaption></figure>'
