#!/usr/bin/env python3
"""What PyTorch computes with a file of weights, for the test that compares the program's own arithmetic with it.

    tools/judge_go.py crates/learning/network/weights/6x64.weights > crates/learning/network/testdata/6x64.judgements

For boards of several sizes with random marks: rows, columns (a byte each), the planes as the program packs them, the
logit of winning and those of the points (32-bit floating-point numbers).
"""

import struct
import sys

import numpy as np
import torch
import torch.nn.functional as F


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 8

    def number(self):
        self.at += 4
        return struct.unpack_from("<I", self.data, self.at - 4)[0]

    def array(self, kind, count):
        array = np.frombuffer(self.data, kind, count, self.at)
        self.at += array.nbytes
        return torch.from_numpy(array.astype(np.float32))

    def layer(self, *shape):
        count = int(np.prod(shape))
        # All low bytes, then all high bytes.
        halves = np.frombuffer(self.data, np.uint8, 2 * count, self.at).reshape(2, count).T.copy().view("<f2")
        self.at += 2 * count
        return torch.from_numpy(halves.astype(np.float32)).reshape(shape), self.array("<f4", shape[0])


def pooled(x):
    return torch.cat([x.mean((2, 3)), x.amax((2, 3))], 1)


def judge(path, planes):
    """Logits of the points and of winning; the layers are described in crates/learning/network/src/weights.rs."""
    r = Reader(open(path, "rb").read())
    _, _, p, blocks, c, period, q, v, h, _ = (r.number() for _ in range(10))
    x = F.relu(F.conv2d(planes, *r.layer(c, p, 5, 5), padding=2))
    for block in range(1, blocks + 1):
        y = F.relu(F.conv2d(x, *r.layer(c, c, 3, 3), padding=1))
        z = x + F.conv2d(y, *r.layer(c, c, 3, 3), padding=1)
        if block % period == 0:
            z = z + F.linear(pooled(y), *r.layer(c, 2 * c))[:, :, None, None]
        x = F.relu(z)
    p = F.conv2d(x, *r.layer(q, c, 1, 1))
    p = F.relu(p + F.linear(pooled(F.relu(p)), *r.layer(q, 2 * q))[:, :, None, None])
    policy = F.conv2d(p, *r.layer(1, q, 1, 1)).flatten()
    value = F.relu(F.conv2d(x, *r.layer(v, c, 1, 1)))
    value = F.relu(F.linear(pooled(value), *r.layer(h, 2 * v)))
    return policy, F.linear(value, *r.layer(1, h)).flatten()


def main():
    random = np.random.default_rng(1)
    for rows, columns in ((19, 19), (9, 9), (13, 13), (5, 8)):
        marks = random.random((18, rows * columns)) < 0.15
        marks[14] = True
        planes = torch.from_numpy(marks.astype(np.float32)).view(1, 18, rows, columns)
        with torch.no_grad():
            policy, value = judge(sys.argv[1], planes)
        packed = np.packbits(marks, axis=1, bitorder="little").tobytes()
        sys.stdout.buffer.write(bytes([rows, columns]) + packed + value.numpy().tobytes() + policy.numpy().tobytes())


if __name__ == "__main__":
    main()
