"""What nodes do with a server that is well, ill, or not theirs."""

import os
import signal
import sys

from site_of_nodes import Node, Server, check

FOLDER = sys.argv[1]
PROGRAM = os.path.join(FOLDER, "sums")


def node(name):
    return Node(os.path.join(FOLDER, name), PROGRAM)


def to(server, login=""):
    """What has a node use a server of which it trusts everybody who writes there."""
    return {"OMP_JIT_CACHE_REMOTE": server.url(login), "OMP_JIT_CACHE_REMOTE_SECRET": "none"}


def loads(stats):
    return stats["remote"]["loads"]


def secret(name, content):
    path = os.path.join(FOLDER, name)
    with open(path, "w") as file:
        file.write(content)
    os.chmod(path, 0o600)
    return path


def shared_by_nodes(server):
    first, other = node("first"), node("other")
    stats, _ = first.run(10, 20, 10, **to(server))
    check(stats["compiles"] == 2 and loads(stats)["absent"] >= 2, stats)
    check(stats["remote"]["stores"]["stored"] >= 2, stats)
    check(len(server.values()) >= 2, server.values().keys())
    # The node's folder has it then.
    stats, _ = other.run(10, 20, 30, **to(server))
    check(stats["compiles"] == 1 and loads(stats)["hit"] >= 2, stats)
    check(stats["disk"]["stores"]["stored"] >= 3, stats)
    stats, _ = other.run(10, 20, 30, **to(server))
    check(stats["compiles"] == 0 and sum(loads(stats).values()) == 0, stats)


def launches_do_not_compile_what_there_is(server):
    """By default a launch waits for no full image that has to be compiled."""
    node("filling").run(40, 50, **to(server))
    stats, _ = node("starting").run(40, 50, OMP_JIT_ASYNC="1", **to(server))
    check(stats["compiles"] == stats["background_compiles"] == 0, stats)
    check(loads(stats)["hit"] >= 2, stats)


def damaged_values_are_replaced(server):
    good = server.values()
    for name, value in good.items():
        server.command("SET", name, value[:-1] + bytes([value[-1] ^ 1]))
    reader = node("reader")
    stats, _ = reader.run(10, **to(server))
    check(stats["compiles"] == 1 and loads(stats)["bad_payload"] >= 1, stats)
    reader.forget()
    stats, _ = reader.run(10, **to(server))
    check(stats["compiles"] == 0 and loads(stats)["hit"] >= 1, stats)
    # An image under the name of another.
    names = sorted(good)
    for name in names:
        server.command("SET", name, good[names[names.index(name) - 1]])
    reader.forget()
    stats, _ = reader.run(10, 20, **to(server))
    check(stats["compiles"] == 2 and loads(stats)["other_key"] >= 2, stats)


def only_what_is_signed(server):
    server.command("FLUSHDB")
    ours = dict(to(server), OMP_JIT_CACHE_REMOTE_SECRET=secret("ours", "a secret of ours"))
    theirs = dict(to(server), OMP_JIT_CACHE_REMOTE_SECRET=secret("theirs", "a secret of theirs"))
    node("unsigned").run(10, **to(server))
    signer = node("signer")
    stats, _ = signer.run(10, **ours)
    check(stats["compiles"] == 1 and loads(stats)["not_authentic"] >= 1, stats)
    signer.forget()
    stats, _ = signer.run(10, **ours)
    check(stats["compiles"] == 0 and loads(stats)["hit"] >= 1, stats)
    stats, _ = node("stranger").run(10, **theirs)
    check(stats["compiles"] == 1 and loads(stats)["not_authentic"] >= 1, stats)
    # Not without a word of it, and nothing is written there.
    server.command("FLUSHDB")
    stats, said = node("trusting").run(10, OMP_JIT_CACHE_REMOTE=server.url())
    check(stats["compiles"] == 1 and "remote" not in stats, stats)
    check(not server.values() and "OMP_JIT_CACHE_REMOTE_SECRET is not set" in said, said)
    # A secret that cannot be had: rather nothing than what is not signed.
    os.chmod(os.path.join(FOLDER, "ours"), 0o644)
    stats, said = node("careless").run(10, **ours)
    check(stats["compiles"] == 1 and "remote" not in stats, stats)
    check("warning: the remote cache is not used: the secret in" in said
          and "others may read it" in said, said)


def a_server_that_stalls(server):
    patient = node("stalled")
    process = patient.start(10, "-", 20, 30, 40, 50, OMP_JIT_EXIT_WAIT="100",
                            OMP_JIT_CACHE_REMOTE_WAIT="20",
                            **to(server))
    process.stdout.readline()
    server.send(signal.SIGSTOP)
    process.stdin.write("go\n")
    process.stdin.flush()
    stats, said = patient.end(process)
    server.send(signal.SIGCONT)
    check(stats["compiles"] >= 4 and loads(stats)["unreachable"] >= 4, stats)
    check(said.count("is not used for a while") == 1, said)


def a_server_that_dies(server):
    survivor = node("survivor")
    process = survivor.start(60, "-", 70, 80, 90, **to(server))
    process.stdout.readline()
    server.end()
    process.stdin.write("go\n")
    process.stdin.flush()
    stats, said = survivor.end(process)
    check(stats["compiles"] == 4 and loads(stats)["unreachable"] >= 3, stats)
    check(said.count("warning: ") == said.count("the remote cache cannot be used") == 1, said)
    # And one that was never there.
    stats, said = node("alone").run(10, 20, **to(server))
    check(stats["compiles"] == 2 and loads(stats)["unreachable"] >= 2, stats)
    check(said.count("warning: ") == 1 and "Connection refused; check OMP_JIT_CACHE_REMOTE, "
          "and that the server runs" in said, said)


def passwords():
    server = Server(FOLDER, "--requirepass", "pass word")
    stats, _ = node("login").run(10, **to(server, ":pass%20word@"))
    check(stats["remote"]["stores"]["stored"] >= 1, stats)
    for login, why in (("", "NOAUTH"), (":wrong@", "WRONGPASS")):
        stats, said = node("refused").run(10, **to(server, login))
        check(stats["compiles"] == 1 and why in said and "wrong" not in said, said)
    server.end()


def mistakes():
    stats, said = node("mistaken").run(10, OMP_JIT_CACHE_REMOTE="localhost:6379")
    check(stats["compiles"] == 1 and "remote" not in stats, stats)
    check("OMP_JIT_CACHE_REMOTE" in said and "redis://" in said, said)


def main():
    server = Server(FOLDER)
    try:
        shared_by_nodes(server)
        launches_do_not_compile_what_there_is(server)
        damaged_values_are_replaced(server)
        only_what_is_signed(server)
        a_server_that_stalls(server)
    finally:
        a_server_that_dies(server)
    passwords()
    mistakes()


main()
