# service: starts the service and its clients as processes, for the tests in this folder.
import json
import os
import re
import signal
import subprocess
import time
import urllib.request

SECONDS = 60
# Gauges that are 0 when there are no calls.
OF_CALLS = "calls_in_progress", 'queue_depth{queue="analysis"}', 'queue_depth{queue="work"}'


def wait_until(holds, what):
    """Waits until `holds()` is true; fails with the text that `what()` returns after SECONDS."""
    end = time.monotonic() + SECONDS
    while not holds():
        if time.monotonic() > end:
            raise AssertionError(f"not within {SECONDS} s: {what()}")
        time.sleep(0.001)


class Service:
    """rollouts_service, or another service, as a child process, with extra arguments."""

    def __init__(self, program, config="", descriptors=None, environment=None, words=((), ())):
        # A program sets the limit. `preexec_fn` would run the fork handlers of the gRPC client,
        # which sometimes wait forever.
        limit = ["prlimit", f"--nofile={descriptors}:{descriptors}"] if descriptors else []
        always = 'metrics: "127.0.0.1:0" threads: 2 '
        always += "" if "listen:" in config else 'listen: "127.0.0.1:0" '
        always += "" if "probe_ms" in config else "probe_ms: 0 "
        self.process = subprocess.Popen(
            [*limit, program, *words[0], always + config, *words[1]],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, **(environment or {})},
        )
        self.address = self.process.stdout.readline().removeprefix("listening on ").strip()
        self.metrics = self.process.stdout.readline().removeprefix("metrics on ").strip()

    def numbers(self):
        """All metrics by name with labels."""
        with urllib.request.urlopen(f"http://{self.metrics}/metrics", timeout=SECONDS) as page:
            lines = page.read().decode().splitlines()
        pairs = (line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
        return {name.removeprefix("kvintet_serving_"): float(value) for name, value in pairs}

    def processor_seconds(self):
        """The CPU time of the process so far, in user and kernel mode."""
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as stat:
            ticks = stat.read().rpartition(")")[2].split()[11:13]
        return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")

    def left_behind(self, looks=1000):
        """The calls and connections that remain after this many checks; {} if none do."""
        left = {"never": "looked"}
        for _ in range(looks):
            numbers = self.numbers()
            left = {name: numbers[name] for name in OF_CALLS if numbers[name] != 0}
            if not left:
                break
            time.sleep(0.05)
        return left

    def wait_for(self, name, wanted):
        """Waits until a metric has the wanted value."""
        self.wait_until(lambda numbers: numbers[name] == wanted, f"{name} is {wanted}")

    def wait_for_calls(self, load):
        """Waits until it works on a call of `load`; fails if that ends first."""
        def works(numbers):
            if load.process.poll() is not None:
                raise AssertionError(f"the load ended without a call: {load.report()}")
            return numbers["calls_in_progress"] > 0

        self.wait_until(works, "a call is in progress")

    def wait_until(self, holds, what):
        """Waits until its metrics satisfy `holds`."""
        wait_until(lambda: holds(self.numbers()), lambda: f"{what}, but {self.numbers()}")

    def terminate(self):
        """Stops it; returns its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(SECONDS)

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


class Load:
    """service_load as a child process."""

    def __init__(self, program, mode, service, seconds, clients, **more):
        command = [program, mode, service.address, str(seconds), str(clients)]
        command += [f"{name}={value}" for name, value in more.items()]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        # Its last calls may end after the given duration.
        self.patience = seconds + 5 * SECONDS

    def report(self):
        """Waits for its end; returns the results of its calls."""
        output = self.process.communicate(timeout=self.patience)[0]
        return json.loads(output)

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


class MatchLoad:
    """match_load as a child process, which writes a ledger."""

    def __init__(self, program, address, ledger, seconds, matches, rate, clients, games,
                 before=()):
        numbers = map(str, [seconds, matches, rate, clients])
        self.process = subprocess.Popen(
            [*before, program, address, ledger, *numbers, *games], stdout=subprocess.PIPE, text=True
        )

    def report(self):
        """Waits for its end; returns the results of its calls."""
        return json.loads(self.process.communicate(timeout=3600)[0])

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


def host_and_port(address):
    """The parts of HOST:PORT."""
    host, port = re.fullmatch(r"(.*):(\d+)", address).groups()
    return host, int(port)
