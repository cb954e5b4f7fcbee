#!/usr/bin/env python3
"""Trains the networks for Go from collections of games, and exports their weights.

    quadrille data go GAMES --seed 1 --threads 8 | …     what this script starts to get its samples
    tools/train_go.py --games go19_master_160k.txt.zst --test go19_test_tygem2016_2500.txt.zst \
        --nets 10x96,6x64 --distill 0.5 --seconds 1500 --out nets

Several networks learn from the same stream of samples at once; with --distill those after the first also learn
from what the first one says. The learning rate follows a cosine over --seconds of training, so a run can be stopped at any time
(--limit, or a signal) and started again with the same --out: it goes on from `full.pt`, or from the weights NET.pt alone.

Needs PyTorch; uses a GPU if there is one. The samples are described in crates/learning/network/src/sample.rs, the
exported file in crates/learning/network/src/weights.rs.
"""

import argparse
import math
import os
import shlex
import signal
import sys
import time

import torch
import torch.nn.functional as F
from torch import nn

from go_network import AHEAD, Decoder, Net, Samples, evaluate, export, figures_line, write

HIGHEST_ADAM = 2e-3  # whatever Muon's rate is
PROBE_WARMUP = 50


def with_optimizer(options, choice):
    """The options with another optimiser and learning rate, such as muon:2e-3."""
    optimizer, rate = choice.split(":")
    return argparse.Namespace(**{**vars(options), "optimizer": optimizer, "rate": float(rate)})


def say(text):
    print(text, flush=True)


# -------------------------------------------------------------------------------------------------------------- optimiser


@torch.no_grad()
def orthogonalised(g):
    """The nearest matrices with orthogonal rows or columns, by five steps of Newton and Schulz (Jordan 2024)."""
    a, b, c = 3.4445, -4.7750, 2.0315
    x = g.bfloat16() if g.is_cuda else g.clone()
    tall = x.size(-2) > x.size(-1)
    x = x.mT if tall else x
    x = x / (x.norm(dim=(-2, -1), keepdim=True) + 1e-7)
    for _ in range(5):
        s = x @ x.mT
        x = a * x + (b * s + c * s @ s) @ x
    return (x.mT if tall else x).float()


class Muon:
    """Momentum with orthogonalised steps for matrices of one shape, the convolutions of the blocks. The steps are scaled
    to the size of Adam's, so that both share a learning rate (Liu et al. 2025)."""

    def __init__(self, weights, decay, momentum=0.95):
        self.weights, self.decay, self.momentum = weights, decay, momentum
        self.moments = [torch.zeros_like(w) for w in weights]

    @torch.no_grad()
    def step(self, rate):
        gradients = [w.grad for w in self.weights]
        torch._foreach_lerp_(self.moments, gradients, 1 - self.momentum)
        nesterov = torch._foreach_lerp(gradients, self.moments, self.momentum)
        rows = self.weights[0].size(0)
        steps = orthogonalised(torch.stack([g.reshape(rows, -1) for g in nesterov]))
        scale = 0.2 * math.sqrt(max(steps.shape[1:]))
        torch._foreach_mul_(self.weights, 1 - rate * self.decay)
        torch._foreach_add_(self.weights, [s.reshape(w.shape) for s, w in zip(steps, self.weights)], alpha=-rate * scale)


