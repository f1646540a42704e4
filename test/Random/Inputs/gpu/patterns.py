"""Constructs whose meaning depends on how they are put together: each pattern has a
result that plain code has, too."""

from expressions import cast
from sharing import Sharing
from tables import INTEGERS, ORDERED_SCHEDULES, UNSIGNED
from tree import Node, Scope, Variable


class Patterns(Sharing):
    """Writes patterns; those with numbers of threads use them so that the result
    is the same for any."""

    def more_statements(self, scope):
        more = super().more_statements(scope)
        if scope.level == "team" and self.constructs > 0 and scope.loops < 2:
            more += [(name, 1) for name in
                     ("tickets", "ordered", "scan", "tasks", "census", "stencil",
                      "taskloop")
                     if name not in self.avoid]
        return more

    def more_phases(self):
        return [] if "packaged" in self.avoid else [("copyprivate", 1)]

    def fresh_array(self, scope, kind, size):
        """A new array of zeros."""
        variable = Variable(self.name("a"), kind, size)
        scope.declare(variable)
        return variable, Node(f"{kind} {variable.name}[{size}] = {{}};")

    def tickets(self, scope):
        """Each iteration draws a number; all numbers are drawn."""
        self.constructs -= 1
        text, trip = self.number([5, 16, 33, 64])
        marks, declared = self.fresh_array(scope, "int32_t", trip)
        drawn, mine, sum_ = self.name("v"), self.name("t"), self.name("v")
        scope.declare(Variable(drawn, "int32_t"))
        scope.declare(Variable(sum_, "uint64_t"))
        threads = self.clause("num_threads", scope)
        return Node([], [declared, Node([
            f"int32_t {drawn} = 0;", f"uint64_t {sum_} = 0;",
            f"@device #pragma omp parallel for {threads} {self.clause('schedule', scope)}",
            f"for (int I = 0; I < {text}; ++I) {{",
            f"  int {mine};", "@device #pragma omp atomic capture",
            f"  {{ {mine} = {drawn}; {drawn}++; }}",
            f"  {marks.name}[{mine}] += {mine} * 3 + 1;",
            "@device #pragma omp atomic",
            f"  {sum_} += u64({mine}) * {mine};", "}"])])

    def ordered(self, scope):
        """What iterations do in their order."""
        self.constructs -= 1
        text, _ = self.number([3, 8, 20, 33])
        value, index = self.name("v"), self.name("x")
        inner = Scope("iteration", scope)
        inner.writable, inner.sinks = [], []
        inner.readable.append(Variable(index, "int32_t"))
        expression = self.value(inner)
        scope.declare(Variable(value, "uint64_t"))
        schedule = self.rng.choice(ORDERED_SCHEDULES).format(chunk=3)
        threads = self.clause("num_threads", scope)
        return Node([f"uint64_t {value} = 1;",
                     f"@device #pragma omp parallel for ordered {schedule} {threads}",
                     f"for (int {index} = 0; {index} < {text}; ++{index}) {{",
                     f"  const uint64_t E = {expression};",
                     "@device #pragma omp ordered",
                     f"  {value} = {value} * 31 + E;", "}"])

    def scan(self, scope):
        """Sums of all elements up to each."""
        self.constructs -= 1
        text, trip = self.number([3, 8, 33, 64])
        sums, declared = self.fresh_array(scope, "uint64_t", trip)
        value, index = self.name("v"), self.name("x")
        kind = self.rng.choice(["inclusive", "exclusive"])
        inner = Scope("iteration", scope)
        inner.writable, inner.sinks = [], []
        inner.readable = [one for one in inner.readable if one.name != sums.name]
        inner.readable.append(Variable(index, "int32_t"))
        expression = self.value(inner)
        add, store = f"  {value} += {expression};", f"  {sums.name}[{index}] = {value};"
        first, second = (add, store) if kind == "inclusive" else (store, add)
        scope.declare(Variable(value, "uint64_t"))
        return Node([], [declared, Node([
            f"uint64_t {value} = 0;",
            f"@device #pragma omp parallel for reduction(inscan, + : {value})",
            f"for (int {index} = 0; {index} < {text}; ++{index}) {{", first,
            f"@device #pragma omp scan {kind}({value})", second, "}"])])

    def tasks(self, scope):
        """Tasks with a variable each; they may run at once or later."""
        self.constructs -= 1
        rng = self.rng
        count = rng.randint(1, 4)
        names = [self.name("v") for _ in range(count)]
        waits = rng.choice(["taskwait", "taskwait", "barrier"])
        lines = [f"uint64_t {', '.join(f'{name} = 0' for name in names)};",
                 f"@device #pragma omp parallel {self.clause('num_threads', scope)}",
                 "@device #pragma omp single", "{", "  uint64_t Own = 9;"]
        inner = Scope("iteration", scope)
        inner.writable, inner.sinks = [], []
        for name in names:
            clauses = rng.choice(["", " firstprivate(Own)", " if(0)", " final(1)"])
            lines += [f"@device #pragma omp task shared({name}){clauses}",
                      f"  {name} = {self.value(inner)} + Own;"]
        if waits == "taskwait":
            lines += ["@device #pragma omp taskwait",
                      f"  {names[0]} ^= {names[-1]} * 3;"]
        lines += ["}"]
        for name in names:
            scope.declare(Variable(name, "uint64_t"))
        return Node(lines)

    def taskloop(self, scope):
        self.constructs -= 1
        text, trip = self.number([3, 8, 33])
        array, declared = self.fresh_array(scope, "uint64_t", trip)
        index = self.name("x")
        inner = Scope("iteration", scope)
        inner.writable, inner.sinks = [], []
        inner.readable = [one for one in inner.readable if one.name != array.name]
        inner.readable.append(Variable(index, "int32_t"))
        clause = self.rng.choice(["", " grainsize(3)", " num_tasks(4)"])
        return Node([], [declared, Node([
            f"@device #pragma omp parallel {self.clause('num_threads', scope)}",
            "@device #pragma omp single",
            f"@device #pragma omp taskloop{clause}",
            f"for (int {index} = 0; {index} < {text}; ++{index})",
            f"  {array.name}[{index}] = {self.value(inner)};"])])

    def census(self, scope):
        """Every thread counts itself; the count is the number of threads."""
        self.constructs -= 1
        count, most, good = self.name("v"), self.name("v"), self.name("v")
        scope.declare(Variable(good, "int32_t"))
        threads = self.clause("num_threads", scope)
        return Node([
            f"int32_t {good} = 0;", "{", f"  int {count} = 0, {most} = -1;",
            f"@device #pragma omp parallel {threads}", "  {",
            "@device #pragma omp atomic", f"    {count} += 1;",
            "    const int Me = omp_get_thread_num();",
            "@device #pragma omp atomic compare",
            f"    if ({most} < Me) {{ {most} = Me; }}",
            "@device #pragma omp barrier", "@device #pragma omp single",
            f"    {good} = {count} == omp_get_num_threads() && {most} == {count} - 1 && "
            "omp_get_team_num() < omp_get_num_teams();",
            "  }", "}"])

    def stencil(self, scope):
        """Two arrays that are written in turns, with barriers between."""
        self.constructs -= 1
        text, trip = self.number([8, 20, 64])
        kind = self.rng.choice(UNSIGNED)
        one, first = self.fresh_array(scope, kind, trip)
        two, second = self.fresh_array(scope, kind, trip)
        turns = self.rng.randint(1, 4)
        a, b = self.name("p"), self.name("p")
        inner = Scope("iteration", scope)
        names = {one.name, two.name}
        inner.readable = [known for known in inner.readable if known.name not in names]
        start = self.value(inner)
        schedule = self.clause("schedule", scope)
        return Node([], [first, second, Node([
            f"for (int J = 0; J < {trip}; ++J) {one.name}[J] = {kind}({start} + J);",
            f"@device #pragma omp parallel {self.clause('num_threads', scope)}", "{",
            f"  {kind} *{a} = {one.name}, *{b} = {two.name};",
            f"  for (int Turn = 0; Turn < {turns}; ++Turn) {{",
            f"@device #pragma omp for {schedule}",
            f"    for (int I = 0; I < {text}; ++I)",
            f"      {b}[I] = {kind}({a}[I] * 3 + {a}[(I + 1) % {trip}] + Turn);",
            f"    std::swap({a}, {b});", "  }", "}"])])

    # Phases of a region.

    def idempotent(self, scope):
        """All threads add the same, which counts once."""
        inner = self.split(scope)
        lines = []
        for variable in inner.writable:
            if variable.is_scalar and variable.type in INTEGERS:
                operation = self.rng.choice("|&")
                value = self.value(self.alike(scope))
                lines.append(Node([self.rng.choice(
                    ["@device #pragma omp atomic", "@device #pragma omp critical (same)"]),
                    f"{variable.name} {operation}= {variable.type}({value});"]))
        return lines

    def alike(self, scope):
        """What threads may read where they run the same."""
        known = Scope("replicated", scope)
        known.readable += scope.read_now
        return known

    def by_thread(self, scope):
        """Threads share the iterations themselves."""
        arrays = [one for one in scope.shared if one.size]
        if not arrays:
            return []
        array = self.rng.choice(arrays)
        scope.read_now += [one for one in scope.shared if one is not array]
        index = self.name("x")
        known = self.alike(scope)
        known.readable.append(Variable(index, "int32_t"))
        cell = f"{array.name}[{index}]"
        known.readable.append(Variable(cell, array.type))
        return [Node([f"for (int {index} = omp_get_thread_num(); {index} < {array.size}; "
                      f"{index} += omp_get_num_threads())",
                      f"  {cell} = {cast(array.type, self.value(known))};"])]

    def copyprivate(self, scope):
        """One thread's value for all."""
        scope.read_now += scope.shared
        name = self.name("v")
        value = self.value(self.alike(scope))
        scope.declare(Variable(name, "uint64_t"))
        return [Node([f"uint64_t {name} = 0;",
                      f"@device #pragma omp single copyprivate({name})",
                      f"{name} = {value};"])]
