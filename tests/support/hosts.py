# hosts: hosts with a network stack each, joined by a switch that loses, delays and drops packets.
#
# Each host is a network namespace with one interface (TUN). The switch is threads of this process,
# so neither root nor parts of the kernel such as netem are needed: only a network namespace of the
# caller's own (unshare --user --map-root-user --net) and /dev/net/tun. Run as a program, its exit
# code says whether this machine has both.
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

CLONE_NEWNET = 0x40000000
TUNSETIFF = 0x400454CA
TUN, NO_PACKET_INFO = 1, 0x1000
SIOCSIFFLAGS, SIOCSIFADDR, SIOCSIFNETMASK = 0x8914, 0x8916, 0x891C
UP, RUNNING = 1, 0x40
MOST_BYTES = 65536
LIBC = ctypes.CDLL(None, use_errno=True)


def set_flags(control, interface, flags):
    fcntl.ioctl(control, SIOCSIFFLAGS, struct.pack("16sH14x", interface, flags))


def in_thread(function):
    """Returns what the function returns in a thread of its own, which may change its namespace."""
    answer = []

    def run():
        try:
            answer.append((function(), None))
        except OSError as error:
            answer.append((None, error))
    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    value, error = answer[0]
    if error:
        raise error
    return value


class Line:
    """One direction of a host's cable: the share of packets that it loses, and how late the others
    arrive, in seconds: `delay`, give or take `jitter`."""

    def __init__(self):
        self.heal()

    def heal(self):
        self.loss = self.delay = self.jitter = 0.0

    def set(self, loss=0.0, delay=0.0, jitter=0.0):
        self.loss, self.delay, self.jitter = loss, delay, jitter


class Host:
    """A host of a Network, at `address`. `sent` and `received` are the lines to and from it."""

    def __init__(self, address, is_new):
        self.address = address
        self.sent, self.received = Line(), Line()
        in_thread(lambda: self._settle(is_new))

    def _settle(self, is_new):
        if is_new and LIBC.unshare(CLONE_NEWNET) != 0:
            raise OSError(ctypes.get_errno(), "a network of its own")
        self.network = os.open(f"/proc/self/task/{threading.get_native_id()}/ns/net", os.O_RDONLY)
        self.control = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        set_flags(self.control, b"lo", UP | RUNNING)
        self.device = os.open("/dev/net/tun", os.O_RDWR)
        fcntl.ioctl(self.device, TUNSETIFF, struct.pack("16sH14x", b"net", TUN | NO_PACKET_INFO))
        for call, text in (SIOCSIFADDR, self.address), (SIOCSIFNETMASK, "255.255.255.0"):
            fcntl.ioctl(self.control, call, struct.pack("16sHH4s8x", b"net", socket.AF_INET, 0,
                                                        socket.inet_aton(text)))
        self.plug()

    def command(self):
        """The prefix of a command that runs on this host."""
        return ["nsenter", f"--net=/proc/{os.getpid()}/fd/{self.network}"]

    def call(self, function):
        """Returns what the function returns on this host: its sockets are the host's."""
        def enter():
            if LIBC.setns(self.network, CLONE_NEWNET) != 0:
                raise OSError(ctypes.get_errno(), "the host's network")
            return function()
        return in_thread(enter)

    def unplug(self):
        """Takes the interface down."""
        set_flags(self.control, b"net", 0)

    def plug(self):
        set_flags(self.control, b"net", UP | RUNNING)

    def heal(self):
        self.plug()
        self.sent.heal()
        self.received.heal()


class Network:
    """The switch, and up to 254 hosts at 10.77.0.1 and so on. All last as long as the process."""

    def __init__(self, seed=1):
        self.random = random.Random(seed)
        self.hosts = {}
        self.silent_until = 0.0
        self.lost = self.passed = self.overtaken = 0
        self.changed = threading.Condition()
        # Time, sequence number, receiving host, packet.
        self.packets = []
        self.number = 0
        threading.Thread(target=self._deliver, daemon=True).start()

    def here(self):
        """The caller's own network becomes a host. At most once."""
        return self._add(is_new=False)

    def host(self):
        """A new host."""
        return self._add(is_new=True)

    def _add(self, is_new):
        host = Host(f"10.77.0.{len(self.hosts) + 1}", is_new)
        self.hosts[socket.inet_aton(host.address)] = host
        threading.Thread(target=self._take, args=(host,), daemon=True).start()
        return host

    def fall_silent(self, seconds):
        """Drops all packets for this long."""
        self.silent_until = time.monotonic() + seconds
        time.sleep(seconds)

    def heal(self):
        for host in self.hosts.values():
            host.heal()

    def _take(self, source):
        while packet := os.read(source.device, MOST_BYTES):
            # The receiver's address in an IPv4 packet; others, as those of IPv6, go nowhere.
            sink = self.hosts.get(packet[16:20]) if packet[0] >> 4 == 4 else None
            if sink is None:
                continue
            now = time.monotonic()
            lines = (source.sent, sink.received)
            with self.changed:
                if now < self.silent_until or any(self.random.random() < line.loss
                                                  for line in lines):
                    self.lost += 1
                    continue
                due = now + sum(line.delay + self.random.uniform(-line.jitter, line.jitter)
                                for line in lines)
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
                self.overtaken += number < latest.get(sink, 0)
                latest[sink] = max(number, latest.get(sink, 0))
            try:
                os.write(sink.device, packet)
                self.passed += 1
            except OSError:
                self.lost += 1  # The receiver is unplugged.


if __name__ == "__main__":
    subprocess.run([*Network().host().command(), "true"], check=True)
