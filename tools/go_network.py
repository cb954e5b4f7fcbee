"""The networks for Go as PyTorch modules, the samples they learn from, how they are measured, and the file they are
written to. Used by train_go.py.

The samples are described in crates/learning/network/src/sample.rs, the file in crates/learning/network/src/weights.rs.
"""

import fcntl
import os
import queue
import struct
import subprocess
import threading
import zlib

import torch
import torch.nn.functional as F
from torch import nn

SIDE, AREA = 19, 361
PLANES = 18
FEATURES = 0x474F0001
HEAD = 12
PLANE_BYTES = (AREA + 7) // 8
LENGTH = HEAD + PLANES * PLANE_BYTES
POLICY, VALUE, HIDDEN, POOLING = 48, 32, 64, 3
AHEAD = 3  # the move, the answer, the next move


# ---------------------------------------------------------------------------------------------------------------- network


def pooled(x):
    """Mean and maximum of each channel over the board."""
    return torch.cat([x.mean((2, 3)), x.amax((2, 3))], 1)


class Block(nn.Module):
    """Two 3x3 convolutions; every third block adds what the whole board says to each channel."""

    def __init__(self, channels, pools):
        super().__init__()
        self.conv1 = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.norm1 = nn.BatchNorm2d(channels)
        self.conv2 = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.norm2 = nn.BatchNorm2d(channels)
        nn.init.zeros_(self.norm2.weight)
        self.pool = nn.Linear(2 * channels, channels) if pools else None
        if pools:
            nn.init.zeros_(self.pool.weight)
            nn.init.zeros_(self.pool.bias)

    def forward(self, x):
        y = F.relu(self.norm1(self.conv1(x)))
        z = self.norm2(self.conv2(y)) + x
        if self.pool is not None:
            z = z + self.pool(pooled(y))[:, :, None, None].to(z.dtype)
        return F.relu(z)


class Net(nn.Module):
    def __init__(self, blocks, channels):
        super().__init__()
        self.blocks_count, self.channels = blocks, channels
        self.stem = nn.Conv2d(PLANES, channels, 5, padding=2, bias=False)
        self.stem_norm = nn.BatchNorm2d(channels)
        self.blocks = nn.ModuleList(Block(channels, i % POOLING == POOLING - 1) for i in range(blocks))
        self.policy = nn.Conv2d(channels, POLICY, 1, bias=False)
        self.policy_norm = nn.BatchNorm2d(POLICY)
        self.policy_pool = nn.Linear(2 * POLICY, POLICY)
        self.policy_out = nn.Conv2d(POLICY, AHEAD, 1)
        self.value = nn.Conv2d(channels, VALUE, 1, bias=False)
        self.value_norm = nn.BatchNorm2d(VALUE)
        self.value_hidden = nn.Linear(2 * VALUE, HIDDEN)
        self.value_out = nn.Linear(HIDDEN, 1)

    def forward(self, x):
        x = F.relu(self.stem_norm(self.stem(x)))
        for block in self.blocks:
            x = block(x)
        p = self.policy_norm(self.policy(x))
        p = F.relu(p + self.policy_pool(pooled(F.relu(p)))[:, :, None, None].to(p.dtype))
        v = F.relu(self.value_norm(self.value(x)))
        v = F.relu(self.value_hidden(pooled(v)))
        return self.policy_out(p).flatten(2).float(), self.value_out(v).squeeze(1).float()


# ---------------------------------------------------------------------------------------------------------------- samples


