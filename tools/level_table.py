#!/usr/bin/env python3
# level_table: the table of docs/levels.md, from the files models/NAME.levels.textproto.
"""Prints the rows of the table of shipped levels: game, Elo of the levels, the widest half of an
interval, simulations of the strongest level, and the milliseconds of its actions.
"""
import os
import re
import sys

import source_tree

DOCUMENT = "docs/levels.md"
_LEVEL = re.compile(r"^level \{(.*?)^\}", re.MULTILINE | re.DOTALL)
_FIELD = re.compile(r"^\s*(\w+): (\S+)", re.MULTILINE)
_TITLE = re.compile(r"^\| ([^|]+?) \|")


def cells(text):
    """The cells of a file's row, without the game."""
    levels = [dict(_FIELD.findall(body)) for body in _LEVEL.findall(text)]
    if not all("elo" in level for level in levels):
        return [f"{len(levels)} levels, not rated yet", "-", levels[-1]["simulations"], "-"]
    elo = ", ".join(f"{float(level['elo']):.0f}" for level in levels)
    half = max(float(level["high"]) - float(level["low"]) for level in levels) / 2
    strongest = levels[-1]
    times = f"{float(strongest['p50_ms']):.0f}, {float(strongest['p95_ms']):.0f}"
    return [elo, f"{half:.0f}", strongest["simulations"], times]


def files(tree_root):
    """The cells of each game with levels, by its name."""
    found = {}
    for path in source_tree.files(tree_root, [".levels.textproto"]):
        if os.path.dirname(path) == "models":
            text = source_tree.read(tree_root, path)
            found[re.search(r'^game: "(\w+)', text, re.MULTILINE)[1]] = cells(text)
    return found


def name_of(title):
    """The name of a game by its title: `punct` for PÜNCT."""
    return title.casefold().replace("ü", "u").replace(" ", "_")


def problems(tree_root, document):
    """What differs between the table in the text of the document and the files, one line each."""
    found = []
    wanted = files(tree_root)
    for line in document.splitlines():
        title = _TITLE.match(line)
        row = wanted.pop(name_of(title[1]), None) if title else None
        if row is not None and line != f"| {title[1]} | {' | '.join(row)} |":
            found.append(f"{DOCUMENT}: wanted | {title[1]} | {' | '.join(row)} |, found {line}")
    return found + [f"{DOCUMENT}: no row of {name}" for name in wanted]


if __name__ == "__main__":
    for game, row in files(source_tree.ROOT).items():
        sys.stdout.write(f"| {game} | {' | '.join(row)} |\n")
