# Measures how long the service takes from its start until it listens, with the shipped models.
#
# usage: service_start.py PROGRAM [starts]
#
# Each kind of start is repeated `starts` times; the shortest time is the least disturbed by the
# rest of the machine. "processor" is the processor time of the process until it listens, without
# the processes that check models.
import os
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PROGRAM = os.path.abspath(sys.argv[1])
STARTS = int(sys.argv[2]) if len(sys.argv) > 2 else 5
AVX2 = {"ONEDNN_MAX_CPU_ISA": "AVX2"}


def start(folder, cache, more):
    """Wall-clock and processor seconds, and the numbers of trained models and of timing trials."""
    command = [PROGRAM, "serve", "--allow-root", "--models", os.path.join(ROOT, "models")]
    command += ["--listen", "unix:" + os.path.join(folder, "socket")]
    environment = dict(os.environ, KVINTET_CACHE=os.path.join(folder, cache), **more)
    with tempfile.TemporaryFile("w+") as log:
        begun = time.monotonic()
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True,
                              env=environment) as process:
            process.stdout.readline()
            passed = time.monotonic() - begun
            with open(f"/proc/{process.pid}/stat", encoding="ascii") as file:
                ticks = file.read().rsplit(")", 1)[1].split()[11:13]
            process.terminate()
            models = sum(line.startswith("model ") for line in process.stdout)
        log.seek(0)
        trials = log.read().count("timing fp32 and bf16")
    return passed, sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK"), models, trials


def show(name, folder, caches, more):
    starts = [start(folder, cache, more) for cache in caches]
    clock, processor, models, trials = zip(*starts)
    median = sorted(clock)[len(clock) // 2]
    print(f"{name}: {min(clock):.2f} s (median {median:.2f}), processor {min(processor):.2f} s; "
          f"models {sorted(set(models))}, trials {sorted(set(trials))}", flush=True)


with tempfile.TemporaryDirectory() as base:
    fresh = [f"first{i}" for i in range(STARTS)]
    show("the machine's first start", base, fresh, {})
    show("a later one", base, [fresh[0]] * STARTS, {})
    show("without bf16 units (AVX2)", base, ["none"] * STARTS, AVX2)
