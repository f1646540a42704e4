"""Constructs inside of a target region: loops that are shared, and parallel
regions of several phases."""

from expressions import cast
from sharing import Opening
from tables import (DIST_SCHEDULES, FEW_TRIPS, LOOPS, MANY_THREADS, SCHEDULES,
                    TEAM_COUNTS, THREADS, TRIPS)
from tree import Directive, Node, Scope, Variable
from values import Values


class Parallel(Values):
    """Writes constructs."""

    def __init__(self, rng, avoid):
        super().__init__(rng, avoid)
        # Numbers that the program reads at run time: (name, value).
        self.parameters = []

    def more_statements(self, scope):
        more = super().more_statements(scope)
        if self.constructs > 0 and scope.loops < 2:
            if scope.level == "team":
                more += [("shared_loop", 14), ("region", 7)]
            if scope.level == "replicated":
                more += [("shared_loop", 1)]
            if scope.level in ("iteration", "function"):
                more += [("shared_loop", 2)]
            if scope.level == "iteration" and "nested" not in self.avoid:
                more += [("nested_parallel", 1)]
        return more

    # Numbers.

    def number(self, choices):
        """(Text, value): a constant, or what is known at run time only."""
        value = self.rng.choice(choices)
        if self.is_in_helper or self.one_in(2):
            return str(value), value
        known = [one for one in self.parameters if one[1] == value]
        if not known:
            known = [(self.name("N"), value)]
            self.parameters += known
        return known[0]

    def clause(self, name, scope):
        """A clause that changes no result, or nothing."""
        rng = self.rng
        if name == "schedule":
            return rng.choice(SCHEDULES).format(chunk=self.number([1, 2, 3, 5, 16, 40])[0])
        if name == "dist_schedule":
            return rng.choice(DIST_SCHEDULES).format(chunk=self.number([1, 2, 3, 7])[0])
        if rng.random() < 0.5:
            return ""
        if name == "if":
            return f"if(parallel : {self.condition(scope, 2)})"
        if name == "proc_bind":
            return rng.choice(["", "", "", "proc_bind(close)"])
        if name == "num_teams":
            return f"num_teams({self.number(TEAM_COUNTS)[0]})"
        if name in ("simdlen", "safelen"):
            # One may not be more than the other.
            return f"{name}({rng.choice([1, 2, 4] if name == 'simdlen' else [4, 8])})"
        many = MANY_THREADS if self.one_in(6) else THREADS
        return f"{name}({self.number(many)[0]})"

    def clauses(self, names, scope, opening=None):
        """The optional ones. With schedules that are not static libomp may take the
        wrong iteration for the last (docs/limits.md)."""
        found = [self.clause(name, scope) for name in names if name != "collapse"]
        if opening and any("lastprivate" in clause for clause in opening.clauses):
            return [clause for clause in found
                    if not clause.startswith("schedule") or "(static" in clause]
        return found

    # Loops.

    def header(self, text, index):
        """A loop from 0 to below a number, written in one of many ways: the head
        and the number of the iteration."""
        rng = self.rng
        kind = rng.choice(["int", "int", "int", "unsigned", "long", "uint64_t", "int16_t"])
        choice = rng.randrange(6)
        bound = f"{kind}({text})"
        if choice == 0:
            first, step = rng.choice([1, 5, 10]), rng.choice([2, 3])
            return (f"for ({kind} {index} = {first}; {index} < {kind}({text} * {step} + {first}); "
                    f"{index} += {step})", f"int(({index} - {first}) / {step})")
        if choice == 1 and kind in ("int", "long"):
            return (f"for ({kind} {index} = {bound} - 1; {index} >= 0; --{index})",
                    f"int({bound} - 1 - {index})")
        if choice == 2 and kind in ("int", "long"):
            return (f"for ({kind} {index} = -3; {index} <= {bound} - 4; ++{index})",
                    f"int({index} + 3)")
        if choice == 3:
            return f"for ({kind} {index} = 0; {index} != {bound}; ++{index})", f"int({index})"
        return f"for ({kind} {index} = 0; {index} < {bound}; ++{index})", f"int({index})"

    def headers(self, can_collapse, most):
        """A nest of loops: its heads, its clause, the number of an iteration, and
        how many there are."""
        rng = self.rng
        if can_collapse and self.one_in(4):
            (first, one), (second, two) = self.number([2, 3, 4, 8]), self.number([1, 2, 3, 5, 8])
            head_one, index_one = self.header(first, self.name("i"))
            head_two, index_two = self.header(second, self.name("i"))
            return ([head_one, "  " + head_two], "collapse(2)",
                    f"{index_one} * {second} + {index_two}", one * two)
        text, trip = self.number([trip for trip in (TRIPS if most > 10 else FEW_TRIPS)
                                  if trip <= most])
        head, index = self.header(text, self.name("i"))
        return [head], rng.choice(["", "", "collapse(1)"]) if can_collapse else "", index, trip

    def loop_body(self, opening, number, index, statements):
        """The body of a loop whose iterations are shared."""
        opening.begin.insert(0, Node(f"const int {index} = {number};"))
        opening.scope.readable.append(Variable(index, "int32_t"))
        body = self.block(opening.scope, statements)
        for sink in opening.scope.sinks:
            if self.one_in(2):
                body.append(self.add_to(opening.scope, sink))
        for variable in opening.scope.writable:
            if "[" in variable.name and self.one_in(2):
                body.append(Node(f"{variable.name} = "
                                 f"{cast(variable.type, self.value(opening.scope))};"))
        return opening.begin + body + opening.end

    def shared_loop(self, scope):
        """A loop construct that this scope can have."""
        where = "teams" if scope.is_teams and self.one_in(2) else scope.level
        rows = [(name, row) for name, row in LOOPS.items()
                if where in row[0] and name not in self.avoid
                and not (scope.in_teams and name == "simd")
                and (where != "replicated" or name == "simd")]
        if not rows:
            return None
        self.constructs -= 1
        name, (_, modes, clauses, _) = self.rng.choices(
            rows, [row[3] for _, row in rows])[0]
        return self.loop_of(scope, name, modes, clauses, where)

    def loop_of(self, scope, name, modes, clauses, where):
        variables, sinks = scope.writable, scope.sinks
        if where == "teams":
            # An array goes to one loop only: teams do not wait for each other.
            variables, sinks = scope.shared, scope.shared_sinks
            scope.shared = []
        elif where == "replicated" and "for" in name:
            variables, sinks = scope.shared, scope.shared_sinks
        small = where in ("iteration", "function") or scope.loops > 0
        heads, collapse, number, trip = self.headers(
            "collapse" in clauses, 10 if small else 100)
        if name in ("parallel for", "for", "simd") and self.one_in(3):
            modes = modes + ["linear"]
        if collapse:
            modes = [mode for mode in modes if mode != "linear"]
        if "private" in self.avoid and scope.level in ("team", "function"):
            wrong = ["private", "reduction"] if name == "simd" else ["private"]
            modes = [mode for mode in modes if mode not in wrong]
        level = "team" if name == "distribute" else \
            "simd" if "simd" in name else "iteration"
        index = self.name("x")
        keeps = where == "replicated" or name in ("distribute", "distribute simd")
        opening = self.share(scope, level, variables, sinks, modes, trip, index, keeps,
                             where == "teams")
        if level == "iteration":
            opening.scope.loops += 1
        if where == "replicated" and "for" in name:
            scope.read_now = [one for one in scope.shared if
                              opening.modes.get(one.name) == "read"]
        directive = Directive(name, [collapse] + opening.clauses,
                              self.clauses(clauses, scope, opening))
        body = self.loop_body(opening, number, index, None)
        loop = Node([directive] + heads[:-1] + [heads[-1] + " {"], body, "}")
        is_replicated = where == "replicated" and "for" in name
        before = opening.prepared_once() if is_replicated else opening.before
        return Node([], before + [loop] + opening.after)

    def nested_parallel(self, scope):
        """A parallel loop in an iteration of one: its threads are one."""
        self.constructs -= 1
        row = LOOPS["parallel for"]
        return self.loop_of(scope, "parallel for", row[1], row[2], "iteration")

    # Regions.

    def region(self, scope, name="parallel", variables=None, before=()):
        """A parallel region of phases; between them threads wait for each other."""
        self.constructs -= 1
        rng = self.rng
        inner = Scope("replicated", scope)
        variables = scope.writable if variables is None else variables
        names = {variable.name for variable in variables}
        inner.readable = [one for one in scope.readable if one.name not in names]
        inner.writable, inner.sinks = [], []
        opening = Opening(inner)
        self.pass_sinks(opening, scope.sinks, ["reduction", "atomic", "critical"])
        inner.shared_sinks, inner.sinks = inner.sinks, []
        inner.shared = list(variables)
        body = []
        for _ in range(rng.randint(1, 3)):
            body += self.phase(inner)
        optional = self.clauses(["num_threads", "if", "proc_bind"], scope)
        node = Node([Directive(name, opening.clauses, optional), "{"], body, "}")
        return Node([], list(before) + opening.before + [node] + opening.after)

    def phase(self, scope):
        """One construct between two barriers, and what all threads run alike."""
        makers, weights = zip(("for_phase", 10), ("single", 3), ("masked", 2), ("sections", 2),
                              ("idempotent", 2), ("by_thread", 2), *self.more_phases())
        scope.read_now = []
        known = Scope("replicated", scope)
        nodes = getattr(self, self.rng.choices(makers, weights)[0])(scope)
        known.readable += scope.read_now
        alike = self.block(known, self.rng.randint(0, 2)) if not self.one_in(3) else []
        # What this declares the following phases know.
        for variable in known.writable:
            if variable not in scope.writable:
                scope.declare(variable)
        barrier = Node("@device #pragma omp barrier")
        return alike + nodes + [barrier]

    def for_phase(self, scope):
        rows = [(name, row) for name, row in LOOPS.items()
                if name in ("for", "for simd") and name not in self.avoid]
        name, (_, modes, clauses, _) = self.rng.choices(rows, [row[3] for _, row in rows])[0]
        return [self.loop_of(scope, name, modes, clauses, "replicated")]

    def split(self, scope):
        """What one thread may write in this phase; all others may read the rest."""
        inner = Scope("iteration", scope)
        inner.sinks = list(scope.shared_sinks)
        inner.writable = []
        for variable in scope.shared:
            if self.one_in(2):
                inner.declare(variable)
            else:
                scope.read_now.append(variable)
                inner.readable.append(variable)
        inner.loops = 1
        return inner

    def single(self, scope):
        return [Node(["@device #pragma omp single", "{"],
                     self.block(self.split(scope)), "}")]

    def masked(self, scope):
        inner = self.split(scope)
        return [Node(["@device #pragma omp masked", "{"], self.block(inner), "}")]

    def sections(self, scope):
        """Each section has variables of its own."""
        inner = self.split(scope)
        count = self.rng.randint(1, 4)
        parts = []
        for number in range(count):
            part = inner.inner()
            part.writable = inner.writable[number::count]
            others = {one.name for one in inner.writable} - {one.name for one in part.writable}
            part.readable = [one for one in inner.readable if one.name not in others]
            parts.append(Node(["@device #pragma omp section", "{"],
                              self.block(part, 2), "}"))
        return [Node(["@device #pragma omp sections", "{"], parts, "}")]
