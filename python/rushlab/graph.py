"""Clusters as graphs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rushlab._native import Cluster


def to_networkx(cluster: Cluster) -> Any:
    """Returns a cluster as a directed graph of networkx.

    Nodes are the numbers of the positions and have the attribute ``distance`` (-1 if no goal can be reached); edges have the attribute
    ``move``, a text.
    """
    try:
        import networkx
    except ImportError as error:
        raise ImportError("to_networkx needs the package networkx: pip install networkx") from error
    graph = networkx.DiGraph()
    distances = cluster.distances.tolist()
    graph.add_nodes_from((number, {"distance": distance}) for number, distance in enumerate(distances))
    for number in range(len(cluster)):
        graph.add_edges_from((number, to, {"move": str(move)}) for move, to in cluster.moves(number))
    return graph
