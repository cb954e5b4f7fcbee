"""Proofs by many machines: job-level proof-number search (Wu et al., *Job-level proof-number search for Connect6*, 2010).

The tree of the proof is here and small; a job is a run of our solver on one of its leaves with a bounded number of nodes. A
leaf that the solver does not finish gets children, which are jobs of their own. While a leaf is at work the search looks
elsewhere first, so that many jobs run at once.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Union

from ._pool import Call, Pool, Progress
from ._quadrille import Board, QuadrilleError

#: What the numbers of a leaf at work are taken for: other leaves come first.
AT_WORK = 1e6


@dataclass
class Proof:
    """Whether the side to move wins; `None` if the tasks did not suffice."""

    proved: bool | None
    best: str | None
    tasks: int
    nodes: int
    leaves: int


@dataclass
class _Node:
    position: str
    attacks: bool
    parent: _Node | None = None
    move: str | None = None
    proof: float = 1.0
    disproof: float = 1.0
    at_work: bool = False
    children: list[_Node] = field(default_factory=list)

    def settle(self, won: bool) -> None:
        """Says who wins here."""
        self.proof, self.disproof = (0.0, math.inf) if won else (math.inf, 0.0)
        self.children = []

    def update(self) -> None:
        """Proof and disproof numbers from here to the root."""
        node: _Node | None = self
        while node is not None:
            if node.children:
                proofs, disproofs = [c.proof for c in node.children], [c.disproof for c in node.children]
                node.proof = min(proofs) if node.attacks else sum(proofs)
                node.disproof = sum(disproofs) if node.attacks else min(disproofs)
            node = node.parent

    def most_proving(self) -> _Node:
        """The leaf that helps most."""
        node = self
        while node.children:
            node = min(node.children, key=(lambda c: c.proof) if node.attacks else (lambda c: c.disproof))
        return node


def _attempt(game: str, rules: str, position: str, options: dict[str, Any]) -> dict[str, Any]:
    """One job: who wins, or the moves and positions that come next."""
    board = Board(game, rules, position)
    outcome = board.outcome()
    if outcome is not None:
        points = board.points()
        lead = 0.0 if points is None else (points[1] - points[0]) * (1 if board.turn else -1)
        return {"position": position, "winner": outcome.winner, "margin": lead, "nodes": 0}
    try:
        solution = board.solve(threads=1, **options)
        found = {"winner": solution.winner, "margin": solution.margin, "best": solution.best, "nodes": solution.nodes}
        return {"position": position, **found}
    except QuadrilleError as error:
        if error.code != "engine.solver-stopped":
            raise
    following = []
    for move in board.legal_moves:
        board.push(move)
        following.append([move.text, board.fen()])
        board.pop()
    return {"position": position, "next": following, "nodes": options["nodes"]}


def prove(
    board: Board,
    *,
    nodes: int = 2_000_000,
    memory: int = 256,
    margin: float = 0.0,
    most_tasks: int | None = None,
    workers: int | None = None,
    address: str | None = None,
    log: Union[str, os.PathLike[str], None] = None,
    on_progress: Progress = None,
) -> Proof:
    """Proves or disproves that the side to move wins this position of Breakthrough or Othello, by jobs of at most `nodes`
    nodes and `memory` MiB. In Othello it must win by more than `margin` discs. With `log`, a proof that was killed goes on.
    `on_progress` hears how many jobs are done and how many leaves the tree has.
    """
    if board.game not in ("breakthrough", "othello"):
        raise QuadrilleError(f"proofs are for Breakthrough and Othello, not for {board.game}")
    attacker = board.turn
    root = _Node(board.fen(), True)
    known = _known(log)
    options = {"nodes": nodes, "memory": memory}
    jobs: list[_Node] = []
    tasks = spent = 0

    def won(found: dict[str, Any], node: _Node) -> bool:
        if board.game == "breakthrough" or margin == 0.0:
            return bool(found["winner"] == attacker)
        lead = found["margin"] if node.attacks else -found["margin"]
        return bool(lead > margin)

    def take(node: _Node, found: dict[str, Any]) -> None:
        node.at_work = False
        node.proof = node.disproof = 1.0
        if "next" in found:
            # A pass keeps the other side waiting: the position says who moves.
            node.children = [
                _Node(position, Board(board.game, board.rules, position).turn == attacker, node, move)
                for move, position in found["next"]
            ]
        else:
            node.settle(won(found, node))
        node.update()

    def calls() -> Iterator[Call]:
        while root.proof > 0 and root.disproof > 0:
            leaf = root.most_proving()
            if leaf.at_work or (most_tasks is not None and len(jobs) >= most_tasks):
                if most_tasks is not None and len(jobs) >= most_tasks:
                    return
                yield None
            elif leaf.position in known:
                take(leaf, known[leaf.position])
            else:
                leaf.at_work = True
                leaf.proof = leaf.disproof = AT_WORK
                leaf.update()
                jobs.append(leaf)
                yield (board.game, board.rules, leaf.position, options)

    with Path(log).open("a") if log is not None else open(os.devnull, "w") as lines:
        for number, found in Pool(workers, address).run(_attempt, calls()):
            tasks += 1
            spent += found["nodes"]
            known[found["position"]] = found
            lines.write(json.dumps(found) + "\n")
            lines.flush()
            take(jobs[number], found)
            if on_progress is not None:
                on_progress(tasks, _leaves(root))
            if root.proof == 0 or root.disproof == 0:
                break
    proved = True if root.proof == 0 else False if root.disproof == 0 else None
    best = next((child.move for child in root.children if child.proof == 0), None)
    if proved and best is None:
        best = known[root.position].get("best")
    return Proof(proved, best, tasks, spent, _leaves(root))


def _known(log: Union[str, os.PathLike[str], None]) -> dict[str, dict[str, Any]]:
    """The jobs that are done already, by position."""
    found = {}
    if log is not None and Path(log).exists():
        for line in Path(log).read_text().splitlines():
            try:
                result = json.loads(line)
                found[result["position"]] = result
            except (ValueError, KeyError, TypeError):
                continue  # The last line of a proof that was killed may be torn.
    return found


def _leaves(node: _Node) -> int:
    return sum(map(_leaves, node.children)) or 1
