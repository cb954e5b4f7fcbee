#!/usr/bin/env python3
"""Compares how programs count finished games of Go with how the players counted them.

    python3 tools/count_go.py GAMES.sgf --games 50 -- "quadrille gtp" "gnugo --mode gtp --chinese-rules"

GAMES.sgf is a collection of records, one after another; the first games of each rule set that ended with two passes and a
counted result are taken. Each program is given the game by `loadsgf` and asked for its `final_score`. Rule sets are given to
GNU Go by its options: run it once for each with `--rules`.
"""

import argparse
import re
import subprocess
import tempfile


class Program:
    """A program that speaks GTP."""

    def __init__(self, command):
        self.name = command
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, shell=True, stdin=pipe, stdout=pipe, text=True)

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        answer = []
        while (text := self.process.stdout.readline()).strip() or not answer:
            if not text:
                raise SystemExit(f"{self.name} ended")
            if text.strip():
                answer.append(text.strip())
        return "\n".join(answer)


def games(path, rules, passes):
    """Records of this rule set with a counted result, two passes at the end where passes are recorded."""
    text = open(path, encoding="utf-8", errors="replace").read()
    for game in re.split(r"(?=\(;GM\[1\])", text):
        result = re.search(r"RE\[([BW]\+[0-9.]+)\]", game)
        named = re.search(r"RU\[([^]]*)\]", game)
        ended = re.search(r";[BW]\[(tt)?\]\s*;[BW]\[(tt)?\]\s*\)\s*$", game)
        if result and named and named.group(1).lower() == rules and (ended or not passes):
            yield result.group(1), game


def points(score):
    """Black's lead."""
    found = re.search(r"([BW])\+([0-9.]+)", score)
    return (1 if found.group(1) == "B" else -1) * float(found.group(2)) if found else 0.0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games")
    parser.add_argument("programs", nargs="+")
    parser.add_argument("--rules", default="japanese", choices=["japanese", "chinese"])
    parser.add_argument("--games", dest="most", type=int, default=50)
    parser.add_argument("--without-passes", action="store_true", help="take records that end without passes too")
    args = parser.parse_args()
    programs = [Program(command) for command in args.programs]
    right = [0] * len(programs)
    agreed = 0
    winners = [0] * len(programs)
    seen = 0
    for result, game in games(args.games, args.rules, not args.without_passes):
        if seen == args.most:
            break
        seen += 1
        with tempfile.NamedTemporaryFile("w", suffix=".sgf") as file:
            file.write(game)
            file.flush()
            answers = []
            for program in programs:
                program.ask(f"loadsgf {file.name}")
                answers.append(program.ask("final_score").lstrip("= "))
        agreed += len({points(answer) for answer in answers}) == 1
        for i, answer in enumerate(answers):
            right[i] += points(answer) == points(result)
            winners[i] += points(answer) * points(result) > 0
        if any(points(answer) != points(result) for answer in answers):
            print(f"game {seen}: players {result}, " + ", ".join(answers), flush=True)
    print(f"the programs agree on {agreed} of {seen} games")
    for i, program in enumerate(programs):
        print(f"{program.name}: {right[i]} of {seen} scores and {winners[i]} of {seen} winners as the players counted")


if __name__ == "__main__":
    main()
