# http: the HTTP door of the service as a process: the recorded cases, and clients that misbehave.
#
# usage: http_test.py ROLLOUTS_SERVICE
import http.client
import json
import os
import re
import socket
import sys
import threading
import unittest

from service import SECONDS, Service

CASES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "inputs", "http_cases.txt")
JSON = {"Content-Type": "application/json"}
HEALTH = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
RULES = "/kvintet.v1.RulesService/"
# Bytes of a request: ServeConfig.max_request_bytes.
LIMIT = 262144


def bytes_of(text):
    """The bytes of a line with escapes."""
    escaped = re.sub(r"[^\x00-\x7f]", lambda match: match[0], text).encode()
    escaped = re.sub(rb"\\x([0-9a-f]{2})", lambda match: bytes([int(match[1], 16)]), escaped)
    return escaped.replace(b"\\n", b"\n")


class Case:
    """A request, and what must come back."""

    def __init__(self, name, text):
        self.name = name
        lines = text.splitlines()
        sent = [line[2:] for line in lines if line.startswith(">")]
        wanted = [line[2:] for line in lines if line.startswith("< ")]
        # The empty line that ends a request is written as "<" alone.
        whole = "<" in lines
        self.request = b"".join(line.encode() + b"\r\n" for line in sent[: None if whole else -1])
        body = b"" if whole else bytes_of(sent[-1])
        self.request = self.request.replace(b"LENGTH", str(len(body)).encode()) + body
        self.ends = "end" in wanted
        self.code = int(wanted[0])
        rest = [line for line in wanted[1:] if line != "end"]
        is_field = re.compile(r"[a-z-]+: ")
        self.fields = dict(line.split(": ", 1) for line in rest if is_field.match(line))
        self.texts = [bytes_of(line) for line in rest if not is_field.match(line)]


def read_cases():
    """The recorded cases."""
    with open(CASES, encoding="utf-8") as file:
        parts = re.split(r"^\[(.*)\]\n", file.read(), flags=re.M)
    return [Case(name, text) for name, text in zip(parts[1::2], parts[2::2])]


class HttpTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.service = Service(
            sys.argv[1],
            'http { listen: "127.0.0.1:0" allowed_origins: "https://games.example.org" } '
            "max_connections_per_address: 200",
        )
        cls.addClassCleanup(cls.service.kill)
        page = cls.service.process.stdout.readline()
        cls.host, port = re.fullmatch(r"page http://(.*):(\d+)/\n", page).groups()
        cls.port = int(port)

    def connect(self):
        connection = socket.create_connection((self.host, self.port), SECONDS)
        self.addCleanup(connection.close)
        return connection

    def response(self, connection):
        """Reads a response; returns its code, its fields and its body."""
        answer = http.client.HTTPResponse(connection)
        answer.begin()
        return answer, answer.read()

    def post(self, path, **fields):
        """Makes a call; returns its code and its answer."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=SECONDS)
        self.addCleanup(connection.close)
        connection.request("POST", path, json.dumps(fields), JSON)
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())

    def try_case(self, case):
        connection = self.connect()
        connection.sendall(case.request)
        answer, body = self.response(connection)
        self.assertEqual(answer.status, case.code, body)
        for name, value in case.fields.items():
            found = answer.headers.get(name)
            if value.endswith("..."):
                self.assertTrue(found.startswith(value[:-3]), (name, found))
            else:
                self.assertIn(value, answer.headers.get_all(name), name)
        for text in case.texts:
            self.assertIn(text, body)
        self.assertIsNone(answer.headers.get("set-cookie"))
        if case.ends:
            self.assertEqual(connection.recv(1), b"")
        else:
            connection.sendall(HEALTH)
            self.assertEqual(self.response(connection)[1], b"ok\n")

    def test_recorded_cases(self):
        cases = read_cases()
        self.assertGreater(len(cases), 50)
        for case in cases:
            with self.subTest(case.name):
                self.try_case(case)

    def test_each_case_sent_byte_by_byte_has_the_same_answer(self):
        for case in read_cases()[:3]:
            with self.subTest(case.name):
                connection = self.connect()
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                for byte in case.request:
                    connection.sendall(bytes([byte]))
                self.assertEqual(self.response(connection)[0].status, case.code)

    def test_a_request_may_be_as_long_as_the_limit(self):
        for length, wanted in ((LIMIT, 200), (LIMIT + 1, 429)):
            with self.subTest(length):
                body = b'{"state": {"game": "kuhn"}' + b" " * length
                body = body[: length - 1] + b"}"
                connection = http.client.HTTPConnection(self.host, self.port, timeout=SECONDS)
                self.addCleanup(connection.close)
                connection.request("POST", RULES + "Describe", body, JSON)
                answer = connection.getresponse()
                self.assertEqual(answer.status, wanted, answer.read())

    def test_a_whole_game(self):
        state = {"game": "tic_tac_toe"}
        while True:
            code, told = self.post(RULES + "Describe", state=state)
            self.assertEqual(code, 200, told)
            if told["description"].get("ended"):
                break
            move = self.post(RULES + "ListMoves", state=state)[1]["moves"][0]["text"]
            state = self.post(RULES + "Apply", state=state, move=move)[1]["state"]
        self.assertIn("record", state)

    def test_many_clients_at_once(self):
        codes = []

        def call():
            for _ in range(10):
                codes.append(self.post(RULES + "Describe", state={"game": "kuhn"})[0])

        threads = [threading.Thread(target=call) for _ in range(16)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(codes, [200] * 160)

    def test_a_client_that_sends_nothing_disturbs_nobody(self):
        silent = [self.connect() for _ in range(100)]
        for connection in silent[::2]:
            connection.sendall(b"POST /kvintet.v1.Rules")
        self.assertEqual(self.post(RULES + "Describe", state={"game": "kuhn"})[0], 200)

    def test_streams_given_up_leave_nothing_behind(self):
        request = json.dumps({"state": {"game": "tic_tac_toe"}}).encode()
        body = b"\0" + len(request).to_bytes(4, "big") + request
        head = (
            "POST /kvintet.v1.AnalysisService/Analyze HTTP/1.1\r\nHost: localhost\r\n"
            f"Content-Type: application/connect+json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        for _ in range(8):
            with socket.create_connection((self.host, self.port), SECONDS) as connection:
                connection.sendall(head.encode() + body)
                connection.recv(1)
        self.assertEqual(self.service.left_behind(), {})


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
