"""What `import rushlab` does: little, and the environment is registered all the same."""

import subprocess
import sys

import pytest

pytest.importorskip("gymnasium")


def python(code):
    """Runs a program in an interpreter of its own."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()


def test_gymnasium_is_not_imported():
    assert python("import sys, rushlab; print('gymnasium' in sys.modules)") == "False"


@pytest.mark.parametrize(
    "imports",
    ["import rushlab, gymnasium", "import gymnasium, rushlab", "import rushlab; from gymnasium.envs import registration; import gymnasium"],
)
def test_the_environment_is_registered_in_any_order(imports):
    code = "env = gymnasium.make('rushlab/RushHour-v0'); print(type(env.unwrapped).__name__)"
    assert python(f"{imports}\n{code}") == "RushHourEnv"


def test_nothing_stays_in_the_way_of_imports():
    code = "import sys; found = len(sys.meta_path); import rushlab, gymnasium; print(len(sys.meta_path) - found)"
    assert python(code) == "0"


def test_a_program_without_gymnasium_runs():
    code = """
import sys
class Missing:
    def find_spec(self, name, path, target=None):
        if name.partition(".")[0] == "gymnasium":
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Missing())
import rushlab
try:
    import gymnasium
except ModuleNotFoundError:
    print(rushlab.built_in()[0].solve().optimal)
"""
    assert python(code) == "True"
