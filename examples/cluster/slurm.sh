#!/usr/bin/env bash
# A census as a Slurm job array. Each task takes one shard; the last command of docs/scale.md merges them.
#
#   sbatch examples/cluster/slurm.sh
#
# A task that was killed continues when it is submitted again (`sbatch --array=3,7 …`), and a finished one ends at once. The number of
# shards is a variable of its own, because SLURM_ARRAY_TASK_COUNT is then only the number of tasks that were submitted again.
#SBATCH --job-name=census
#SBATCH --array=0-15
#SBATCH --cpus-per-task=2
#SBATCH --mem-per-cpu=1G
#SBATCH --time=24:00:00
#SBATCH --requeue
set -euo pipefail
shards=${SHARDS:-16}
folder=${FOLDER:-census}

mkdir -p "$folder"
exec "${RUSHLAB:-rushlab}" census --size "${SIZE:-6x6}" --walls "${WALLS:-0..1}" \
  --shard "$SLURM_ARRAY_TASK_ID/$shards" --out "$folder/shard-$SLURM_ARRAY_TASK_ID.txt" \
  --threads "${SLURM_CPUS_PER_TASK:-1}"
