#!/usr/bin/env python3
"""Counts how many tests of GNU Go's regression suites a program solves.

    python3 tools/suites_go.py FOLDER --every 10 -- "quadrille gtp --player network,playouts=50"

FOLDER has the suites (*.tst) and the games they load. Of the numbered tests those are taken that ask for a move
(`reg_genmove`) or a score (`final_score`); the others ask about GNU Go's own reading. A star after the expected
answer marks what GNU Go itself is known to fail, so its share needs no run.
"""

import argparse
import glob
import os
import re

from count_go import Program

ASKED = ("reg_genmove", "final_score")


def tests(path):
    """The tests of a suite: command, the lines that set it up, the expected answer, whether GNU Go fails it."""
    setup, asked = [], None
    for line in open(path, encoding="latin-1"):
        line = line.strip()
        expected = re.match(r"#\? \[(.*)\](\*?)", line)
        if expected and asked:
            yield asked, list(setup), expected.group(1), expected.group(2) == "*"
            asked = None
        elif re.match(r"[0-9]+ ", line):
            asked = line.split(maxsplit=1)[1]
        elif line and not line.startswith("#"):
            # A game that is loaded replaces everything before it.
            setup = [line] if line.startswith(("loadsgf", "clear_board")) else setup + [line]


def is_right(answer, expected):
    """Whether an answer matches the expression, or does not match one that begins with `!`."""
    wrong = expected.startswith("!")
    return bool(re.fullmatch(expected.lstrip("!"), answer, re.IGNORECASE)) != wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("programs", nargs="+")
    parser.add_argument("--every", type=int, default=1, help="take every N-th test only")
    args = parser.parse_args()
    os.chdir(args.folder)
    programs = [Program(command) for command in args.programs]
    found = [test for path in sorted(glob.glob("*.tst")) for test in tests(path) if test[0].startswith(ASKED)]
    count = {kind: 0 for kind in ASKED}
    by_gnu_go = dict(count)
    solved = [dict(count) for _ in programs]
    for asked, setup, expected, starred in found[:: args.every]:
        kind = asked.split()[0]
        count[kind] += 1
        by_gnu_go[kind] += not starred
        for program, right in zip(programs, solved):
            for line in setup:
                program.ask(line)
            right[kind] += is_right(program.ask(asked).lstrip("= "), expected)
    for name, right in [("GNU Go, by its own marks", by_gnu_go)] + list(zip(args.programs, solved)):
        print(f"{name}: " + ", ".join(f"{right[kind]} of {count[kind]} {kind}" for kind in ASKED))


if __name__ == "__main__":
    main()
