"""Boards that several tests use."""

#: A board of two moves.
EASY = "......A..B..AXXB..A..B......CC......"

#: A board of 25 moves and 12,859 positions.
HARD = "A.BB.CA.DEECXXDF..GG.FH.IIIJHK.LLJ.K"

#: A board without a solution, whose search takes far longer than any test: Y can never leave the row of X.
ENDLESS = "\n".join(
    [
        "AA........",
        "....BB....",
        "........CC",
        "XX.....YY.",
        "DD........",
        "....EE....",
        "FF........",
        "......GG..",
        "..HH......",
        ".....II...",
    ]
)
