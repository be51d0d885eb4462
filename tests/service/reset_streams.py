# reset_streams: a client that opens calls and resets each before it is answered.
import socket
import struct
import threading

from service import SECONDS, host_and_port

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
HEADERS, RST_STREAM, SETTINGS = 1, 3, 4
END_HEADERS = 4
CANCEL = 8
# Streams sent in one write.
GROUP = 100


def frame(kind, flags, stream, payload):
    """An HTTP/2 frame (RFC 9113, 4.1)."""
    length = struct.pack(">I", len(payload))[1:]
    return length + struct.pack(">BBI", kind, flags, stream) + payload


def text(value):
    """A string literal without Huffman coding (RFC 7541, 5.2)."""
    return bytes([len(value)]) + value.encode()


def call_headers(method):
    """The header block of a call, using the static table only."""
    return (b"\x83\x86" + b"\x04" + text(method) + b"\x01" + text("localhost")
            + b"\x00" + text("content-type") + text("application/grpc")
            + b"\x00" + text("te") + text("trailers"))


def drain(connection):
    """Discards the server's data until either side closes, so that the server never blocks."""
    try:
        while connection.recv(1 << 16):
            pass
    except OSError:
        pass


def reset_streams(address, method, count):
    """Opens and resets this many calls; returns how many were sent before the server closed."""
    headers = call_headers(method)
    sent = 0
    with socket.create_connection(host_and_port(address), SECONDS) as connection:
        reader = threading.Thread(target=drain, args=(connection,))
        reader.start()
        try:
            connection.sendall(PREFACE + frame(SETTINGS, 0, 0, b""))
            while sent < count:
                frames = b""
                for stream in range(2 * sent + 1, 2 * (sent + GROUP) + 1, 2):
                    frames += frame(HEADERS, END_HEADERS, stream, headers)
                    frames += frame(RST_STREAM, 0, stream, struct.pack(">I", CANCEL))
                connection.sendall(frames)
                sent += GROUP
        except OSError:
            pass
        try:
            connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        reader.join()
    return sent
