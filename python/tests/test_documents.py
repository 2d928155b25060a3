"""Runs the examples in docstrings and documents."""

import doctest
import importlib
import inspect
import pkgutil
from pathlib import Path

import pytest

import rushlab

ROOT = Path(__file__).resolve().parents[2]
MODULES = [module.name for module in pkgutil.iter_modules(rushlab.__path__) if module.name != "_native"]
#: The modules that need a package of an extra.
EXTRAS = {"benchmark": "pyarrow", "games": "gymnasium", "gymnasium": "gymnasium", "shards": "pyarrow"}
PUBLIC = [name for name in rushlab.__all__ if name != "__version__"]


def run(name, text, names=None):
    """Runs the examples of a text and returns their number."""
    test = doctest.DocTestParser().get_doctest(text, {**(names or {}), "rushlab": rushlab}, name, name, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    messages = []
    runner.run(test, out=messages.append)
    assert runner.failures == 0, "".join(messages)
    return len(test.examples)


def docstrings(module):
    """Yields the docstrings of a module, its classes, functions and methods."""
    yield module.__name__, inspect.getdoc(module)
    for name, item in vars(module).items():
        if getattr(item, "__module__", None) != module.__name__:
            continue
        yield f"{module.__name__}.{name}", inspect.getdoc(item)
        if inspect.isclass(item):
            for attribute, member in vars(item).items():
                yield f"{module.__name__}.{name}.{attribute}", inspect.getdoc(member)


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("module", MODULES)
def test_examples_of_modules(module):
    if module in EXTRAS:
        pytest.importorskip(EXTRAS[module])
    module = importlib.import_module(f"rushlab.{module}")
    for name, text in docstrings(module):
        run(name, text or "", vars(module))


@pytest.mark.parametrize("name", PUBLIC)
def test_public_names_are_documented_and_their_examples_hold(name):
    text = inspect.getdoc(getattr(rushlab, name))
    assert text, name
    run(name, text)


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("path", ["python/README.md", "docs/python.md", "README.md"])
def test_examples_of_documents(path, tmp_path, monkeypatch):
    pytest.importorskip("gymnasium")
    monkeypatch.chdir(tmp_path)
    examples = run(path, (ROOT / path).read_text(encoding="utf-8").replace("```", ""))
    assert examples > 0


def test_examples_of_the_census_on_a_cluster(tmp_path, monkeypatch):
    pytest.importorskip("duckdb")
    parquet = pytest.importorskip("pyarrow.parquet")
    from rushlab import census

    monkeypatch.chdir(tmp_path)
    Path("census").mkdir()
    parquet.write_table(census.take("4x4", (0, 1)).table(), "census/shard-00000.parquet")
    blocks = (ROOT / "docs/scale.md").read_text(encoding="utf-8").split("```pycon\n")[1:]
    assert sum(run("docs/scale.md", block.split("```")[0]) for block in blocks) > 0
    polars = pytest.importorskip("polars")
    assert len(polars.read_parquet("census/*.parquet")) == 32
