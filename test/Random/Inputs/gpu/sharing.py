"""What becomes of the variables outside of a construct: who reads and writes them
inside, and the clauses that say so. No two iterations or threads touch the same
element, except to add to it, and then nobody reads it."""

import dataclasses

from expressions import cast
from statements import Statements
from tables import INTEGERS, OPERATIONS, TYPES, UNSIGNED
from tree import Node, Scope, Sink, Variable


@dataclasses.dataclass
class Opening:
    """A construct's scope, its clauses, and what stands around it."""

    scope: Scope
    clauses: list = dataclasses.field(default_factory=list)
    before: list = dataclasses.field(default_factory=list)
    after: list = dataclasses.field(default_factory=list)
    # At the begin and the end of each iteration.
    begin: list = dataclasses.field(default_factory=list)
    end: list = dataclasses.field(default_factory=list)
    modes: dict = dataclasses.field(default_factory=dict)
    # Whether all teams of a league come by.
    is_of_teams: bool = False

    def prepared_once(self):
        """What stands before it, where all threads of a region come by."""
        return [node if node.is_plain_only() else
                Node(["@device #pragma omp single", "{"], [node], "}")
                for node in self.before]


WEIGHTS = {"read": 8, "owned": 14, "atomic": 4, "critical": 1, "reduction": 5,
           "firstprivate": 2, "private": 2, "lastprivate": 2, "linear": 1,
           "nothing": 1}