class Samples:
    """Batches of raw samples from a process, read ahead by a thread."""

    def __init__(self, command, batch, pin, ahead=16):
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, bufsize=0)
        try:
            fcntl.fcntl(self.process.stdout, 1031, 1 << 20)  # F_SETPIPE_SZ
        except OSError:
            pass
        preface = self.process.stdout.read(16)
        expected = b"QUADGOSM" + struct.pack("<II", LENGTH, FEATURES)
        if preface != expected:
            raise SystemExit(f"the samples start with {preface!r}, expected {expected!r}: other features?")
        self.batch, self.pin = batch, pin
        self.queue = queue.Queue(ahead)
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        while True:
            block = torch.empty(self.batch, LENGTH, dtype=torch.uint8, pin_memory=self.pin)
            view, filled = memoryview(block.numpy()).cast("B"), 0
            while filled < len(view):
                count = self.process.stdout.readinto(view[filled:])
                if not count:
                    self.queue.put(block[: filled // LENGTH])
                    self.queue.put(None)
                    return
                filled += count
            self.queue.put(block)

    def __iter__(self):
        while (block := self.queue.get()) is not None:
            yield block

    def stop(self):
        self.process.kill()


def symmetries(device):
    """For each of the 8 symmetries: which place of the board comes to a place, and where a place comes to."""
    board = torch.arange(AREA).view(SIDE, SIDE)
    boards = [torch.rot90(b, k) for b in (board, board.T) for k in range(4)]
    source = torch.stack([b.flatten() for b in boards])
    return source.to(device), torch.argsort(source, 1).to(device)


class Decoder:
    """Turns raw samples into planes and targets on the device."""

    def __init__(self, device):
        self.device = device
        self.masks = torch.tensor([1 << bit for bit in range(8)], dtype=torch.uint8, device=device)
        self.source, self.target = symmetries(device)

    def __call__(self, raw, symmetry, dtype):
        """`symmetry`: a number for all samples, or one for each."""
        raw = raw.to(self.device, non_blocking=True)
        bits = raw[:, HEAD:].reshape(-1, PLANES, PLANE_BYTES, 1) & self.masks != 0
        flat = bits.flatten(2)[:, :, :AREA]
        symmetry = torch.as_tensor(symmetry, device=self.device).expand(len(raw))
        source = self.source[symmetry]
        flat = flat.gather(2, source[:, None, :].expand(-1, PLANES, -1))
        planes = flat.view(-1, PLANES, SIDE, SIDE).to(dtype).contiguous(memory_format=torch.channels_last)
        low, high = raw[:, 4:10:2].long(), raw[:, 5:10:2].long()
        places = low + 256 * high
        moves = self.target[symmetry].gather(1, places.clamp(max=AREA - 1))
        moves = torch.where(places < AREA, moves, -100)
        return planes, moves, raw[:, 2].float()


# ------------------------------------------------------------------------------------------------------------- evaluation


@torch.no_grad()
def evaluate(net, decoder, raw, all_symmetries, batch=4096):
    """Top 1, 5, 10, log-loss, value accuracy and loss on held-out samples, in single precision: equal numbers in half
    precision would count as hits."""
    net.eval()
    totals = torch.zeros(7, dtype=torch.float64)
    for start in range(0, len(raw), batch):
        part = raw[start : start + batch]
        mean_p, mean_v = 0, 0
        for symmetry in range(8) if all_symmetries else [0]:
            planes, moves, results = decoder(part, symmetry, torch.float32)
            logits, value = net(planes)
            back = decoder.target[symmetry]
            mean_p = mean_p + F.softmax(logits[:, 0], 1)[:, back]
            mean_v = mean_v + torch.sigmoid(value)
            if symmetry == 0:
                played = moves[:, 0]
        count = 8 if all_symmetries else 1
        p, v = mean_p / count, mean_v / count
        asked = played >= 0
        p, played = p[asked], played[asked]
        mine = p.gather(1, played[:, None])
        rank = (p >= mine).sum(1) - 1
        known = results < 2
        right = ((v > 0.5) == (results > 0.5)) & known
        loss = F.binary_cross_entropy(v.clamp(1e-6, 1 - 1e-6), results.clamp(max=1), reduction="none") * known
        sums = [(rank < k).sum() for k in (1, 5, 10)] + [-mine.clamp(min=1e-9).log().sum(), right.sum(), loss.sum()]
        totals[:6] += torch.stack([s.double() for s in sums]).cpu()
        totals[6] += len(played)
    return (totals[:6] / totals[6]).tolist()


def figures_line(figures):
    top1, top5, top10, loss, right, value = figures
    return f"top {100 * top1:5.2f} {100 * top5:5.2f} {100 * top10:5.2f}  loss {loss:.4f}  value {100 * right:5.2f} {value:.4f}"


# ----------------------------------------------------------------------------------------------------------------- export


def folded(conv, norm):
    """A convolution with its normalisation as weights and bias."""
    scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    return conv.weight * scale.view(-1, 1, 1, 1), norm.bias - norm.running_mean * scale


def tensors(net):
    """Weights and biases in the order of the file."""
    yield folded(net.stem, net.stem_norm)
    for block in net.blocks:
        yield folded(block.conv1, block.norm1)
        yield folded(block.conv2, block.norm2)
        if block.pool is not None:
            yield block.pool.weight, block.pool.bias
    yield folded(net.policy, net.policy_norm)
    yield net.policy_pool.weight, net.policy_pool.bias
    yield net.policy_out.weight[:1], net.policy_out.bias[:1]
    yield folded(net.value, net.value_norm)
    yield net.value_hidden.weight, net.value_hidden.bias
    yield net.value_out.weight, net.value_out.bias


@torch.no_grad()
def export(net, path, encoding="f16"):
    """Writes the file that crates/learning/network/src/weights.rs describes."""
    sizes = (FEATURES, PLANES, net.blocks_count, net.channels, POOLING, POLICY, VALUE, HIDDEN, int(encoding == "i8"))
    parts = [b"QUADGONN", struct.pack("<I9I", 2, *sizes)]
    for weight, bias in tensors(net):
        rows = weight.float().cpu().contiguous().flatten(1)
        if encoding == "i8":
            scale = rows.abs().amax(1).clamp(min=1e-12) / 127
            parts += [scale.numpy().tobytes(), (rows / scale[:, None]).round().to(torch.int8).numpy().tobytes()]
        else:
            # All low bytes, then all high bytes.
            parts.append(rows.half().view(torch.uint8).reshape(-1, 2).T.contiguous().numpy().tobytes())
        parts.append(bias.float().cpu().numpy().tobytes())
    body = b"".join(parts)
    write(path, lambda part: open(part, "wb").write(body + struct.pack("<I", zlib.crc32(body))))


def write(path, writer):
    """Writes a file by way of a neighbour, so that nobody sees half of it."""
    writer(path + ".part")
    os.replace(path + ".part", path)
