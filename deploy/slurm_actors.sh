#!/usr/bin/env bash
# slurm_actors: an array of actors for a run that learns elsewhere.
#
# usage: sbatch --array=1-8 --cpus-per-task=16 slurm_actors.sh URL [SPOOLS]
#
# Each task of the array is an actor with as many threads as it has cores. Spools are folders in
# SPOOLS (default: kvintet-spools in the home folder), which must outlast the job. When the time is
# up or the node is wanted back, Slurm sends SIGTERM 30 s early; the actor hands its games over and
# ends. A node that is lost has its task started again elsewhere, with the same spool.
#SBATCH --job-name=kvintet-act
#SBATCH --requeue
#SBATCH --signal=B:TERM@30
#SBATCH --open-mode=append
set -euo pipefail

url=${1:?wanted the URL of the link: slurm_actors.sh URL [SPOOLS]}
spools=${2:-$HOME/kvintet-spools}
spool=$spools/${SLURM_ARRAY_JOB_ID:?must run under Slurm, by sbatch --array}-$SLURM_ARRAY_TASK_ID
mkdir -p "$spool"
# As a child, so that this shell, which gets the signal, can pass it on.
"${KVINTET:-kvintet}" act --link "$url" --spool "$spool" --threads "${SLURM_CPUS_PER_TASK:-0}" &
actor=$!
trap 'kill -TERM "$actor"' TERM
# Each signal ends a wait, and not the actor.
while kill -0 "$actor" 2>/dev/null; do
  wait "$actor" || true
done
wait "$actor"
