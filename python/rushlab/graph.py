"""Clusters as graphs and tables."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rushlab._native import Cluster, Position


def positions(cluster: Cluster) -> Iterator[Position]:
    """Yields all positions in order."""
    return (cluster.position(number) for number in range(len(cluster)))


def to_networkx(cluster: Cluster, moves: bool) -> Any:
    """Returns a cluster as a directed graph of networkx.

    Nodes are the numbers of the positions and have the attribute ``distance`` (-1 if no goal can be reached); edges have the attribute
    ``move``, a text. Without moves, neither has an attribute.
    """
    networkx = needed("networkx", "to_networkx")
    graph = networkx.DiGraph()
    if not moves:
        indptr, indices = (array.tolist() for array in cluster.edges)
        graph.add_nodes_from(range(len(cluster)))
        for number in range(len(cluster)):
            graph.add_edges_from((number, to) for to in indices[indptr[number] : indptr[number + 1]])
        return graph
    distances = cluster.distances.tolist()
    graph.add_nodes_from((number, {"distance": distance}) for number, distance in enumerate(distances))
    for number in range(len(cluster)):
        graph.add_edges_from((number, to, {"move": str(move)}) for move, to in cluster.moves(number))
    return graph


def columns(cluster: Cluster) -> dict[str, Any]:
    """Returns the number, the distance (None if no goal can be reached) and the board of each position."""
    distances = [None if distance < 0 else distance for distance in cluster.distances.tolist()]
    boards = [str(position) for position in positions(cluster)]
    return {"number": list(range(len(cluster))), "distance": distances, "board": boards}


def to_arrow(cluster: Cluster) -> Any:
    """Returns the columns of a cluster as a table of pyarrow."""
    return needed("pyarrow", "to_arrow").table(columns(cluster))


def to_polars(cluster: Cluster) -> Any:
    """Returns the columns of a cluster as a data frame of polars."""
    return needed("polars", "to_polars").DataFrame(columns(cluster))


def needed(package: str, method: str) -> Any:
    """Returns a package that may not be installed."""
    try:
        return importlib.import_module(package)
    except ImportError as error:
        raise ImportError(f"{method} needs the package {package}: pip install {package}") from error
