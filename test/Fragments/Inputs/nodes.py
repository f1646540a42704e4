"""Machines that share a Redis server link a program's fragments once.

    nodes.py FOLDER PROGRAM OMP-JIT-CACHE
"""

import os
import subprocess
import sys

from site_of_nodes import Node, Server, check


def made(stats):
    return stats["links"], stats["compiles"] + stats["background_compiles"]


def main():
    folder, program, tool = sys.argv[1:]
    server = Server(folder)
    try:
        shared = {"OMP_JIT_CACHE_REMOTE": server.url(), "OMP_JIT_CACHE_REMOTE_SECRET": "none"}
        nodes = [Node(os.path.join(folder, name), program) for name in ("a", "b")]
        stats, _ = nodes[0].run(5, **shared)
        check(made(stats) == (1, 1), stats)
        stats, said = nodes[1].run(5, **shared)
        check(made(stats) == (0, 0) and not said, said, stats)
        # The node has it then, and knows whose it is.
        listed = subprocess.run([tool, "--dir=" + os.path.join(folder, "b", "cache"), "list"],
                                text=True, stdout=subprocess.PIPE, check=True).stdout
        check(listed.count(" " + os.path.basename(program) + " ") == 2, listed)
        stats, _ = nodes[1].run(5)
        check(made(stats) == (0, 0) and stats["link_l2_disk_hits"] == 1, stats)
        good = server.values()
        for name, value in good.items():
            server.command("SET", name, value[:-1] + bytes([value[-1] ^ 1]))
        nodes[1].forget()
        stats, _ = nodes[1].run(5, **shared)
        check(made(stats) == (1, 1) and stats["remote"]["loads"]["bad_payload"] >= 2, stats)
        nodes[1].forget()
        stats, _ = nodes[1].run(5, OMP_JIT_ASYNC="1", **shared)
        check(made(stats) == (0, 0), stats)
    finally:
        server.end()


main()
