"""Compares the table of docs/cluster.md with the simulation: check_start_table.py SIMULATE PAGE."""

import json
import subprocess
import sys

ROWS = {"a bundle on the shared file system": "bundle",
        "a folder on each node, filled by an earlier job": "local-filled",
        "Redis, filled; an empty folder on each node": "redis-filled",
        "Redis, empty; an empty folder on each node": "redis-empty",
        "an empty folder on each node": "local",
        "the same with `OMP_JIT_COMPILER=node`": "node",
        "a shared folder, filled": "folder-filled",
        "a shared folder, empty": "folder-empty"}
NODES = [1, 10, 100, 1000]


def table(page):
    """The cells of each row, by what the images are in."""
    with open(page, encoding="utf-8") as file:
        rows = [[cell.strip() for cell in line.strip().strip("|").split("|")]
                for line in file if line.startswith("|")]
    return {cells[0]: cells[1:] for cells in rows if cells[0] in ROWS}


def simulate(nodes):
    only = [word for name in ROWS.values() for word in ("--only", name)]
    return json.loads(subprocess.run(
        [sys.argv[1], "--json", "--nodes", str(nodes), *only], check=True,
        stdout=subprocess.PIPE).stdout)["arrangements"]


def is_about(cell, value):
    """Whether a cell is the value with two digits."""
    if cell.startswith("<"):
        return value < float(cell[1:])
    return abs(float(cell) - value) <= max(0.005, 0.05 * value)


def main():
    found, wrong = table(sys.argv[2]), []
    assert set(found) == set(ROWS), found
    results = [simulate(nodes) for nodes in NODES]
    for row, name in ROWS.items():
        for nodes, cell, result in zip(NODES, found[row], results):
            if not is_about(cell, result[name]["last"]):
                wrong.append("%s, %d nodes: %s, not %.3f" % (row, nodes, cell,
                                                            result[name]["last"]))
        compiles = "{:,}".format(results[-1][name]["compiles"])
        if found[row][-1] != compiles:
            wrong.append("%s: %s compiles, not %s" % (row, found[row][-1], compiles))
    if wrong:
        sys.exit("\n".join(wrong))


main()
