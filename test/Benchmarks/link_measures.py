"""The links that are measured, and the rows that they give."""

from collections import namedtuple

from link_programs import program
from report import Goal, at_most

# What the objects are compiled with and what they are linked with, by each
# side. The packaged toolchain cannot defer code for a processor: it makes full LTO
# of the same objects.
Kind = namedtuple("Kind", "title compile ours packaged_kind")

LTO, THIN = ["-foffload-lto"], ["-foffload-lto=thin"]
KINDS = {
    "aot": Kind("no LTO", [], [], "aot"),
    "full": Kind("full LTO", LTO, LTO, "full"),
    "thin": Kind("thin LTO", THIN, THIN, "thin"),
    "deferred": Kind("deferred", LTO, ["-fopenmp-target-jit"], "full"),
}


def programs(divisor):
    """The same, smaller, where only the measuring is tried."""
    def count(units):
        return max(units // divisor, 2)

    return {each.name: each for each in [
        program("one", 1), program("many", count(500)),
        program("large", count(65), kernels=4, is_large=True)]}


# A link: of which program, how it was compiled, and with how many threads on our
# side; None leaves that to the toolchain.
Link = namedtuple("Link", "title program kind jobs")
# A row: of which link, what of it, and its goal. `base` is the link that
# `scaling` compares with: how many times as fast this one is.
Row = namedtuple("Row", "title link figure goal base")

FIGURES = [("time", "ns"), ("cpu", "ns"), ("memory", "MiB")]
UNITS = dict(FIGURES)


def whole_links():
    rows = []
    for name, title, most in [("one", "one file", 0.4),
                              ("many", "500 objects", 0.5)]:
        for kind, how in KINDS.items():
            link = Link("%s, %s" % (title, how.title), name, kind, None)
            goals = {"time": at_most(most), "memory": at_most(1)}
            rows += [Row("%s: %s" % (link.title, figure), link, figure,
                         goals.get(figure), None) for figure, _ in FIGURES]
    return rows


def threads():
    rows = []
    for kind, goal in [("thin", Goal("scaling", ">=", 1.6)), ("full", None)]:
        links = [Link("65 large objects, %s, %d jobs" % (KINDS[kind].title, jobs),
                      "large", kind, jobs) for jobs in (1, 2)]
        rows += [Row(links[0].title + ": time", links[0], "time", None, None),
                 Row(links[1].title + ": time", links[1], "time", goal, links[0])]
    return rows


WHOLE_LINKS, THREADS = whole_links(), threads()
