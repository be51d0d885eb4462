# Measures the service over HTTP: small calls beside gRPC's, idle streams, and overload.
#
# usage: http_door.py PROGRAM SERVICE_LOAD [seconds]
#
# PROGRAM is kvintet, SERVICE_LOAD the client for gRPC (tests/service). The client for HTTP is this
# process, which costs about as much per call. Kinds of calls take turns of `seconds` (5) in five
# rounds, so that other work on the machine disturbs all of them alike; the median counts.
import collections
import json
import os
import re
import resource
import select
import socket
import statistics
import struct
import subprocess
import sys
import tempfile
import time

PROGRAM, LOAD = sys.argv[1:3]
TURN = float(sys.argv[3]) if len(sys.argv) > 3 else 5
ROUNDS = 5
CLIENTS = 64
WATCHERS, WATCHED = 1000, 100
CROWD = 600
GAME = "/kvintet.v1.CatalogService/GetGame"
CHOOSE = "/kvintet.v1.AnalysisService/ChooseMove"
MATCH = "/kvintet.v1.MatchService/"
# {"game": "tic_tac_toe"} as protobuf's bytes.
BYTES = b"\x0a\x0btic_tac_toe"


def post(path, body, form="application/json"):
    if not isinstance(body, bytes):
        body = json.dumps(body).encode()
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {form}\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


