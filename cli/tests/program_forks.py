# Runs the program under test in forks of one process that is loaded once; see fork_server.cc.
import concurrent.futures
import json
import os
import subprocess
import tempfile
import threading


class ProgramForks:
    """Runs command lines of the program, several at the same time. Thread-safe."""

    def __init__(self, server):
        """`server` is the fork server's path."""
        # Waiting threads must not spin, since the tests share the machine with others.
        environment = dict(os.environ, OMP_WAIT_POLICY="passive")
        self.server = subprocess.Popen([server], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                       text=True, env=environment)
        self.folder = tempfile.TemporaryDirectory()
        self.lock = threading.Lock()
        self.waiting = []
        threading.Thread(target=self._take_reports, daemon=True).start()

    def close(self):
        self.server.stdin.close()
        self.server.wait()
        self.folder.cleanup()

    def run(self, *arguments, text="", time=600):
        """Runs a command line; returns its exit code and output as subprocess.run does."""
        with self.lock:
            ended = concurrent.futures.Future()
            self.waiting.append(ended)
            number = len(self.waiting) - 1
        folder = os.path.join(self.folder.name, str(number))
        os.mkdir(folder)
        with open(os.path.join(folder, "in"), "w", encoding="utf-8") as file:
            file.write(text)
        line = json.dumps({"id": number, "folder": folder, "arguments": arguments})
        with self.lock:
            self.server.stdin.write(line + "\n")
            self.server.stdin.flush()
        code = ended.result(time)
        streams = []
        for name in ("out", "err"):
            with open(os.path.join(folder, name), encoding="utf-8", errors="replace") as file:
                streams.append(file.read())
        return subprocess.CompletedProcess(arguments, code, *streams)

    def _take_reports(self):
        for report in self.server.stdout:
            number, code = report.split()
            self.waiting[int(number)].set_result(int(code))


def each(check, items):
    """Calls `check` on all items, several at the same time."""
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        list(pool.map(check, items))