class Sharing(Statements):
    """Chooses a mode for each variable."""

    def can_be(self, mode, variable, trip):
        if "[" in variable.name and mode not in ("read", "nothing", "atomic", "critical"):
            return False
        if "packaged" in self.avoid and not self.survives_packaged(mode, variable):
            return False
        is_object = not variable.is_pointer
        if mode == "owned":
            return trip and variable.size >= trip
        if mode in ("atomic", "linear"):
            return variable.type in INTEGERS and (mode == "atomic" or variable.is_scalar)
        if mode == "critical":
            return variable.type != "bool"
        if mode == "reduction":
            # clang 22 crashes at a section of a global array in code for GPUs.
            return variable.size <= 16 and not hasattr(variable, "class_name") \
                and variable not in self.globals + self.on_device \
                and not (variable.is_pointer and "section" in self.avoid)
        if mode in ("private", "lastprivate"):
            return is_object and variable.size <= 16
        if mode == "firstprivate":
            return is_object and variable.size <= 64
        return True

    def survives_packaged(self, mode, variable):
        """Whether the packaged clang's objects are right; see docs/limits.md."""
        if mode in ("private", "firstprivate", "reduction"):
            return not variable.fields and not variable.size
        return mode != "lastprivate"

    def operation(self, variable, is_prepared=True):
        """One that many threads may use in any order; sums of what may overflow or
        be rounded need small numbers to begin with."""
        if variable.fields:
            return "merge"
        if variable.type == "bool":
            return self.rng.choice(["&&", "||"])
        found = [operation for operation, kinds in OPERATIONS.items()
                 if variable.type in kinds]
        if not is_prepared and variable.type not in UNSIGNED:
            return self.rng.choice(["min", "max"])
        return self.rng.choice(found + ["+"])

    def share(self, scope, level, variables, sinks, allowed, trip, index, keeps=False,
              is_of_teams=False):
        """Opens a construct in a scope. The variables are those that it may do
        anything with; what else the scope reads it reads as well."""
        inner = Scope(level, scope)
        if level == "team" and "packaged" in self.avoid:
            allowed = [mode for mode in allowed if mode != "critical"]
        names = {variable.name for variable in variables}
        inner.readable = [one for one in scope.readable if one.name not in names]
        inner.writable, inner.sinks = [], []
        opening = Opening(inner, is_of_teams=is_of_teams)
        self.pass_sinks(opening, sinks, allowed, keeps)
        for variable in variables:
            # Each team would add its sums to the variable while others do.
            modes = [mode for mode in allowed if self.can_be(mode, variable, trip)
                     and not (is_of_teams and mode == "reduction")]
            if not modes:
                continue
            mode = self.rng.choices(modes, [WEIGHTS[mode] for mode in modes])[0]
            opening.modes[variable.name] = mode
            if mode == "private":
                # Assigned before it is read in either way.
                self.as_private(opening, variable, "firstprivate" in allowed)
            else:
                getattr(self, "as_" + mode)(opening, variable, trip, index)
        return opening

    def pass_sinks(self, opening, sinks, allowed, keeps=False):
        """What the code outside adds to. Where the same thread or team goes on it
        keeps its copies."""
        for sink in sinks:
            if sink.style == "own" and keeps:
                opening.scope.sinks.append(sink)
                continue
            if sink.style != "own":
                if sink.style in allowed and not self.one_in(4):
                    opening.scope.sinks.append(sink)
                continue
            styles = [style for style in ("reduction", "reduction", "atomic")
                      if style in allowed]
            if sink.operation in ("merge", "&&", "||") or \
                    sink.variable.type not in INTEGERS:
                styles = [style for style in styles if style != "atomic"]
            if not styles:
                continue
            style = self.rng.choice(styles)
            if style == "reduction":
                opening.clauses.append(reduction(sink.variable, sink.operation))
            opening.scope.sinks.append(Sink(
                sink.variable, sink.operation, "own" if style == "reduction" else style))

    def as_nothing(self, opening, variable, trip, index):
        pass

    def as_read(self, opening, variable, trip, index):
        opening.scope.readable.append(variable)

    def as_firstprivate(self, opening, variable, trip, index):
        opening.clauses.append(f"firstprivate({variable.name})")
        opening.scope.readable.append(variable)

    def as_owned(self, opening, variable, trip, index):
        """An element or a row of an array for each iteration."""
        rows = variable.size // trip
        if rows == 1 or self.one_in(3):
            own = Variable(f"{variable.name}[{index}]", variable.type,
                           is_element=variable.is_copied_whole)
        else:
            own = Variable(self.name("row"), variable.type, rows, is_pointer=True)
            opening.begin.append(Node(
                f"{variable.type} *{own.name} = &{variable.name}[{index} * {rows}];"))
        opening.scope.declare(own)

    def sink(self, opening, variable, style):
        # Teams that go through a construct have no way to wait for one of them.
        operation = self.operation(variable, not opening.is_of_teams)
        opening.scope.sinks.append(Sink(variable, operation, style))
        if operation == "+" and variable.type not in UNSIGNED and not variable.fields:
            # So that no sum overflows or is rounded.
            index = self.name("j")
            cell = variable.name + (f"[{index}]" if variable.size else "")
            line = f"{cell} = bounded({cell});"
            if variable.size:
                line = f"for (int {index} = 0; {index} < {variable.size}; ++{index}) {line}"
            opening.before.append(Node(line))
        return operation

    def as_atomic(self, opening, variable, trip, index):
        self.sink(opening, variable, "atomic")

    def as_critical(self, opening, variable, trip, index):
        self.sink(opening, variable, "critical")

    def part_of(self, variable):
        """Some elements of what a pointer leads to, that do not begin it."""
        first = self.rng.randrange(1, variable.size)
        size = self.rng.randint(1, variable.size - first)
        return dataclasses.replace(
            variable, name=f"({variable.name} + {first})", size=size,
            section=f"{variable.name}[{first}:{size}]")

    def as_reduction(self, opening, variable, trip, index):
        if variable.is_pointer and variable.size > 1 and not variable.section \
                and self.one_in(3):
            variable = self.part_of(variable)
        operation = self.sink(opening, variable, "own")
        opening.clauses.append(reduction(variable, operation))

    def whole(self, opening, variable):
        """Assigns to all of a private copy."""
        scope, name = opening.scope, variable.name
        if variable.fields:
            return Node(f"{name} = {self.whole_record(scope, variable.type, variable.fields)};")
        text = cast(variable.type, self.value(scope, 2))
        if variable.size:
            return Node(f"for (int J = 0; J < {variable.size}; ++J) {name}[J] = "
                        f"{variable.type}({text} + J);" if TYPES[variable.type][1] != "bool"
                        else f"for (int J = 0; J < {variable.size}; ++J) {name}[J] = {text};")
        return Node(f"{name} = {text};")

    def as_private(self, opening, variable, can_copy):
        clause = "firstprivate" if can_copy and self.one_in(4) else "private"
        opening.clauses.append(f"{clause}({variable.name})")
        opening.begin.append(self.whole(opening, variable).kept())
        opening.scope.declare(variable)
        # Plain code has one variable, which keeps its value.
        saved = self.name("saved")
        of = f"[{variable.size}]" if variable.size else ""
        opening.before.append(Node([
            f"@plain {variable.type} {saved}{of};",
            f"@plain std::memcpy(&{saved}, &{variable.name}, sizeof({saved}));"]))
        opening.after.append(Node(
            f"@plain std::memcpy(&{variable.name}, &{saved}, sizeof({saved}));"))

    def as_lastprivate(self, opening, variable, trip, index):
        clause = f"lastprivate({variable.name})"
        opening.clauses.append(clause)
        opening.begin.append(self.whole(opening, variable).kept())
        opening.scope.declare(variable)

    def as_linear(self, opening, variable, trip, index):
        """Behind the loop it has the last iteration's value."""
        step, first = self.rng.choice([1, 2, 3, 7]), self.name("l")
        opening.clauses.append(f"linear({variable.name} : {step})")
        opening.scope.readable.append(variable)
        opening.before += [
            Node(f"{variable.name} = {variable.type}({variable.name} & 7);"),
            Node(f"@plain const {variable.type} {first} = {variable.name};")]
        opening.begin.insert(0, Node(
            f"@plain {variable.name} = {variable.type}({first} + {step} * {index});"))


def reduction(variable, operation):
    whole = f"{variable.name}[:{variable.size}]" if variable.is_pointer else variable.name
    return f"reduction({operation} : {variable.section or whole})"
