#!/usr/bin/env python3
"""Trains the network of the chess evaluation from positions of `quadrille data chess`.

    quadrille data chess --out games.bin --moves 20000000 --threads 16
    quadrille data chess --from games.bin --out positions.bin
    python3 tools/train_chess.py positions.bin --out network.bin

The network: 768 inputs (own or opponent's piece, role, square) for each region of the own king, the board mirrored so that the
king stands on files a to d; one hidden layer for each side's view of the board, shared weights; squared clipped ReLU; one output
for each of eight numbers of pieces. It is trained on a mixture of the position's search score and its outlook (what the
scores later in the game and its result say) and written in whole numbers, in the form that crates/games/chess/src/evaluation/network/weights.rs describes. Needs PyTorch; a GPU is used if there is one.
"""

import argparse
import glob
import math
import struct
import time
import zlib

import numpy as np
import torch

RECORD = 32
OUTPUTS = 8
QA, QB = 255, 64
SCALE = 400.0
LARGEST_WEIGHT = 1.98
# The regions of the own king, for files a to d of ranks 1 to 8.
REGIONS = [
    0, 0, 1, 1,
    2, 2, 2, 2,
    3, 3, 3, 3,
    3, 3, 3, 3,
    3, 3, 3, 3,
    3, 3, 3, 3,
    3, 3, 3, 3,
    3, 3, 3, 3,
]
BUCKETS = max(REGIONS) + 1
INPUTS = 768 * BUCKETS
# The same pieces whatever the region: learned beside the regions, added to each of them in the end.
SHARED = INPUTS
NOTHING = INPUTS + 768
COLUMNS = NOTHING + 1
WEIGHTS_MARK = b"QUADCHNN"
WEIGHTS_VERSION = 2


def feature_hash():
    """What the inputs mean, in one number: the program refuses a network of other features."""
    text = "mover view, mirrored to files a-d, own then opponent, PNBRQK, a1=0; regions " + "".join(map(str, REGIONS))
    return zlib.crc32(text.encode())


