# poor_network: a way to a service that is slow, falls silent and is cut; no byte is changed.
import random
import socket
import threading
import time

CHUNK = 65536


class PoorNetwork:
    """Listens at `address`, of `host`, and passes connections on to `target`, which may change."""

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
        """For so long nothing gets through, and no connection is cut."""
        self.speaking.clear()
        time.sleep(seconds)
        self.speaking.set()

    def cut(self):
        """Ends all connections at once, in the middle of whatever they carry; gives how many."""
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
                # Whoever waits for bytes is woken.
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            one.close()