class Service:
    """The program, with limits that let one address have all the connections of these tests."""

    def __init__(self, folder):
        many = WATCHERS + CROWD
        limits = f"max_connections: {2 * many} max_connections_per_address: {many} "
        limits += f"max_watchers: {many} probe_ms: 0 threads: 2"
        command = [PROGRAM, "serve", "--allow-root", "--listen", "127.0.0.1:0", "--models", ""]
        command += ["--matches", os.path.join(folder, "matches"), "--set", f"serve {{ {limits} }}"]
        quotas = os.path.join(folder, "quotas.textproto")
        with open(quotas, "w", encoding="utf-8") as file:
            file.write(f"each {{ calls: {many} }}\n")
        command += ["--quotas", quotas]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True,
                                        stderr=subprocess.DEVNULL)
        self.grpc = self.process.stdout.readline().removeprefix("listening on ").strip()
        page = self.process.stdout.readline()
        self.http = ("127.0.0.1", int(re.fullmatch(r"page http://127\.0\.0\.1:(\d+)/\n", page)[1]))

    def connect(self, source="127.0.0.1"):
        connection = socket.create_connection(self.http, source_address=(source, 0))
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connection

    def ask(self, path, body):
        """The status and the message of a call on a connection of its own."""
        with self.connect() as connection:
            connection.sendall(post(path, body))
            text = read_response(connection)
        head, _, message = text.partition(b"\r\n\r\n")
        return int(head[9:12]), json.loads(message)

    def processor_seconds(self):
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as file:
            ticks = file.read().rpartition(")")[2].split()[11:13]
        return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")

    def resident_bytes(self):
        with open(f"/proc/{self.process.pid}/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def read_response(connection):
    """A response with a length; empty if the connection ends."""
    text = b""
    while True:
        head, found, body = text.partition(b"\r\n\r\n")
        if found and len(body) >= int(re.search(rb"\ncontent-length: (\d+)", head, re.I)[1]):
            return text
        part = connection.recv(65536)
        if not part:
            return b""
        text += part


def http_calls(service, request, clients, seconds, source="127.0.0.1"):
    """Calls one after the other on each of many connections from an address: calls per second, and
    latencies in seconds, sorted."""
    connections = {}
    waiting = select.epoll()
    for _ in range(clients):
        connection = service.connect(source)
        connections[connection.fileno()] = connection
        waiting.register(connection, select.EPOLLIN)
    first = next(iter(connections.values()))
    first.sendall(request)
    # All responses are alike.
    response = read_response(first)
    if response[9:12] != b"200":
        raise RuntimeError(f"wanted status 200, found {response}")
    length = len(response)
    latencies = []
    unread = dict.fromkeys(connections, 0)
    begun = time.perf_counter()
    asked = dict.fromkeys(connections, begun)
    for connection in connections.values():
        connection.send(request)
    now = begun
    while now < begun + seconds:
        now = time.perf_counter()
        for descriptor, _ in waiting.poll(1):
            connection = connections[descriptor]
            text = connection.recv(65536)
            if not unread[descriptor] and text[9:12] != b"200":
                raise RuntimeError(f"wanted status 200, found {text[:200]}")
            unread[descriptor] += len(text)
            now = time.perf_counter()
            if unread[descriptor] >= length:
                latencies.append(now - asked[descriptor])
                unread[descriptor] = 0
                asked[descriptor] = now
                connection.send(request)
    for connection in connections.values():
        connection.close()
    return len(latencies) / (now - begun), sorted(latencies)


def grpc_calls(service, clients, seconds):
    """The same over gRPC: calls per second, and the report of the client."""
    command = [LOAD, "calls", service.grpc, str(seconds), str(clients)]
    report = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
    return report["answered_a_second"], report


def percentile(ordered, share):
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def milliseconds(ordered):
    shares = ((0.5, "p50"), (0.99, "p99"), (0.999, "p99.9"))
    return ", ".join(f"{name} {1e3 * percentile(ordered, share):.2f} ms" for share, name in shares)


def show_small_calls(service):
    kinds = {
        "gRPC": lambda: grpc_calls(service, CLIENTS, TURN),
        "HTTP, binary": lambda: http_calls(
            service, post(GAME, BYTES, "application/proto"), CLIENTS, TURN),
        "HTTP, JSON": lambda: http_calls(
            service, post(GAME, {"game": "tic_tac_toe"}), CLIENTS, TURN),
    }
    rates, costs, times = (collections.defaultdict(list) for _ in range(3))
    for _ in range(ROUNDS):
        for name, measure in kinds.items():
            spent = service.processor_seconds()
            rate, latencies = measure()
            rates[name].append(rate)
            costs[name].append((service.processor_seconds() - spent) / (rate * TURN))
            times[name].append(latencies)
    base = statistics.median(rates["gRPC"])
    for name, found in rates.items():
        rate = statistics.median(found)
        last = times[name][-1]
        told = milliseconds(last) if isinstance(last, list) else json.dumps(last["answered_ms"])
        print(f"GetGame, {CLIENTS} clients, {name}: {rate:.0f} calls/s ({rate / base:.0%}), "
              f"{1e6 * statistics.median(costs[name]):.0f} us of the service each; {told}",
              flush=True)


def show_latency(service):
    for name, request in (("binary", post(GAME, BYTES, "application/proto")),
                          ("JSON", post(GAME, {"game": "tic_tac_toe"}))):
        print(f"GetGame, 1 client, HTTP, {name}: "
              f"{milliseconds(http_calls(service, request, 1, TURN)[1])}", flush=True)
    _, report = grpc_calls(service, 1, TURN)
    print(f"GetGame, 1 client, gRPC: {json.dumps(report['answered_ms'])}", flush=True)


def open_match(service):
    players = [{"person": "Ada"}, {"person": "Bob"}]
    code, made = service.ask(MATCH + "CreateMatch", {"game": "tic_tac_toe", "players": players})
    if code != 200:
        raise RuntimeError(f"wanted a match, found {code} {made}")
    return made


def watch(service, match):
    connection = service.connect()
    body = json.dumps({"match": match}).encode()
    connection.sendall(post(MATCH + "WatchMatch", struct.pack(">BI", 0, len(body)) + body,
                            "application/connect+json"))
    connection.recv(65536)
    return connection


def show_idle_streams(service):
    matches = [open_match(service) for _ in range(WATCHED)]
    before = service.resident_bytes()
    streams = [watch(service, matches[i % WATCHED]["match"]) for i in range(WATCHERS)]
    time.sleep(1)
    more = service.resident_bytes() - before
    spent = service.processor_seconds()
    time.sleep(5)
    spent = (service.processor_seconds() - spent) / 5
    print(f"{WATCHERS} idle streams of {WATCHED} matches: {more / 1e6:.1f} MB more, "
          f"{spent:.1%} of a core", flush=True)
    latencies = []
    waiting = select.epoll()
    for stream in streams:
        # What is still unread of the first messages.
        stream.setblocking(False)
        try:
            while stream.recv(65536):
                pass
        except BlockingIOError:
            pass
        waiting.register(stream, select.EPOLLIN)
    for made in matches:
        begun = time.perf_counter()
        move = {"match": made["match"], "token": made["tokens"][0], "gameNumber": 1, "move": "a1"}
        code, answer = service.ask(MATCH + "CommitMove", move)
        if code != 200:
            raise RuntimeError(f"wanted a move, found {code} {answer}")
        told = set()
        while len(told) < WATCHERS // WATCHED:
            told |= {descriptor for descriptor, _ in waiting.poll(1)}
        latencies.append(time.perf_counter() - begun)
        for stream in streams:
            if stream.fileno() in told:
                stream.recv(65536)
    print(f"a move until its {WATCHERS // WATCHED} watchers have it: "
          f"{milliseconds(sorted(latencies))}", flush=True)
    for stream in streams:
        stream.close()


def show_overload(service):
    """A crowd at one address asks for long searches at once; somebody at another address makes
    small calls meanwhile."""
    before = service.resident_bytes()
    hard = post(CHOOSE, {"state": {"game": "renju{opening=free}"}, "simulations": 10000})
    connections = [service.connect() for _ in range(CROWD)]
    begun = time.perf_counter()
    for connection in connections:
        connection.sendall(hard)
        connection.setblocking(False)
    request = post(GAME, {"game": "tic_tac_toe"})
    rate, latencies = http_calls(service, request, 1, TURN, "127.0.0.2")
    waiting = select.epoll()
    answers = collections.Counter()
    for connection in connections:
        waiting.register(connection, select.EPOLLIN)
    ready = {descriptor for descriptor, _ in waiting.poll(0, CROWD)}
    for connection in connections:
        if connection.fileno() in ready:
            text = connection.recv(65536)
            reason = re.search(rb'"reason":"(\w+)"', text)
            answers[text[9:12].decode() + " " + (reason[1].decode() if reason else "")] += 1
    more = service.resident_bytes() - before
    print(f"{CROWD} long searches at once, {time.perf_counter() - begun:.1f} s later: "
          f"{dict(answers)}, {CROWD - sum(answers.values())} in progress, {more / 1e6:.1f} MB more")
    print(f"small calls meanwhile: {rate:.0f}/s, {milliseconds(latencies)}")
    for connection in connections:
        connection.close()
    begun = time.perf_counter()
    code = 0
    while code != 200:
        code, _ = service.ask(CHOOSE, {"state": {"game": "tic_tac_toe"}, "simulations": 16})
    print(f"when the crowd has gone, a search is answered after "
          f"{1e3 * (time.perf_counter() - begun):.0f} ms", flush=True)


def main():
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    with tempfile.TemporaryDirectory() as folder:
        service = Service(folder)
        try:
            show_small_calls(service)
            show_latency(service)
            show_idle_streams(service)
            show_overload(service)
        finally:
            service.process.terminate()
            service.process.wait()


main()