class Trainee:
    """A network in training, with its optimisers and the running mean of its weights."""

    def __init__(self, name, options, device):
        blocks, channels = (int(number) for number in name.split("x"))
        self.name, self.options = name, options
        self.net = Net(blocks, channels).to(device).to(memory_format=torch.channels_last)
        self.mean = Net(blocks, channels).to(device).to(memory_format=torch.channels_last).eval()
        self.mean.load_state_dict(self.net.state_dict())
        named = dict(self.net.named_parameters())
        inner = [key for key in named if options.optimizer == "muon" and ".conv" in key and key.startswith("blocks.")]
        self.muon = Muon([named[key] for key in inner], options.decay) if inner else None
        rest = [named[key] for key in named if key not in inner]
        groups = [
            {"params": [w for w in rest if w.dim() > 1], "weight_decay": options.decay},
            {"params": [w for w in rest if w.dim() <= 1], "weight_decay": 0.0},
        ]
        self.rest = rest
        self.adam = torch.optim.AdamW(groups, lr=options.rate, betas=(0.9, 0.99), fused=device.type == "cuda")
        self.sums = torch.zeros(4, device=device)

    def learn(self, planes, moves, results, teacher, share_of_rate, horizon):
        """One step; returns what the network said, for those that learn from it."""
        self.net.train()
        rate = share_of_rate * self.options.rate
        half = torch.autocast(planes.device.type, torch.bfloat16, enabled=planes.is_cuda)
        with half:
            logits, value = self.net(planes)
        log_p = F.log_softmax(logits, 2)
        known = results < 2
        policy = F.nll_loss(log_p[:, 0], moves[:, 0], ignore_index=-100)
        ahead = sum(F.nll_loss(log_p[:, i], moves[:, i], ignore_index=-100) for i in range(1, AHEAD))
        outcome = F.binary_cross_entropy_with_logits(value, results.clamp(max=1), reduction="none")
        outcome = (outcome * known).sum() / known.sum().clamp(min=1)
        loss_policy, loss_value = policy, outcome
        if teacher is not None:
            soft, soft_value = teacher
            share = self.options.distill
            taught = -(soft[:, 0].exp() * log_p[:, 0]).sum(1).mean()
            loss_policy = (1 - share) * policy + share * taught
            loss_value = (1 - share) * outcome + share * F.binary_cross_entropy_with_logits(value, soft_value)
        loss = loss_policy + 0.5 * loss_value + self.options.ahead * ahead
        for w in self.net.parameters():
            w.grad = None
        loss.backward()
        nn.utils.clip_grad_norm_(self.rest, 1.0)
        for group in self.adam.param_groups:
            group["lr"] = min(rate, share_of_rate * HIGHEST_ADAM)
        self.adam.step()
        if self.muon:
            self.muon.step(rate)
        self.follow(horizon)
        hits = (logits[:, 0].argmax(1) == moves[:, 0]).float().mean()
        self.sums += torch.stack([policy.detach(), outcome.detach(), hits, torch.ones_like(hits)])
        return log_p.detach(), torch.sigmoid(value).detach()

    @torch.no_grad()
    def follow(self, horizon):
        """Moves the mean towards the weights; early on it forgets faster."""
        torch._foreach_lerp_(list(self.mean.parameters()), list(self.net.parameters()), 1 / horizon)
        floats = [(m, n) for m, n in zip(self.mean.buffers(), self.net.buffers()) if m.is_floating_point()]
        torch._foreach_lerp_([m for m, _ in floats], [n for _, n in floats], 1 / horizon)

    def figures(self):
        """Policy loss, value loss and share of hits since the last call."""
        sums = self.sums.tolist()
        self.sums.zero_()
        return [total / max(sums[3], 1) for total in sums[:3]]

    def state(self):
        moments = self.muon.moments if self.muon else []
        return {"net": self.net.state_dict(), "mean": self.mean.state_dict(), "adam": self.adam.state_dict(), "moments": moments}

    def restore(self, state):
        self.net.load_state_dict(state["net"])
        self.mean.load_state_dict(state["mean"])
        self.adam.load_state_dict(state["adam"])
        for moment, saved in zip(self.muon.moments if self.muon else [], state["moments"]):
            moment.copy_(saved)

    def weights(self):
        """The mean, in half precision apart from the statistics."""
        state = self.mean.state_dict()
        return {k: v.half().cpu() if v.is_floating_point() and "running" not in k else v.cpu() for k, v in state.items()}

    def start_from(self, weights):
        for net in (self.net, self.mean):
            net.load_state_dict({k: v.float() if v.is_floating_point() else v for k, v in weights.items()})


# --------------------------------------------------------------------------------------------------------------- training


