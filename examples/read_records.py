# read_records: reads games of self-play from a record file, from docs/record_format.md alone.
#
# usage: read_records.py FILE.records; prints a line of JSON for each game
#
# Needs only Python and libzstd.
import ctypes
import ctypes.util
import json
import struct
import sys

ZSTD = ctypes.CDLL(ctypes.util.find_library("zstd"))
ZSTD.ZSTD_getFrameContentSize.restype = ctypes.c_uint64
ZSTD.ZSTD_decompress.restype = ctypes.c_size_t
MOST = 1 << 26
ENDS = ["by the rules", "cut", "seat 0 gave up", "seat 1 gave up"]


def unpack(frame):
    """The content of one zstd frame."""
    size = ZSTD.ZSTD_getFrameContentSize(frame, ctypes.c_size_t(len(frame)))
    if size > MOST:
        raise ValueError("not a zstd frame with its size")
    content = ctypes.create_string_buffer(size)
    got = ZSTD.ZSTD_decompress(content, ctypes.c_size_t(size), frame, ctypes.c_size_t(len(frame)))
    if got != size:
        raise ValueError("a damaged zstd frame")
    return content.raw


class Reader:
    """Reads values from the front of bytes."""

    def __init__(self, content):
        self.content = content
        self.at = 0

    def bytes(self, size):
        if size > len(self.content) - self.at:
            raise ValueError("cut short")
        self.at += size
        return self.content[self.at - size : self.at]

    def fixed(self, form):
        return struct.unpack("<" + form, self.bytes(struct.calcsize("<" + form)))[0]

    def varint(self):
        value = shift = 0
        while True:
            byte = self.fixed("B")
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def signed(self):
        bits = self.varint()
        return bits >> 1 if bits % 2 == 0 else -(bits >> 1) - 1

    def text(self):
        return self.bytes(self.varint()).decode()

    def probability(self):
        code = self.fixed("B")
        return 0.0 if code == 255 else 2.718281828459045 ** (-code / 20)


def read_row(reader, last_event):
    row = {"event": last_event + 1 + reader.varint(), "surprise": (reader.fixed("B") / 64) ** 2,
           "model": reader.varint(), "value": reader.fixed("h") / 32767,
           "draw": reader.fixed("B") / 255, "behaviour": reader.probability(),
           "rest": reader.probability(), "policy": []}
    action = -1
    for _ in range(reader.varint()):
        action += 1 + reader.varint()
        row["policy"].append((action, reader.probability()))
    return row


def read_record(content, game):
    reader = Reader(content)
    record = {"game": game, "seed": reader.fixed("Q"), "number": reader.varint(),
              "evaluations": reader.varint(), "end": ENDS[reader.fixed("B")],
              "result": reader.fixed("f"), "margin": [reader.signed(), reader.signed()],
              "reason": reader.text()}
    record["models"] = [reader.text() for _ in range(reader.varint())]
    events = [reader.varint() for _ in range(reader.varint())]
    record["events"] = [(event % 4, event // 4) for event in events]
    record["rows"] = []
    for _ in range(reader.varint()):
        last = record["rows"][-1]["event"] if record["rows"] else -1
        record["rows"].append(read_row(reader, last))
    return record


def read_file(path):
    """Yields the records of a file."""
    with open(path, "rb") as file:
        content = file.read()
    head = Reader(content)
    if head.bytes(8) != b"KVRECORD" or content[-8:] != b"KVRECEND" or head.fixed("I") != 1:
        raise ValueError(path + " is not a record file of version 1")
    game = unpack(head.bytes(head.fixed("I"))).decode()
    index_size = struct.unpack("<I", content[-12:-8])[0]
    index = Reader(unpack(content[-12 - index_size : -12]))
    for _ in range(index.varint()):
        size, games, _ = index.varint(), index.varint(), index.varint()
        frame = Reader(unpack(head.bytes(size)))
        for _ in range(games):
            yield read_record(frame.bytes(frame.varint()), game)


if __name__ == "__main__":
    for one in read_file(sys.argv[1]):
        print(json.dumps(one))
