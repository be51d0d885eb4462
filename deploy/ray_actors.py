#!/usr/bin/env python3
# ray_actors: actors of a run as Ray tasks. Needs `pip install ray`, and kvintet on every node.
#
# usage: ray_actors.py URL --actors 8 [--cpus 16] [--program kvintet] [--spools FOLDER]
#
# Each actor is a task with --cpus cores. Ray places it, starts it again on another node if its own
# is lost, and asks its autoscaler for nodes while tasks wait. No data go through Ray, so the run
# does not notice if Ray ends. Ctrl-C stops all actors.
import argparse
import os
import signal
import subprocess
import sys
import time

import ray

# How long an actor that cannot begin is started again.
SECONDS_TO_START = 60


@ray.remote(max_retries=-1)
def act(program: str, url: str, spool: str, threads: int) -> int:
    """Plays until it is cancelled. Returns the program's exit code."""
    deadline = time.monotonic() + SECONDS_TO_START
    code = play(program, url, spool, threads)
    while code != 0 and time.monotonic() < deadline:
        # The actor of a lost worker may still hold the spool.
        time.sleep(1)
        code = play(program, url, spool, threads)
    return code


def play(program: str, url: str, spool: str, threads: int) -> int:
    """Runs one actor, which ends with its worker, however that ends."""
    command = [program, "act", "--link", url, "--spool", spool, "--threads", str(threads)]
    follow = ["setpriv", "--pdeathsig", "TERM", *command]
    process = subprocess.Popen(follow)
    try:
        return process.wait()
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()


def main() -> int:
    parser = argparse.ArgumentParser(description="Plays for a run, as Ray tasks.")
    parser.add_argument("url", help="the run's link")
    parser.add_argument("--actors", type=int, default=1)
    parser.add_argument("--cpus", type=int, default=1, help="cores, and threads, of each actor")
    parser.add_argument("--program", default="kvintet")
    parser.add_argument("--spools", default=os.path.expanduser("~/kvintet-spools"))
    arguments = parser.parse_args()
    ray.init(address=os.environ.get("RAY_ADDRESS", "auto"))
    task = act.options(num_cpus=arguments.cpus, name="kvintet-act")
    waiting = [
        task.remote(arguments.program, arguments.url, f"{arguments.spools}/{index}", arguments.cpus)
        for index in range(arguments.actors)
    ]
    try:
        # An actor that ends by itself has a reason that its log tells.
        codes = ray.get(waiting)
    except KeyboardInterrupt:
        for reference in waiting:
            ray.cancel(reference, force=False)
        return 0
    print(f"all actors have ended, with exit codes {codes}", file=sys.stderr)
    return 1 if any(codes) else 0


if __name__ == "__main__":
    sys.exit(main())