class Training:
    def __init__(self, options):
        self.options = options
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        torch.manual_seed(options.seed)
        torch.backends.cudnn.benchmark = True
        torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
        if self.device.type == "cpu":
            torch.set_num_threads(options.cpu_threads)
        self.decoder = Decoder(self.device)
        self.trainees = []
        self.elapsed = self.seen = self.steps = 0
        self.wanted = True
        os.makedirs(options.out, exist_ok=True)

    def path(self, name):
        return os.path.join(self.options.out, name)

    def restore(self):
        full = self.path("full.pt")
        if os.path.exists(full):
            state = torch.load(full, map_location=self.device, weights_only=True)
            if set(state["nets"]) == {t.name for t in self.trainees}:
                self.elapsed, self.seen, self.steps = state["elapsed"], state["seen"], state["steps"]
                for trainee in self.trainees:
                    trainee.restore(state["nets"][trainee.name])
                return say(f"goes on after {self.elapsed:.0f} s, {self.seen} samples, {self.steps} steps")
        for trainee in self.trainees:
            path = self.path(trainee.name + ".pt")
            if os.path.exists(path):
                state = torch.load(path, map_location=self.device, weights_only=True)
                trainee.start_from(state["weights"])
                self.elapsed, self.seen, self.steps = state["elapsed"], state["seen"], 0
                say(f"{trainee.name} goes on from its weights after {self.elapsed:.0f} s, {self.seen} samples")

    def save(self):
        progress = {"elapsed": self.elapsed, "seen": self.seen, "steps": self.steps}
        nets = {t.name: t.state() for t in self.trainees}
        write(self.path("full.pt"), lambda part: torch.save({"nets": nets, **progress}, part))
        for t in self.trainees:
            write(self.path(t.name + ".pt"), lambda part: torch.save({"weights": t.weights(), **progress}, part))
            export(t.mean, self.path(t.name + ".weights"))

    def command(self, *words):
        return shlex.split(self.options.data) + list(words)

    def held_out(self, every):
        """One position of the test games in `every`."""
        return torch.cat(list(Samples(self.command(self.options.test, "--once", "--every", str(every)), 1 << 14, False)))

    def seconds(self):
        """How long the training takes in all; a file may say it anew while it runs."""
        try:
            return float(open(self.path("seconds")).read())
        except (OSError, ValueError):
            return self.options.seconds

    def rate(self, progress, warmup=None):
        """Which part of the highest learning rate: warm-up, then a cosine that ends at a hundredth."""
        warm = min(1.0, (self.steps + 1) / (warmup or self.options.warmup))
        return warm * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * min(progress, 1.0))))

    def check(self, raw):
        """What can be known to be wrong within seconds."""
        planes, moves, results = self.decoder(raw[:2048], 0, torch.float32)
        flat = planes.flatten(2)
        assert bool((flat[:, 14] == 1).all()), "the plane of the board is not full"
        assert bool((moves[:, 0] >= 0).all()), "a sample has no move"
        stones = flat[:, 0] + flat[:, 1]
        assert float(stones.max()) <= 1, "a point holds two stones"
        assert float(stones.gather(1, moves[:, :1]).max()) == 0, "a move is on a stone"
        assert bool((results < 2).any()), "no winner is known"
        for symmetry in range(8):
            turned, places, _ = self.decoder(raw[:64], symmetry, torch.float32)
            back = turned.flatten(2)[:, :, self.decoder.target[symmetry]]
            assert torch.equal(back, flat[:64]), "a symmetry is not undone"
            assert torch.equal(places[:, 0], self.decoder.target[symmetry][moves[:64, 0]]), "a move is turned otherwise"
        say("self-check: samples are good")

    def run(self):
        name = torch.cuda.get_device_name() if self.device.type == "cuda" else "CPU"
        say(f"torch {torch.__version__} on {name}")
        o = self.options
        seed = int(time.time()) if os.path.exists(self.path("choice.txt")) else o.seed  # other samples when it goes on
        words = [o.games, "--seed", str(seed), "--threads", str(o.threads), "--holdout", o.test]
        samples = Samples(self.command(*words), o.batch, self.device.type == "cuda")
        self.small = self.held_out(o.test_small)
        self.check(self.small)
        signal.signal(signal.SIGTERM, lambda *_: setattr(self, "wanted", False))
        chosen = with_optimizer(o, self.choice(samples))
        self.trainees = [Trainee(name, chosen, self.device) for name in o.nets.split(",")]
        for t in self.trainees:
            say(f"net {t.name}: {sum(w.numel() for w in t.net.parameters())} parameters, {chosen.optimizer} {chosen.rate}")
        self.restore()
        before = self.seen
        total = self.loop(samples)
        samples.stop()
        self.save()
        say(f"{self.seen - before} samples in this run, {self.seen} in all, {self.elapsed:.0f} s of {total:.0f}")
        finished = self.elapsed >= total
        self.test(self.held_out(o.test_full) if finished else self.small, finished)
        say("DONE" if finished else "STOPPED")

    def choice(self, samples):
        """The optimiser and its learning rate: the best of --probe in a short training of the last net, all of them on the
        same samples. It is written down, so that a training that goes on does not ask again."""
        o, path = self.options, self.path("choice.txt")
        if os.path.exists(path):
            return open(path).read().strip()
        choices = o.probe.split(",")
        if len(choices) > 1:
            self.trainees = []
            for choice in choices:
                torch.manual_seed(o.seed)
                self.trainees.append(Trainee(o.nets.split(",")[-1], with_optimizer(o, choice), self.device))
            begin = time.time()
            for raw in samples:
                self.elapsed = time.time() - begin
                self.step(raw, o.probe_seconds, True)
                if self.steps % 10 == 0 and self.device.type == "cuda":
                    torch.cuda.synchronize()
                if self.steps == 20:
                    losses = ", ".join(f"{t.figures()[0]:.3f}" for t in self.trainees)
                    say(f"probe: 20 steps after {time.time() - begin:.1f} s, losses {losses}")
                if self.elapsed >= o.probe_seconds:
                    break
            say(f"probe: {self.steps} steps, {self.seen / self.elapsed:.0f} samples a second with {len(choices)} nets")
            losses = [evaluate(t.mean, self.decoder, self.small, False) for t in self.trainees]
            for choice, figures in zip(choices, losses):
                say(f"  probe {choice:12} {figures_line(figures)}")
            best = min(range(len(choices)), key=lambda i: losses[i][3] if math.isfinite(losses[i][3]) else math.inf)
            choices = [choices[best]]
            self.elapsed = self.seen = self.steps = 0
        write(path, lambda part: open(part, "w").write(choices[0]))
        return choices[0]

    def loop(self, samples):
        """Learns until time is up; returns how long the training takes in all."""
        o, total = self.options, self.seconds()
        begin = mark = tested = time.time()
        seen_at_mark, start = self.seen, self.elapsed
        for raw in samples:
            self.step(raw, total)
            if self.steps % 25 == 0 and self.device.type == "cuda":
                torch.cuda.synchronize()
            now = time.time()
            self.elapsed = start + now - begin
            if now - mark > o.report_every or self.steps == 50:
                total = self.seconds()
                self.report(now - mark, self.seen - seen_at_mark, total, samples)
                mark, seen_at_mark = now, self.seen
            if now - tested > o.test_interval:
                self.test(self.small, False)
                self.save()
                mark, seen_at_mark, tested = time.time(), self.seen, time.time()
            if self.elapsed >= total or now - begin > o.limit or not self.wanted:
                break
        return total

    def step(self, raw, total, probes=False):
        symmetry = torch.randint(8, (len(raw),), device=self.device)
        dtype = torch.bfloat16 if self.device.type == "cuda" else torch.float32
        planes, moves, results = self.decoder(raw, symmetry, dtype)
        rate = self.rate(self.elapsed / total, PROBE_WARMUP if probes else None)
        horizon = min(self.options.horizon, 10 + self.steps / 10)
        teacher = None
        for index, trainee in enumerate(self.trainees):
            said = trainee.learn(planes, moves, results, teacher, rate, horizon)
            if index == 0 and not probes and self.options.distill > 0:
                teacher = said
        self.seen += len(raw)
        self.steps += 1

    def report(self, seconds, count, total, samples):
        line = f"{self.elapsed:6.0f}/{total:.0f} s  {self.seen / 1e6:7.3f} M  {count / seconds:7.0f}/s"
        line += f"  ahead {samples.queue.qsize():2d}"
        line += f"  rate {self.trainees[0].options.rate * self.rate(self.elapsed / total):.1e}"
        for t in self.trainees:
            policy, value, hits = t.figures()
            line += f"  | {t.name} {policy:.4f} {value:.4f} {100 * hits:5.2f}%"
            if not math.isfinite(policy):
                say(line)
                raise SystemExit("the loss is not a number: start again from the last save with a lower rate in choice.txt")
        say(line)

    def test(self, raw, all_symmetries):
        for t in self.trainees:
            start = time.time()
            kind = "8 symmetries" if all_symmetries else "1 symmetry"
            line = figures_line(evaluate(t.mean, self.decoder, raw, all_symmetries))
            say(f"  test {t.name:7} {line}  ({len(raw)} positions, {kind}, {time.time() - start:.1f} s)")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", required=True, help="the collection to learn from")
    parser.add_argument("--test", required=True, help="the collection to test on; never learned from")
    parser.add_argument("--out", required=True, help="where everything is written, and where a run goes on from")
    parser.add_argument("--data", default="quadrille data go", help="the command that makes samples")
    parser.add_argument("--nets", default="10x96,6x64", help="blocks x channels, the largest first")
    parser.add_argument("--distill", type=float, default=0, help="how far the others learn from the first net, 0 to 1")
    parser.add_argument("--seconds", type=float, default=1500, help="the whole training, over all runs")
    parser.add_argument("--limit", type=float, default=math.inf, help="this run at most")
    parser.add_argument("--batch", type=int, default=2048)
    parser.add_argument("--probe", default="muon:2e-3", help="optimisers and highest learning rates to choose from")
    parser.add_argument("--probe-seconds", type=float, default=70)
    parser.add_argument("--decay", type=float, default=0.02)
    parser.add_argument("--warmup", type=int, default=500, help="steps")
    parser.add_argument("--ahead", type=float, default=0.1, help="the weight of predicting the next two moves, too")
    parser.add_argument("--horizon", type=float, default=1000, help="steps of the running mean of the weights")
    parser.add_argument("--threads", type=int, default=max(1, (os.cpu_count() or 2) - 4), help="of the sample maker")
    parser.add_argument("--cpu-threads", type=int, default=2, help="of PyTorch without a GPU")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--report-every", type=float, default=10, help="seconds")
    parser.add_argument("--test-interval", type=float, default=30, help="seconds")
    parser.add_argument("--test-small", type=int, default=32, help="tests during training use one position in N")
    parser.add_argument("--test-full", type=int, default=4, help="the last test uses one position in N")
    Training(parser.parse_args()).run()


if __name__ == "__main__":
    sys.exit(main())
