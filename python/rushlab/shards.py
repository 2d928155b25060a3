"""A folder of Parquet files that a long computation fills shard by shard, and a manifest.

A file is written whole or not at all. Its footer has the parameters of the computation, the counts, and a checksum of these and of the
rows. A file that is incomplete, damaged or from another computation never counts as finished.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import secrets
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from pyarrow import fs

from rushlab._native import __version__
from rushlab.errors import InvalidArgument, RushlabError

__all__ = ["DamagedShard", "FinishedShards", "ShardFolder", "checksum", "filesystem", "write_whole"]

#: The key of the footer.
FOOTER = b"rushlab"

#: The name of the manifest. Readers of a folder of Parquet files ignore names that begin with an underscore.
MANIFEST = "_manifest.json"

#: The greatest size of a manifest, in bytes.
MAX_MANIFEST = 1 << 20

#: The version of the manifest and of the footers.
FORMAT = 1

_NAME = re.compile(r"shard-(\d+)\.parquet")
_LEFTOVER = re.compile(r"\.(shard-\d+\.parquet|_manifest\.json)\.[0-9a-f]+\.tmp")

#: File systems in which a file appears while it is written, and can be renamed in one step. In an object store it appears when complete.
_RENAMING = ("local", "hdfs")


class DamagedShard(RushlabError):
    """A file of a shard is incomplete, damaged, or from another computation."""


@dataclass
class FinishedShards:
    """The shards that are finished, and what is wrong with other files."""

    #: The counts of each finished shard.
    counts: dict[int, dict[str, int]] = field(default_factory=dict)
    #: A message for each file that does not count.
    problems: dict[int, str] = field(default_factory=dict)


@dataclass(frozen=True)
class ShardFolder:
    """A folder or URL with the shards of one computation.

    ``task`` names the computation, and ``parameters`` are plain data that determine every result.
    """

    location: str
    task: str
    parameters: dict[str, Any]

    @cached_property
    def _place(self) -> tuple[Any, str]:
        return filesystem(self.location)

    @property
    def identity(self) -> dict[str, Any]:
        """What the manifest and every footer must state."""
        return {"format": FORMAT, "version": __version__, "task": self.task, "parameters": self.parameters}

    def path(self, name: str) -> str:
        """Returns the path of a file."""
        return f"{self._place[1].rstrip('/')}/{name}"

    def open(self) -> None:
        """Creates the folder and its manifest; refuses a folder with other parameters."""
        files, folder = self._place
        files.create_dir(folder, recursive=True)
        found = read_manifest(self.location)
        if found is None:
            self.write_manifest({})
            return
        difference = _difference(found, self.identity)
        if difference:
            raise InvalidArgument(f"{self.location} has the results of another computation: {difference}; name another folder")

    def write_manifest(self, results: dict[str, Any]) -> None:
        """Writes the manifest with what is known about the results."""
        text = json.dumps({**self.identity, **results}, indent=2) + "\n"
        write_whole(self._place[0], self.path(MANIFEST), text.encode())

    def write(self, shard: int, table: Any, counts: dict[str, int]) -> None:
        """Writes the file of a shard."""
        footer = {**self.identity, "shard": shard, "counts": counts, "rows": table.num_rows}
        footer["checksum"] = checksum(table, footer)
        buffer = pa.BufferOutputStream()
        table = table.replace_schema_metadata({FOOTER: json.dumps(footer).encode()})
        pq.write_table(table, buffer, compression="zstd")
        write_whole(self._place[0], self.path(name_of(shard)), buffer.getvalue())

    def read(self, shard: int) -> tuple[Any, dict[str, int]]:
        """Returns the rows and the counts of a shard. Raises DamagedShard if its file does not count."""
        try:
            table = pq.read_table(self.path(name_of(shard)), filesystem=self._place[0], partitioning=None)
            text = (table.schema.metadata or {}).get(FOOTER)
            if text is None:
                raise DamagedShard("has no footer of rushlab")
            footer = json.loads(text)
            expected, counts = footer.pop("checksum"), footer["counts"]
            table = table.replace_schema_metadata(None)
            is_intact = checksum(table, footer) == expected
        # What a damaged file leads to depends on the place of the damage.
        except (pa.ArrowException, OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise DamagedShard("is incomplete or damaged") from error
        if not is_intact:
            raise DamagedShard("is damaged: its checksum is wrong")
        if difference := _difference(footer, {**self.identity, "shard": shard}):
            raise DamagedShard(f"is from another computation: {difference}")
        return table, counts

    def names(self) -> list[str]:
        """Returns the names of all files."""
        files, folder = self._place
        return sorted(info.base_name for info in files.get_file_info(fs.FileSelector(folder, allow_not_found=True)))

    def numbers(self) -> list[int]:
        """Returns the numbers of the shards that have a file."""
        return sorted(int(match[1]) for name in self.names() if (match := _NAME.fullmatch(name)))

    def finished(self) -> FinishedShards:
        """Verifies the files of all shards."""
        found = FinishedShards()

        def verify(shard: int) -> None:
            try:
                found.counts[shard] = self.read(shard)[1]
            except DamagedShard as problem:
                found.problems[shard] = f"{name_of(shard)} {problem}"

        with ThreadPoolExecutor(16) as threads:
            list(threads.map(verify, self.numbers()))
        return found

    def remove_leftovers(self) -> None:
        """Removes incomplete files of workers that were killed."""
        for name in self.names():
            if _LEFTOVER.fullmatch(name):
                self._place[0].delete_file(self.path(name))


def name_of(shard: int) -> str:
    """Returns the name of the file of a shard.

    >>> name_of(17)
    'shard-00017.parquet'
    """
    return f"shard-{shard:05}.parquet"


def filesystem(location: str) -> tuple[Any, str]:
    """Returns the file system of a path or a URL, and the path in it."""
    if "://" not in location:
        return fs.LocalFileSystem(), os.path.abspath(location)
    try:
        files, path = fs.FileSystem.from_uri(location)
    except (pa.ArrowException, OSError, ValueError) as error:
        raise InvalidArgument(f"{location} cannot be opened: {error}") from error
    return files, path


def read_manifest(location: str) -> dict[str, Any] | None:
    """Returns the manifest of a folder, if there is one."""
    files, folder = filesystem(location)
    path = f"{folder.rstrip('/')}/{MANIFEST}"
    if files.get_file_info(path).type != fs.FileType.File:
        return None
    with files.open_input_stream(path) as file:
        text = file.read(MAX_MANIFEST + 1)
    try:
        manifest = json.loads(text) if len(text) <= MAX_MANIFEST else None
    except (ValueError, RecursionError):
        manifest = None
    if not isinstance(manifest, dict) or not isinstance(manifest.get("parameters"), dict):
        raise InvalidArgument(f"{location}/{MANIFEST} is damaged; remove it, and run the same command again")
    return manifest


def write_whole(files: Any, path: str, data: Any) -> None:
    """Writes a file whole or not at all."""
    renames = files.type_name in _RENAMING
    folder, name = path.rsplit("/", 1)
    written = f"{folder}/.{name}.{secrets.token_hex(4)}.tmp" if renames else path
    with files.open_output_stream(written) as file:
        file.write(data)
    if renames:
        files.move(written, path)


def checksum(table: Any, footer: dict[str, Any]) -> str:
    """Returns the SHA-256 of the other fields of a footer, and of the names, types and values of all columns.

    It does not depend on how Parquet stores them.
    """
    digest = hashlib.sha256(json.dumps(footer, sort_keys=True).encode())
    for name, column in zip(table.column_names, table.columns, strict=True):
        digest.update(f"{name} {column.type} {len(column)}\n".encode())
        values = pc.fill_null(pc.cast(column, pa.string()), "\0").combine_chunks()
        lines = pa.ListArray.from_arrays([0, len(values)], values)
        digest.update(pc.binary_join(lines, "\n")[0].as_buffer())
    return digest.hexdigest()


def _difference(found: dict[str, Any], expected: dict[str, Any]) -> str:
    """Returns the first difference between two identities, or an empty text."""
    for key, value in expected.items():
        there = found.get(key)
        if isinstance(value, dict) and isinstance(there, dict):
            if difference := _difference(there, {**dict.fromkeys(there), **value}):
                return difference
        elif there != value:
            return f"{key} is {_plain(there)} there, and {_plain(value)} here"
    return ""


def _plain(value: Any) -> str:
    return "not given" if value is None else value if isinstance(value, str) else json.dumps(value)
