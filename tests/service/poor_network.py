# poor_network: a proxy to a service that delays, stalls and cuts connections; it changes no byte.
import random
import socket
import threading
import time

CHUNK = 65536


class PoorNetwork:
    """Listens at `address` on `host` and forwards connections to `target`, which may change."""

    def __init__(self, target, seed=1, delay=0.0, jitter=0.0, host="127.0.0.1"):
        self.target = target
        self.delay, self.jitter = delay, jitter
        self.random = random.Random(seed)
        self.speaking = threading.Event()
        self.speaking.set()
        self.lock = threading.Lock()
        self.pairs = set()
        self.listener = socket.create_server((host, 0))
        self.address = f"{host}:{self.listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def fall_silent(self, seconds):
        """Forwards nothing for this long, without cutting connections."""
        self.speaking.clear()
        time.sleep(seconds)
        self.speaking.set()

    def cut(self):
        """Cuts all connections at once, even within a message; returns how many."""
        with self.lock:
            pairs, self.pairs = self.pairs, set()
        for pair in pairs:
            self._end(pair)
        return len(pairs)

    def close(self):
        self.listener.close()
        self.cut()
        self.speaking.set()

    def _accept(self):
        while True:
            try:
                client = self.listener.accept()[0]
            except OSError:
                return
            host, port = self.target.rsplit(":", 1)
            try:
                server = socket.create_connection((host, int(port)))
            except OSError:
                client.close()
                continue
            for one in client, server:
                one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            pair = (client, server)
            with self.lock:
                self.pairs.add(pair)
            for ends in (pair, pair[::-1]):
                threading.Thread(target=self._pass_on, args=(pair, *ends), daemon=True).start()

    def _pass_on(self, pair, source, sink):
        try:
            while data := source.recv(CHUNK):
                self.speaking.wait()
                with self.lock:
                    wait = self.delay + self.random.uniform(-self.jitter, self.jitter)
                if wait > 0:
                    time.sleep(wait)
                sink.sendall(data)
        except OSError:
            pass
        with self.lock:
            self.pairs.discard(pair)
        self._end(pair)

    @staticmethod
    def _end(pair):
        for one in pair:
            try:
                # Wakes threads that wait for bytes.
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            one.close()
