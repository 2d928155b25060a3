"""Registers the Gymnasium environments, where Gymnasium is installed.

``import rushlab`` arranges it without importing Gymnasium: the environments are registered when Gymnasium is imported.
``gymnasium.make("rushlab:rushlab/RushHour-v0")`` imports the package itself.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

__all__ = ["ENV_ID", "register", "register_later"]

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


def register_later() -> None:
    """Registers the environment when Gymnasium is imported, or now if it is."""
    if "gymnasium" in sys.modules:
        register()
    elif not any(isinstance(finder, _Registrar) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Registrar())


class _Registrar:
    """Finds Gymnasium as others do, and registers the environment after its import."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None, /
    ) -> ModuleSpec | None:
        if name != "gymnasium":
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        if spec is None or spec.loader is None:
            return spec
        execute = spec.loader.exec_module

        def execute_and_register(module: ModuleType) -> None:
            execute(module)
            register()

        loader: Any = spec.loader
        loader.exec_module = execute_and_register
        return spec
