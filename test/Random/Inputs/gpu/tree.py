"""What a random program is made of: statements that can be dropped one by one,
variables, and what code at one place may do with them.

A statement is written twice: with its directives for the device, and without them
as plain code. A line that begins with "@device " or "@plain " is for one of the two
only; so is a directive.
"""

import dataclasses
import typing


class Node:
    """A statement, or a block of them between a head and a tail."""

    def __init__(self, head=(), body=(), tail=()):
        self.head = [head] if isinstance(head, (str, Directive)) else list(head)
        self.body = list(body)
        self.tail = [tail] if isinstance(tail, str) else list(tail)
        self.number = None
        # Whether the result stays defined without it.
        self.can_go = not any("@plain" in str(line) for line in self.head)

    def kept(self):
        """Itself, as one that has to stay."""
        self.can_go = False
        return self

    def is_plain_only(self):
        return all(str(line).startswith("@plain") for line in self.head)

    def lines(self, version, dropped, indent="  "):
        """The text for "device" or "plain", without what is dropped."""
        if self.number in dropped:
            return []
        found = [indent + line
                 for line in chosen(self.head, version, dropped)]
        inner = indent + "  " if self.head else indent
        for node in self.body:
            found += node.lines(version, dropped, inner)
        return found + [indent + line
                        for line in chosen(self.tail, version, dropped)]

    def count(self, counter):
        """Numbers all statements and clauses that can be dropped."""
        self.number = next(counter)
        for line in self.head:
            if isinstance(line, Directive):
                line.count(counter)
        for node in self.body:
            node.count(counter)

    def numbers(self):
        """The numbers of this statement's parts, from the outermost inwards."""
        levels = [self.number] if self.can_go else []
        for line in self.head:
            if isinstance(line, Directive):
                levels += line.optional_numbers
        for node in self.body:
            levels += node.numbers()
        return levels


class Directive:
    """A directive; the optional clauses can be dropped."""

    def __init__(self, name, clauses=(), optional=()):
        self.name = name
        self.clauses = [clause for clause in clauses if clause]
        self.optional = [clause for clause in optional if clause]
        self.optional_numbers = []

    def count(self, counter):
        self.optional_numbers = [next(counter) for _ in self.optional]

    def text(self, dropped):
        kept = [clause for clause, number
                in zip(self.optional, self.optional_numbers)
                if number not in dropped]
        return " ".join(["#pragma omp " + self.name] + self.clauses + kept)


def chosen(lines, version, dropped):
    """The lines that one version has."""
    found = []
    for line in lines:
        if isinstance(line, Directive):
            if version == "device":
                found.append(line.text(dropped))
        elif line.startswith("@"):
            where, text = line.split(" ", 1)
            if where == "@" + version:
                found.append(text)
        else:
            found.append(line)
    return found


@dataclasses.dataclass
class Variable:
    """A scalar, an array of a known size, or a record of several fields."""

    name: str
    type: str
    size: int = 0
    fields: typing.Tuple = ()
    # A pointer to elements instead of an array.
    is_pointer: bool = False
    # Of an array that is no pointer, whose other elements are not to be read.
    is_element: bool = False
    # The section of a pointer's elements that this is, as clauses write it.
    section: str = ""

    @property
    def is_scalar(self):
        return not self.size and not self.fields

    @property
    def is_copied_whole(self):
        """Whether a closure that uses an element by value copies all of them."""
        return not self.is_pointer or hasattr(self, "class_name")

    def cells(self, index):
        """What can be read or assigned to: (text, type), at an index."""
        if self.fields:
            return [(f"{self.name}.{name}", kind) for name, kind in self.fields]
        if self.size:
            return [(f"{self.name}[{index}]", self.type)]
        return [(self.name, self.type)]


@dataclasses.dataclass
class Sink:
    """What several iterations or threads add to, and nobody reads meanwhile.
    The style says how: "own" is a private copy, "atomic" or "critical"."""

    variable: Variable
    operation: str
    style: str


class Scope:
    """What code at one place may do. The level is "team" where one thread of a
    team runs, "replicated" where all threads of a region run the same,
    "iteration" inside of a loop that is shared, "function" or "simd"."""

    def __init__(self, level, outer=None):
        self.level = level
        self.readable = list(outer.readable) if outer else []
        self.writable = list(outer.writable) if outer else []
        self.sinks = list(outer.sinks) if outer else []
        self.depth = outer.depth + 1 if outer else 0
        self.loops = outer.loops if outer else 0
        # Where threads or teams run the same: what they share, and may hand to one
        # construct; what they may read beside it.
        self.shared = []
        self.shared_sinks = []
        self.read_now = []
        self.is_teams = False
        # Only some constructs may stand in a teams region.
        self.in_teams = outer is not None and outer.in_teams and level == outer.level

    def inner(self):
        """The same rights; what is declared there stays there."""
        return Scope(self.level, self)

    def declare(self, variable):
        self.readable.append(variable)
        self.writable.append(variable)
        return variable
