"""The names that arguments accept, as types. A test compares them with the registries of the library."""

from __future__ import annotations

from typing import Literal

__all__ = ["Algorithm", "HeuristicName", "Level", "Metric", "Notation", "Reward", "Rules", "Side"]

#: A search algorithm.
Algorithm = Literal[
    "auto",
    "bfs",
    "dijkstra",
    "greedy",
    "astar",
    "idastar",
    "bidirectional",
    "dfs",
    "textbook-bfs",
    "textbook-astar",
    "schlegel",
    "schlegel-faithful",
    "grh",
    "grh-faithful",
]
#: A heuristic of the library.
HeuristicName = Literal["h0", "h1", "h2", "h3", "h4", "inf421-h2", "recursive", "pdb"]
#: A level of difficulty.
Level = Literal["beginner", "intermediate", "advanced", "expert"]
#: What a solution minimises.
Metric = Literal["moves", "steps"]
#: A way to write moves.
Notation = Literal["json", "pddl", "lisp", "uva", "calls", "arrows", "words", "signed", "letters", "esau"]
#: How an environment rewards actions.
Reward = Literal["cost", "sparse", "regret"]
#: A set of rules.
Rules = Literal["plain", "comp472"]
#: A side of the board.
Side = Literal["right", "left", "top", "bottom"]
