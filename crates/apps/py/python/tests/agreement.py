"""Random games on our rules and on OpenSpiel's side by side: `python agreement.py [GAMES] [NAME...]`.

At every position the legal actions must be the same numbers, and so must the player to move, the end and the results.
Where the rules differ on purpose it is checked that they differ in just that: Go forbids boards that OpenSpiel lets
repeat and then ends the game, and chess knows a few more dead positions. In OpenSpiel's chess Black is player 0, with us
who moves first. Not run by pytest, since it needs open_spiel.
"""

from __future__ import annotations

import random
import sys
import time

import pyspiel

from quadrille import spiel

GAMES = [
    ("breakthrough", "breakthrough"),
    ("breakthrough(rows=6,columns=6)", "breakthrough(rows=6,columns=6)"),
    ("othello", "othello"),
    ("go(board_size=9)", "go(board_size=9)"),
    ("go(board_size=5,komi=0.5)", "go(board_size=5,komi=0.5)"),
    ("chess", "chess"),
]


def repeats(theirs: pyspiel.State, action: int) -> bool:
    """Whether OpenSpiel ends the game after this move since it repeats a board."""
    child = theirs.child(action)
    return child.is_terminal() and list(child.returns()) == [0.0, 0.0]


def play(name: str, ours_name: str, seed: int) -> tuple[int, int]:
    """One game; the number of positions and of deliberate differences."""
    rng = random.Random(seed)
    game, mine = pyspiel.load_game(name), spiel.load_game(ours_name)
    theirs, ours = game.new_initial_state(), mine.new_initial_state()
    differences = 0
    for ply in range(game.max_game_length()):
        if theirs.is_terminal() != ours.is_terminal():
            dead = name == "chess" and ours.is_terminal() and list(ours.returns()) == [0.0, 0.0]
            assert dead, f"{name} {seed}: one game has ended after {ours.history()}"
            return ply, differences + 1
        if theirs.is_terminal():
            results = list(theirs.returns())[:: -1 if name == "chess" else 1]
            assert results == list(ours.returns()), f"{name} {seed}: results after {ours.history()}"
            break
        player = theirs.current_player()
        assert (1 - player if name == "chess" else player) == ours.current_player()
        expected, legal = theirs.legal_actions(), ours.legal_actions()
        if expected != legal:
            more = set(expected) - set(legal)
            superko = name.startswith("go") and set(legal) < set(expected) and all(repeats(theirs, a) for a in more)
            assert superko, f"{name} {seed}: legal actions after {ours.history()}: {set(expected) ^ set(legal)}"
            differences += len(more)
        action = rng.choice(legal)
        theirs.apply_action(action)
        ours.apply_action(action)
    return ours.move_number(), differences


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    names = sys.argv[2:]
    for theirs, ours in GAMES:
        if names and not theirs.startswith(tuple(names)):
            continue
        start = time.monotonic()
        played = [play(theirs, ours, seed) for seed in range(count)]
        moves, differences = (sum(column) for column in zip(*played))
        print(
            f"{theirs}: {count} games, {moves} moves, no difference beyond {differences} deliberate ones"
            f" ({time.monotonic() - start:.0f} s)",
            flush=True,
        )


if __name__ == "__main__":
    main()
