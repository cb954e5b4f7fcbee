#!/usr/bin/env python3
"""Random games of open_spiel (Apache-2.0), compared with the program: `spiel_games.py PROGRAM GAMES`.

Needs `pip install open_spiel`. At eight positions of every game, chosen at random, the legal moves must be the same, and
at the end the result. The program is asked through `quadrille mcp`. Where rules differ on purpose it is checked that they
differ in just that: Go forbids boards that open_spiel lets repeat and then ends the game, and chess knows a few more dead
positions. Prints one JSON object for each game. `crates/apps/py/python/tests/agreement.py` compares every position, by
way of the Python module.
"""
import json
import random
import subprocess
import sys

import pyspiel

LOOKS = 8


class Program:
    """One conversation with the program."""

    def __init__(self, path):
        self.process = subprocess.Popen([path, "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        client = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "soak", "version": "1"}}
        self.ask("initialize", client)

    def ask(self, method, parameters):
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters}
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def position(self, game, rules, moves):
        arguments = {"game": game, "rules": rules, "moves": " ".join(moves)}
        answer = self.ask("tools/call", {"name": "legal_moves", "arguments": arguments})
        result = answer.get("result", answer)
        if "error" in answer or result.get("isError"):
            raise AssertionError(f"{game} {' '.join(moves)}: {answer}")
        return json.loads(result["content"][0]["text"])


def mirrored(text):
    """In open_spiel's Breakthrough the side at the top begins."""
    return "".join(str(9 - int(letter)) if letter.isdigit() else letter for letter in text.rstrip("*"))


def unmarked(text):
    return text.rstrip("+#")


def comparable(game, text):
    """A move of ours as theirs are written."""
    return unmarked(text) if game == "chess" else text.replace("x", "").lower()


# Our name and rules, theirs, their move as ours, and the member of ours that it is compared with.
GAMES = [
    ("breakthrough", "8x8", "breakthrough", mirrored, "move"),
    ("chess", "", "chess", unmarked, "record"),
    ("othello", "", "othello", str.lower, "move"),
    ("go", "9 tromp-taylor", "go(board_size=9,komi=7.5)", lambda text: text.split()[1].lower(), "move"),
]


def repeats(state, action):
    """Whether open_spiel ends its game of Go after this move since a board comes again."""
    child = state.child(action)
    return child.is_terminal() and list(child.returns()) == [0.0, 0.0]


def play(program, setting, seed):
    """One game; what differs, or nothing."""
    ours, rules, theirs, text, member = setting
    rng = random.Random(seed)
    state = pyspiel.load_game(theirs).new_initial_state()
    looks = {rng.randrange(100) for _ in range(LOOKS)}
    moves = []
    while not state.is_terminal():
        actions = state.legal_actions()
        if len(moves) in looks:
            allowed = [action for action in actions if ours != "go" or not repeats(state, action)]
            named = {text(state.action_to_string(action)) for action in allowed}
            seen = program.position(ours, rules, moves)
            if ours == "chess" and "result" in seen:
                return None if seen["result"].lower().startswith("draw") else f"ended after {' '.join(moves)}"
            legal = {comparable(ours, move[member]) for move in seen["moves"]}
            if legal != named:
                return f"after {' '.join(moves)}: {sorted(legal ^ named)}"
        action = rng.choice(actions)
        while ours == "go" and repeats(state, action):
            action = rng.choice(actions)
        moves.append(text(state.action_to_string(action)))
        state.apply_action(action)
    seen = program.position(ours, rules, moves)
    # Claims of a draw end open_spiel's game of chess, and its games of Go have a longest length.
    if "result" not in seen and (ours == "chess" and list(state.returns()) == [0.0, 0.0] or ours == "go" and len(moves) > 150):
        return None
    first = state.returns()[1 if ours == "chess" else 0]
    beginner = "White" if ours in ("breakthrough", "chess") else "Black"
    other = "Black" if beginner == "White" else "White"
    expected = "draw" if first == 0 else (beginner if first > 0 else other).lower()
    if expected not in seen.get("result", "none").lower():
        return f"result {seen.get('result')} and {expected} after {' '.join(moves)}"
    return None


def main():
    program, count = Program(sys.argv[1]), int(sys.argv[2])
    for setting in GAMES:
        found = [difference for seed in range(count) if (difference := play(program, setting, seed))]
        report = {"game": setting[0], "games": count, "different": len(found), "first": found[:1]}
        print(json.dumps(report), flush=True)


if __name__ == "__main__":
    main()
