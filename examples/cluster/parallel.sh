#!/usr/bin/env bash
# A census in processes of this machine, with GNU parallel, or with xargs where that is not installed. Then the shards are merged.
#
#   examples/cluster/parallel.sh
#
# Run again after an interruption, it continues: finished shards end at once. GNU parallel also uses other machines that share the
# folder: add `--sshlogin host1,host2` and name the folder by its full path.
set -euo pipefail
shards=${SHARDS:-16}
folder=${FOLDER:-census}
jobs=${JOBS:-$(nproc)}
rushlab=${RUSHLAB:-rushlab}

mkdir -p "$folder"
take=("$rushlab" census --size "${SIZE:-6x6}" --walls "${WALLS:-0..1}" --threads 1 --tsv --shard "{}/$shards"
  --out "$folder/shard-{}.txt")
if parallel --version 2>/dev/null | grep -q GNU; then
  seq 0 $((shards - 1)) | parallel --jobs "$jobs" --retries 3 --halt now,fail=1 --quote "${take[@]}" >"$folder/log"
else
  seq 0 $((shards - 1)) | xargs -P "$jobs" -I '{}' "${take[@]}" >"$folder/log"
fi
"$rushlab" census merge "$folder"/shard-*.txt --out "$folder/census.txt" --force
