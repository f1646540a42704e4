"""What the simulation of a job's start has to give, whatever its parameters are."""

import json
import subprocess
import sys


def simulate(*arguments):
    """The parameters, and the results by arrangement."""
    said = json.loads(subprocess.run([sys.argv[1], "--json", *map(str, arguments)], check=True,
                                     stdout=subprocess.PIPE).stdout)
    return said["parameters"], said["arrangements"]


def check(is_so, *what):
    if not is_so:
        sys.exit("check_start: " + " ".join(map(str, what)))


def check_near(value, wanted, part, *what):
    check(abs(value - wanted) <= part * wanted, value, "not", wanted, *what)


def one_rank_is_the_sum_of_its_steps():
    given, found = simulate("--nodes", 1, "--ranks", 1)
    kernels, local = given["kernels"], given["local_request"]
    use = given["check"] + given["load"]
    request = given["latency"] + 1 / given["metadata_rate"]
    read = given["latency"] + 1 / given["data_rate"] + (
        given["entry_bytes"] / given["data_bandwidth"])
    make = given["compile"] + given["load"]
    # Requests for an image that is not there: two looks, but one for the first image,
    # then the state, the lock and a look; five for the store and its size, three more
    # in the state, and the end of the claim.
    local_requests = 2 + kernels * 13 - 1
    sums = {
        "local-filled": given["start"] + 2 * local + kernels * (2 * local + use),
        "folder-filled": given["start"] + 2 * request + kernels * (2 * request + read + use),
        "bundle": given["start"] + request + 2 * local + kernels * (
            read + given["check_bundle"] + given["load"]),
        "local": given["start"] + given["open_compiler"] + local_requests * local
                 + kernels * make,
        "folder-empty": given["start"] + given["open_compiler"] + local_requests * request
                        + kernels * (read + make),
        "node": given["start"] + given["start_server"] + local_requests * local
                + kernels * (make + given["request"]),
    }
    for name, wanted in sums.items():
        check_near(found[name]["last"], wanted, 1e-9, name)
        check(found[name]["median"] == found[name]["last"], name)


def groups_are_their_ranks():
    """Ranks of a node that go together, and each on its own."""
    _, together = simulate("--nodes", 6, "--ranks", 16)
    _, alone = simulate("--nodes", 6, "--ranks", 16, "--exact")
    for name, each in together.items():
        check_near(each["last"], alone[name]["last"], 0.05, name)
        if "redis" not in name:
            check(each["compiles"] == alone[name]["compiles"], name, each, alone[name])


def locks_save_compiles():
    for locks, compiles in (("all", 10), ("node", 10 * 4), ("none", 10 * 4 * 8)):
        _, found = simulate("--only", "folder-empty", "--nodes", 4, "--ranks", 8, "--kernels", 10,
                            "--spread", 0, "--locks", locks)
        check(found["folder-empty"]["compiles"] == compiles, locks, found)


def what_is_missing_is_compiled():
    _, found = simulate("--nodes", 3, "--ranks", 4, "--missing", 5)
    check(found["folder-filled"]["compiles"] == 5, found)
    check(found["bundle"]["compiles"] == 15, found)
    check(found["bundle"]["bundle_hits"] == 12 * 35, found)


def a_late_answer_is_not_waited_for():
    """A server that serves 50 requests a second, and launches that wait for 10 ms."""
    slow = ["--only", "redis-filled", "--nodes", 50, "--ranks", 2, "--spread", 0,
            "--redis-get", 0.02]
    _, found = simulate(*slow)
    check(found["redis-filled"]["unreachable"] > 0, found)
    check(found["redis-filled"]["compiles"] > 0, found)
    _, found = simulate(*slow, "--redis-wait", 10)
    check(found["redis-filled"]["compiles"] == 0, found)
    check(found["redis-filled"]["bottleneck"] == "Redis", found)
    # Nor is a server that takes no more connections.
    _, found = simulate("--only", "redis-filled", "--nodes", 50, "--ranks", 2,
                        "--redis-clients", 30)
    check(found["redis-filled"]["unreachable"] > 0, found)


def a_busy_server_is_the_bottleneck():
    _, found = simulate("--nodes", 10, "--metadata-rate", 1000, "--only", "folder-filled")
    given = found["folder-filled"]
    check(given["bottleneck"] == given["busiest"] == "metadata server", given)
    check(given["requests"] == 10 * 64 * (2 + 2 * 40), given)
    check_near(given["last"], given["requests"] / 1000, 0.05)
    _, four = simulate("--nodes", 10, "--metadata-rate", 1000, "--metadata-servers", 4,
                       "--only", "folder-filled")
    check_near(four["folder-filled"]["last"], given["last"] / 4, 0.1)


one_rank_is_the_sum_of_its_steps()
groups_are_their_ranks()
locks_save_compiles()
what_is_missing_is_compiled()
a_late_answer_is_not_waited_for()
a_busy_server_is_the_bottleneck()
