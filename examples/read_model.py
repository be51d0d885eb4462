# read_model: reads a model file and evaluates its network, with numpy alone.
#
# usage: kvintet evaluate MODEL --record TEXT --inputs --json | read_model.py MODEL
#
# Reads lines with the inputs and outputs of a network; prints how much this implementation differs.
import json
import sys

import numpy


def read_model(path):
    """Metadata and arrays of a file: length, JSON header, raw values, as in safetensors."""
    with open(path, "rb") as file:
        length = int.from_bytes(file.read(8), "little")
        header = json.loads(file.read(length))
        data = file.read()
    arrays = {}
    for name, entry in header.items():
        if name != "__metadata__":
            begin, end = entry["data_offsets"]
            arrays[name] = numpy.frombuffer(data[begin:end], "<f4").reshape(entry["shape"])
    return header["__metadata__"], arrays


def relu(x):
    return numpy.maximum(x, 0)


def pool(x):
    """Mean and maximum over the board: [2 C] of [C, H, W]."""
    return numpy.concatenate([x.mean(axis=(1, 2)), x.max(axis=(1, 2))])


class Network:
    """The network of training/network/tower/tower.h, one position at a time.

    Its body is residual or squeeze (training/network/tower/bodies/).
    """

    def __init__(self, path):
        self.metadata, self.arrays = read_model(path)
        _, _, body = self.metadata["size"].partition(" body=")
        if body and not body.startswith("squeeze{"):
            sys.exit(f"{path}: the body must be residual or squeeze, is {body}")

    def convolve(self, name, x):
        weight = self.arrays[name + ".weight"]
        size = weight.shape[2]
        padded = numpy.pad(x, ((0, 0), (size // 2, size // 2), (size // 2, size // 2)))
        height, width = x.shape[1:]
        out = numpy.zeros((len(weight), height, width), numpy.float32)
        for row in range(size):
            for column in range(size):
                window = padded[:, row : row + height, column : column + width]
                out += numpy.tensordot(weight[:, :, row, column], window, 1)
        return out + self.arrays[name + ".bias"][:, None, None]

    def linear(self, name, x):
        out = self.arrays[name + ".weight"] @ x
        return out + self.arrays.get(name + ".bias", 0)

    def has(self, name):
        return name + ".weight" in self.arrays

    def forward(self, planes, global_numbers):
        """The logits of the policy, and the probabilities of win, draw and loss."""
        x = self.convolve("stem", planes.astype(numpy.float32))
        if self.has("globals"):
            x += self.linear("globals", global_numbers)[:, None, None]
        x = relu(x)
        block = 0
        while self.has(f"blocks.{block}.first"):
            name = f"blocks.{block}"
            hidden = relu(self.convolve(name + ".first", x))
            y = self.convolve(name + ".second", hidden)
            if self.has(name + ".pooled"):
                y += self.linear(name + ".pooled", pool(hidden))[:, None, None]
            if self.has(name + ".squeeze"):
                squeezed = relu(self.linear(name + ".squeeze", pool(y)))
                scale, shift = numpy.split(self.linear(name + ".excite", squeezed), 2)
                gate = numpy.clip(scale + 3, 0, 6) / 6
                y = gate[:, None, None] * y + shift[:, None, None]
            x = relu(x + y)
            block += 1
        pooled = pool(x)
        hidden = relu(self.linear("hidden", pooled))
        wdl = numpy.exp(self.linear("value", hidden))
        policy = []
        if self.has("policy.planes"):
            p = self.convolve("policy.first", x)
            p = relu(p + self.linear("policy.pooled", pooled)[:, None, None])
            policy.append(self.convolve("policy.planes", p).ravel())
        if self.has("policy.slots"):
            policy.append(self.linear("policy.slots", hidden))
        return numpy.concatenate(policy), wdl / wdl.sum()


def main():
    network = Network(sys.argv[1])
    most = 0.0
    for line in sys.stdin:
        said = json.loads(line)
        planes = numpy.array(said["planes"], numpy.uint8).reshape(said["shape"])
        logits, wdl = network.forward(planes, numpy.array(said["globals"], numpy.float32))
        indices = [action["index"] for action in said["actions"]]
        wanted = numpy.array([action["logit"] for action in said["actions"]])
        most = max(most, abs(wdl - said["wdl"]).max(), abs(logits[indices] - wanted).max())
    print(f"{network.metadata['game']}: differs by {most:.1e} at most")
    return 0 if most < 1e-4 else 1


if __name__ == "__main__":
    sys.exit(main())
