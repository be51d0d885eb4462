# lossy_link: a second network namespace, and a link to it that loses, delays and reorders packets.
#
# Needs its own network namespace: unshare --user --map-root-user --net, and /dev/net/tun. Run as a
# program, its exit code says whether a link can be made.
import ctypes
import fcntl
import heapq
import os
import random
import socket
import struct
import subprocess
import threading
import time

NEAR, FAR = "10.77.0.1", "10.77.0.2"
CLONE_NEWNET = 0x40000000
TUNSETIFF = 0x400454CA
TUN, NO_PACKET_INFO = 1, 0x1000
SIOCSIFFLAGS, SIOCSIFADDR, SIOCSIFDSTADDR = 0x8914, 0x8916, 0x8918
UP, POINT_TO_POINT, RUNNING = 1, 0x10, 0x40
MOST_BYTES = 65536


def bring_up_loopback():
    """Brings up the loopback interface, which is down in a new network namespace."""
    with socket.socket() as one:
        fcntl.ioctl(one, SIOCSIFFLAGS, struct.pack("16sH14x", b"lo", UP | RUNNING))


def open_tunnel(own, other):
    """One end of the link, in the caller's network; packets written to it arrive there."""
    tunnel = os.open("/dev/net/tun", os.O_RDWR)
    request = struct.pack("16sH14x", b"link", TUN | NO_PACKET_INFO)
    fcntl.ioctl(tunnel, TUNSETIFF, request)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        for call, address in (SIOCSIFADDR, own), (SIOCSIFDSTADDR, other):
            fcntl.ioctl(one, call, struct.pack("16sHH4s8x", b"link", socket.AF_INET, 0,
                                               socket.inet_aton(address)))
        fcntl.ioctl(one, SIOCSIFFLAGS,
                    struct.pack("16sH14x", b"link", UP | POINT_TO_POINT | RUNNING))
    return tunnel


class LossyLink:
    """A link from NEAR, in the caller's network, to FAR, where `far_command` starts programs."""

    def __init__(self, loss, delay, jitter, seed=1):
        self.loss, self.delay, self.jitter = loss, delay, jitter
        self.random = random.Random(seed)
        self.silent_until = 0.0
        self.lost = self.passed = self.overtaken = 0
        self.changed = threading.Condition()
        # Time, sequence number, receiving end, packet.
        self.packets = []
        self.number = 0
        bring_up_loopback()
        near = open_tunnel(NEAR, FAR)
        ready = threading.Event()
        threading.Thread(target=self._live_afar, args=(near, ready), daemon=True).start()
        ready.wait()
        threading.Thread(target=self._take, args=(near, self.far), daemon=True).start()
        threading.Thread(target=self._deliver, daemon=True).start()

    def far_command(self):
        """The command prefix that runs a program in the other network."""
        return ["nsenter", f"--net=/proc/{os.getpid()}/fd/{self.network}"]

    def fall_silent(self, seconds):
        """Drops all packets for this long."""
        self.silent_until = time.monotonic() + seconds
        time.sleep(seconds)

    def _live_afar(self, near, ready):
        # Moves only this thread into the namespace.
        if ctypes.CDLL(None, use_errno=True).unshare(CLONE_NEWNET) != 0:
            raise OSError(ctypes.get_errno(), "a network of its own")
        bring_up_loopback()
        self.network = os.open(f"/proc/self/task/{threading.get_native_id()}/ns/net", os.O_RDONLY)
        self.far = open_tunnel(FAR, NEAR)
        ready.set()
        self._take(self.far, near)

    def _take(self, source, sink):
        while packet := os.read(source, MOST_BYTES):
            now = time.monotonic()
            with self.changed:
                if now < self.silent_until or self.random.random() < self.loss:
                    self.lost += 1
                    continue
                due = now + self.delay + self.random.uniform(-self.jitter, self.jitter)
                self.number += 1
                heapq.heappush(self.packets, (due, self.number, sink, packet))
                self.changed.notify()

    def _deliver(self):
        latest = {}
        while True:
            with self.changed:
                now = time.monotonic()
                while not self.packets or self.packets[0][0] > now:
                    self.changed.wait(self.packets[0][0] - now if self.packets else None)
                    now = time.monotonic()
                _, number, sink, packet = heapq.heappop(self.packets)
                self.passed += 1
                self.overtaken += number < latest.get(sink, 0)
                latest[sink] = max(number, latest.get(sink, 0))
            os.write(sink, packet)


if __name__ == "__main__":
    subprocess.run([*LossyLink(loss=0, delay=0, jitter=0).far_command(), "true"], check=True)
