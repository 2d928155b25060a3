"""Rush Hour puzzles: solve, explore and generate them; try your own heuristics; train and score agents.

>>> import rushlab
>>> puzzle = rushlab.Puzzle.parse("A.BB.CA.DEECXXDF..GG.FH.IIIJHK.LLJ.K")
>>> solution = puzzle.solve()
>>> len(solution.moves), str(solution)[:11]
(25, 'BL1 DD1 EL2')
"""

from __future__ import annotations

from rushlab import registration
from rushlab._native import (
    Cluster,
    Difficulty,
    Evolution,
    Generation,
    Individual,
    Move,
    Outcome,
    Position,
    Progress,
    Puzzle,
    Solution,
    Statistics,
    Vehicle,
    __version__,
    formats,
    heuristics,
    notations,
    parameters,
    pddl_domain,
    search,
)
from rushlab.comparison import algorithms, compare
from rushlab.dataset import Dataset, Item
from rushlab.errors import (
    IllegalMove,
    InvalidArgument,
    InvalidPuzzle,
    LimitReached,
    RushlabError,
    SearchTimeout,
    Unsolvable,
)
from rushlab.files import built_in, load, render
from rushlab.generation import evolve, generate
from rushlab.heuristic import Counterexample, HeuristicReport, check_heuristic
from rushlab.many import Results, solve_many
from rushlab.scoring import Score, score, score_many

__all__ = [
    "Cluster",
    "Counterexample",
    "Dataset",
    "Difficulty",
    "Evolution",
    "Generation",
    "HeuristicReport",
    "IllegalMove",
    "Individual",
    "InvalidArgument",
    "InvalidPuzzle",
    "Item",
    "LimitReached",
    "Move",
    "Outcome",
    "Position",
    "Progress",
    "Puzzle",
    "Results",
    "RushlabError",
    "Score",
    "SearchTimeout",
    "Solution",
    "Statistics",
    "Unsolvable",
    "Vehicle",
    "__version__",
    "algorithms",
    "built_in",
    "check_heuristic",
    "compare",
    "evolve",
    "formats",
    "generate",
    "heuristics",
    "load",
    "notations",
    "parameters",
    "pddl_domain",
    "render",
    "score",
    "score_many",
    "search",
    "solve_many",
]


registration.register_later()
