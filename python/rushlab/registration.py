"""Registers the Gymnasium environments, where Gymnasium is installed.

``import rushlab`` does it. ``gymnasium.make("rushlab:rushlab/RushHour-v0")`` imports the package itself.
"""

from __future__ import annotations

__all__ = ["ENV_ID", "register"]

#: The id of the environment.
ENV_ID = "rushlab/RushHour-v0"


def register() -> None:
    """Registers the environment, once."""
    try:
        from gymnasium.envs import registration
    except ImportError:
        return
    if ENV_ID not in registration.registry:
        registration.register(
            id=ENV_ID,
            entry_point="rushlab.gymnasium:RushHourEnv",
            vector_entry_point="rushlab.gymnasium:RushHourVectorEnv",
        )