def read(patterns):
    """The records of all files."""
    paths = sorted(path for pattern in patterns for path in glob.glob(pattern))
    parts = [np.fromfile(path, dtype=np.uint8) for path in paths]
    return np.concatenate([part[: len(part) // RECORD * RECORD].reshape(-1, RECORD) for part in parts])


class Positions:
    """All positions on the device: 64 piece codes each, 15 for an empty square."""

    def __init__(self, records, device):
        self.device = device
        self.boards = torch.empty((len(records), 64), dtype=torch.uint8, device=device)
        tail = torch.from_numpy(np.ascontiguousarray(records[:, 24:32]))
        self.score = tail[:, :2].contiguous().view(torch.int16).squeeze(1).to(device)
        self.outlook = (tail[:, 6].float() + 256 * tail[:, 7].float()).div(65535).to(device)
        step = 1 << 18
        for begin in range(0, len(records), step):
            part = torch.from_numpy(np.ascontiguousarray(records[begin : begin + step, :24])).to(device)
            bits = (part[:, :8, None] >> torch.arange(8, device=device, dtype=torch.uint8)) & 1
            bits = bits.reshape(len(part), 64)
            nibbles = torch.stack((part[:, 8:] & 15, part[:, 8:] >> 4), dim=2).reshape(len(part), 32)
            place = (bits.cumsum(1) - 1).clamp(min=0)
            codes = nibbles.gather(1, place)
            self.boards[begin : begin + step] = torch.where(bits.bool(), codes, 15)

    def __len__(self):
        return len(self.boards)


class Encoder:
    """Boards to rows of zeros and ones, one for each side's view."""

    def __init__(self, device, regions):
        self.regions = regions
        self.squares = torch.arange(64, device=device)
        regions = torch.tensor(REGIONS, device=device).reshape(8, 4)
        self.region = torch.cat((regions, regions.flip(1)), dim=1).reshape(64)
        self.mirror = torch.where(self.squares % 8 >= 4, 7, 0)

    def view(self, boards, opponent):
        codes = boards.long()
        side, role = codes >> 3, codes & 7
        squares = self.squares
        king = (boards == (13 if opponent else 5)).to(torch.uint8).argmax(1)
        if opponent:
            side, squares, king = 1 - side, squares ^ 56, king ^ 56
        square = squares[None, :] ^ self.mirror[king][:, None]
        piece = side * 384 + role * 64 + square
        empty = boards == 15
        rows = torch.zeros((len(boards), COLUMNS), device=boards.device)
        rows.scatter_(1, torch.where(empty, NOTHING, SHARED + piece), 1.0)
        if self.regions:
            rows.scatter_(1, torch.where(empty, NOTHING, self.region[king][:, None] * 768 + piece), 1.0)
        rows[:, NOTHING] = 0.0
        return rows


class Network(torch.nn.Module):
    def __init__(self, hidden):
        super().__init__()
        self.table = torch.nn.Parameter((torch.rand(COLUMNS, hidden) * 2 - 1) * math.sqrt(1 / 32) * 0.5)
        self.table.data[:INPUTS] = 0
        self.bias = torch.nn.Parameter(torch.zeros(hidden))
        self.out = torch.nn.Parameter((torch.rand(OUTPUTS, 2 * hidden) * 2 - 1) * math.sqrt(1 / hidden))
        self.out_bias = torch.nn.Parameter(torch.zeros(OUTPUTS))

    def forward(self, own, their, bucket):
        sides = [torch.clamp(rows @ self.table + self.bias, 0, 1).square() for rows in (own, their)]
        return (torch.cat(sides, dim=1) * self.out[bucket]).sum(1) + self.out_bias[bucket]

    def merged(self):
        """The table of the regions with the shared part added."""
        shared = self.table[SHARED:NOTHING]
        return self.table[:INPUTS] + shared.repeat(BUCKETS, 1)

    @torch.no_grad()
    def clip(self):
        self.table.clamp_(-LARGEST_WEIGHT / 2, LARGEST_WEIGHT / 2)
        self.out.clamp_(-LARGEST_WEIGHT, LARGEST_WEIGHT)


def save(network, path):
    """Rounded to whole numbers, with a header and a checksum."""
    hidden = network.bias.numel()
    whole = lambda tensor, scale, kind: np.round(tensor.detach().float().cpu().numpy() * scale).astype(kind)
    data = WEIGHTS_MARK + struct.pack("<6I", WEIGHTS_VERSION, feature_hash(), BUCKETS, hidden, OUTPUTS, int(SCALE))
    small = [(network.merged(), QA), (network.bias, QA), (network.out, QB)]
    small = np.concatenate([whole(tensor, scale, "<i2").ravel() for tensor, scale in small])
    # All low bytes, then all high bytes.
    data += small.view(np.uint8).reshape(-1, 2).T.tobytes() + whole(network.out_bias, QA * QB, "<i4").tobytes()
    with open(path, "wb") as file:
        file.write(data + struct.pack("<I", zlib.crc32(data)))


def loss_of(network, encoder, positions, index, mix):
    boards = positions.boards[index]
    bucket = ((boards != 15).sum(1) - 2).clamp(0, 31) // 4
    guess = torch.sigmoid(network(encoder.view(boards, False), encoder.view(boards, True), bucket))
    score = torch.sigmoid(positions.score[index].float() / SCALE)
    target = mix * score + (1 - mix) * positions.outlook[index]
    return ((guess - target).abs() ** 2.5).mean()


def load(network, path):
    """Takes the weights of a file; what all regions of the king share goes to the shared part."""
    with open(path, "rb") as file:
        data = file.read()
    header = struct.unpack("<6I", data[8:32])
    hidden = network.bias.numel()
    if data[:8] != WEIGHTS_MARK or header[:5] != (WEIGHTS_VERSION, feature_hash(), BUCKETS, hidden, OUTPUTS):
        raise SystemExit(f"{path} is not a network of these features and this size")

    count = (INPUTS + 1 + 2 * OUTPUTS) * hidden
    small = np.frombuffer(data, np.uint8, 2 * count, 32).reshape(2, count).T.copy().view("<i2").astype(np.float32)
    merged, bias, out = np.split(small.ravel(), [INPUTS * hidden, (INPUTS + 1) * hidden])
    merged = torch.from_numpy(merged.reshape(BUCKETS, 768, hidden) / QA)
    bias, out = torch.from_numpy(bias / QA), torch.from_numpy(out.reshape(OUTPUTS, 2 * hidden) / QB)
    out_bias = torch.from_numpy(np.frombuffer(data, "<i4", OUTPUTS, 32 + 2 * count).astype(np.float32) / (QA * QB))
    shared = merged.mean(0)
    with torch.no_grad():
        network.table[:INPUTS] = (merged - shared).reshape(INPUTS, hidden)
        network.table[SHARED:NOTHING] = shared
        network.bias.copy_(bias)
        network.out.copy_(out)
        network.out_bias.copy_(out_bias)


def train(args, positions, device):
    torch.manual_seed(args.seed)
    network, encoder = Network(args.hidden).to(device), Encoder(device, not args.no_regions)
    if args.start:
        load(network, args.start)
    optimizer = torch.optim.AdamW(network.parameters(), lr=args.rate, weight_decay=args.decay)
    held = min(len(positions) // 50, 200_000)
    count = len(positions) - held
    steps = max(1, int(count * args.epochs) // args.batch)
    test = torch.arange(count, len(positions), device=device)
    start, total, order, at = time.time(), 0.0, torch.randperm(count, device=device), 0
    every = max(1, steps // 20)
    for step in range(1, steps + 1):
        done = min(1.0, max(step / steps, (time.time() - start) / args.seconds))
        rate = args.rate * (0.005 + 0.995 * 0.5 * (1 + math.cos(math.pi * done))) * min(1, step / 200)
        optimizer.param_groups[0]["lr"] = rate
        if at + args.batch > count:
            order, at = torch.randperm(count, device=device), 0
        loss = loss_of(network, encoder, positions, order[at : at + args.batch], args.mix)
        at += args.batch
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        network.clip()
        total = total + loss.detach()
        if step % every == 0 or done == 1.0:
            with torch.no_grad():
                parts = [loss_of(network, encoder, positions, part, args.mix) for part in test.split(args.batch)]
                check = float(torch.stack(parts).mean()) if parts else 0.0
            mean, seconds = float(total) / ((step - 1) % every + 1), time.time() - start
            print(f"{seconds:7.1f} s  step {step} of {steps}  loss {mean:.6f}  held out {check:.6f}", flush=True)
            total = 0.0
            save(network, args.out)
        if done == 1.0:
            break


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="+", help="files of positions; patterns are allowed")
    parser.add_argument("--out", required=True, help="where the weights go")
    parser.add_argument("--start", help="go on from the weights of this file")
    parser.add_argument("--hidden", type=int, default=256)
    parser.add_argument("--epochs", type=float, default=20)
    parser.add_argument("--seconds", type=float, default=math.inf, help="end after so long, if the epochs take longer")
    parser.add_argument("--batch", type=int, default=16384)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--decay", type=float, default=1e-2)
    parser.add_argument("--mix", type=float, default=0.3, help="the share of the position's own score; the rest is its outlook")
    parser.add_argument("--no-regions", action="store_true", help="the same weights wherever the king stands")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.set_float32_matmul_precision("high")
    positions = Positions(read(args.data), device)
    print(f"{len(positions)} positions on {device}", flush=True)
    train(args, positions, device)


if __name__ == "__main__":
    main()
