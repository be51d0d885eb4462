# service: the service as a process, and clients of it, for the tests beside this file.
import json
import re
import resource
import signal
import subprocess
import urllib.request

SECONDS = 60


class Service:
    """rollouts_service as a child process."""

    def __init__(self, program, config="", descriptors=None):
        def limit():
            if descriptors:
                resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))

        always = 'listen: "127.0.0.1:0" metrics: "127.0.0.1:0" threads: 2 probe_ms: 0 '
        self.process = subprocess.Popen(
            [program, always + config], stdout=subprocess.PIPE, text=True, preexec_fn=limit
        )
        self.address = self.process.stdout.readline().removeprefix("listening on ").strip()
        self.metrics = self.process.stdout.readline().removeprefix("metrics on ").strip()

    def numbers(self):
        """All metrics by name with labels."""
        with urllib.request.urlopen(f"http://{self.metrics}/metrics", timeout=SECONDS) as page:
            lines = page.read().decode().splitlines()
        pairs = (line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
        return {name.removeprefix("kvintet_serving_"): float(value) for name, value in pairs}

    def wait_for(self, name, wanted):
        """Until a number is what is wanted; the test's own limit of time ends it otherwise."""
        while self.numbers()[name] != wanted:
            pass

    def terminate(self):
        """Asks it to stop; gives its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(SECONDS)

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


class Load:
    """service_load as a child process."""

    def __init__(self, program, mode, service, seconds, clients, *rate):
        command = [program, mode, service.address, str(seconds), str(clients), *map(str, rate)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)

    def report(self):
        """What became of its calls, when it has ended."""
        output = self.process.communicate(timeout=600)[0]
        return json.loads(output)

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


def host_and_port(address):
    """The parts of HOST:PORT."""
    host, port = re.fullmatch(r"(.*):(\d+)", address).groups()
    return host, int(port)
