#!/usr/bin/env python3
"""Prints the 781 Zobrist keys of chess positions, one a line, in the order of docs/zobrist.md.

    python3 tools/zobrist_keys.py            the keys as 16 hexadecimal digits
    python3 tools/zobrist_keys.py --digest   one checksum of them all (FNV-1a over the bytes, most significant first)
"""

import sys

MASK = (1 << 64) - 1
SEED = 0x123456789ABCDEF0
COUNT = 12 * 64 + 1 + 4 + 8  # pieces on squares, side to move, castling rights, en-passant files


def keys():
    """XorShift64: the state after each step is the next key."""
    state = SEED
    for _ in range(COUNT):
        state ^= (state << 13) & MASK
        state ^= state >> 7
        state ^= (state << 17) & MASK
        yield state


def digest():
    value = 0xCBF29CE484222325
    for key in keys():
        for byte in key.to_bytes(8, "big"):
            value = ((value ^ byte) * 0x100000001B3) & MASK
    return value


if __name__ == "__main__":
    if sys.argv[1:] == ["--digest"]:
        print(f"{digest():016x}")
    else:
        for key in keys():
            print(f"{key:016x}")
