"""Patterns with objects: locks, structures with arrays, closures, functions that
call themselves; and loops that depend on each other."""

from expressions import cast
from patterns import Patterns
from statements import capture
from tables import UNSIGNED
from tree import Node, Scope, Variable


class Objects(Patterns):
    """Writes statements for one thread of a team, most with a parallel region."""

    def __init__(self, rng, avoid):
        super().__init__(rng, avoid)
        self.helper_nodes = []
        self.is_in_helper = False
        self.box_name = ""
        self.recursive_name = ""

    def more_statements(self, scope):
        more = super().more_statements(scope)
        if self.is_in_helper:
            return more
        more += [(name, 2) for name in ("recursion", "box") if name not in self.avoid]
        if scope.level == "team" and self.constructs > 0 and scope.loops < 2:
            more += [(name, 2) for name in ("locks", "triangle", "bound_loop", "captured")
                     if name not in self.avoid]
        return more

    def reading(self, scope, index, hidden=()):
        """What an iteration may use that only reads what is around it."""
        inner = Scope("iteration", scope)
        inner.writable, inner.sinks = [], []
        names = {variable.name for variable in hidden}
        inner.readable = [one for one in inner.readable if one.name not in names]
        inner.readable.append(Variable(index, "int32_t"))
        return inner

    def locks(self, scope):
        """One thread of each wave takes a lock: lanes of one wave must not wait for
        each other (docs/limits.md). What they count without atomics is right."""
        self.constructs -= 1
        name, under, all_, good = (self.name(prefix) for prefix in "lvvv")
        kind = self.rng.choice(["", "nest_"])
        times = self.rng.randint(1, 3)
        enter = [f"omp_set_{kind}lock(&{name});"]
        if self.one_in(3):
            enter = [f"while (!omp_test_{kind}lock(&{name}))", "  ;"]
        leave = [f"omp_unset_{kind}lock(&{name});"]
        if kind:
            enter, leave = enter + [f"omp_set_nest_lock(&{name});"], leave * 2
        scope.declare(Variable(good, "int32_t"))
        return Node([
            f"int32_t {good} = 1;", "@device {",
            f"@device   omp_{kind}lock_t {name};", f"@device   omp_init_{kind}lock(&{name});",
            f"@device   int {under} = 0, {all_} = 0;",
            f"@device   #pragma omp parallel {self.clause('num_threads', scope)}",
            "@device   if (omp_get_thread_num() % 64 == 0)",
            f"@device     for (int J = 0; J < {times}; ++J) {{"]
            + ["@device       " + line for line in enter]
            + [f"@device       {under} += 3;"]
            + ["@device       " + line for line in leave]
            + ["@device       #pragma omp atomic", f"@device       {all_} += 3;",
               "@device     }", f"@device   omp_destroy_{kind}lock(&{name});",
               f"@device   {good} = {under} == {all_} && {all_} >= {3 * times};", "@device }"])

    def triangle(self, scope):
        """Loops of which the inner one's bounds depend on the outer one's index."""
        self.constructs -= 1
        text, trip = self.number([2, 3, 5, 8])
        kind = self.rng.choice(UNSIGNED)
        array, declared = self.fresh_array(scope, kind, trip * trip)
        i, j, index, total = self.name("i"), self.name("i"), self.name("x"), self.name("v")
        first, last = self.rng.choice([("0", f"{i} + 1"), (i, text), (f"{i} + 1", text),
                                       ("0", i), (i, f"{i} + 3")])
        inside = f"[({i} * {trip} + {j}) % {trip * trip}]" if "3" not in last else ""
        # Rows that overlap are only summed up.
        inner = self.reading(scope, index, [array])
        value = self.value(inner)
        scope.declare(Variable(total, "uint64_t"))
        body = [f"    const int {index} = {i} * 10 + {j};", f"    {total} += {value};"]
        if inside:
            body.append(f"    {array.name}{inside} = {kind}({value} + {index});")
        return Node([], [declared, Node([
            f"uint64_t {total} = 0;",
            f"@device #pragma omp parallel for collapse(2) reduction(+ : {total}) "
            f"{self.rng.choice(['', 'schedule(static, 2)', 'schedule(dynamic)'])} "
            f"{self.clause('num_threads', scope)}",
            f"for (int {i} = 0; {i} < {text}; ++{i})",
            f"  for (int {j} = {first}; {j} < {last}; ++{j}) {{", *body, "  }"])])

    def bound_loop(self, scope):
        """The loop construct, bound to a region's threads or to none."""
        self.constructs -= 1
        text, trip = self.number([3, 16, 33, 64])
        array, declared = self.fresh_array(scope, "uint64_t", trip)
        index, total = self.name("x"), self.name("v")
        value = self.value(self.reading(scope, index, [array]))
        loop = f"for (int {index} = 0; {index} < {text}; ++{index})"
        scope.declare(Variable(total, "uint64_t"))
        if self.one_in(3):
            lines = ["@device #pragma omp loop bind(thread)", loop,
                     f"  {array.name}[{index}] = {value};"]
        else:
            lines = [f"@device #pragma omp parallel {self.clause('num_threads', scope)}", "{",
                     "@device #pragma omp loop bind(parallel)", "  " + loop,
                     f"    {array.name}[{index}] = {value};", "}"]
        return Node([], [declared, Node(lines), Node([
            f"uint64_t {total} = 0;", f"for (uint64_t E : {array.name})",
            f"  {total} = {total} * 3 + E;"])])

    def captured(self, scope):
        """A closure and containers that a region's threads read."""
        self.constructs -= 1
        text, trip = self.number([3, 8, 33, 64])
        values = [self.value(scope, 1) for _ in range(5)]
        array, declared = self.fresh_array(scope, "uint64_t", trip)
        closure, several, both, index = (self.name(prefix) for prefix in "cwwx")
        how = capture(scope, self.rng.choice(["=", "=", "&"]), values[0])
        share = self.rng.choice(["", "", f"firstprivate({several}, {both}) "])
        value = self.value(self.reading(scope, index, [array]))
        return Node([], [declared, Node([
            "{", f"  const auto {closure} = [{how}](u64 X) {{ return X * 5 + {values[0]}; }};",
            f"  std::array<u64, 3> {several} = {{{values[1]}, {values[2]}, {values[3]}}};",
            f"  std::pair<uint8_t, u64> {both}(7, {values[4]});",
            f"@device #pragma omp parallel for {share}{self.clause('num_threads', scope)}",
            f"  for (int {index} = 0; {index} < {text}; ++{index})",
            f"    {array.name}[{index}] = {closure}({value}) + {several}[{index} % 3] * "
            f"{both}.first + {both}.second;", "}"])])

    def recursion(self, scope):
        """A call of a function that calls itself twice, some levels deep."""
        if not self.recursive_name:
            self.recursive_name = self.name("f")
            name, size = self.recursive_name, self.rng.choice([1, 3, 8])
            own = Scope("function")
            own.readable = [Variable("S", "uint64_t"), Variable("D", "int32_t"),
                            Variable("Own", "uint16_t", size)]
            value, other = self.value(own), self.value(own)
            self.helper_nodes.append(Node([
                f"[[gnu::noinline]] static uint64_t {name}(uint64_t S, int D) {{",
                f"  uint16_t Own[{size}];",
                f"  for (int J = 0; J < {size}; ++J) Own[J] = uint16_t(S + J * D);",
                "  if (D <= 0) return S * 7;",
                f"  const uint64_t First = {name}({value}, D - 1);",
                f"  return First * 3 + {name}(First ^ {other}, D - 2) + Own[D % {size}];", "}"]))
        result = Variable(self.name("v"), "uint64_t")
        node = Node(f"uint64_t {result.name} = {self.recursive_name}({self.value(scope)}, "
                    f"int({self.value(scope)} % {self.rng.choice([3, 5, 6])}));")
        scope.declare(result)
        return node

    def box(self, scope):
        """A structure with an array, by value and by address."""
        if not self.box_name:
            self.box_name = self.name("Box")
            kind, size = self.rng.choice(UNSIGNED), self.rng.choice([1, 3, 5, 17])
            self.helper_nodes.append(Node([
                f"struct {self.box_name} {{", "  int16_t First;", f"  {kind} Array[{size}];",
                "  u64 Last;", "};",
                f"{self.rng.choice(['', '[[gnu::noinline]] '])}static u64 spread{self.box_name}("
                f"{self.box_name} B, {self.box_name} *P) {{",
                f"  for (int J = 0; J < {size}; ++J) {{",
                f"    B.Array[J] = {kind}(B.Array[J] * 3 + J);",
                f"    P->Array[J] = {kind}(B.Array[J] ^ P->Last);", "  }",
                "  P->First = int16_t(P->First + B.First);",
                f"  return B.Last + whole(B.Array[B.Last % {size}]) + whole(P->Array[0]);", "}"]))
        name, other, result = self.name("b"), self.name("b"), self.name("v")
        a, b = self.value(scope, 1), self.value(scope, 1)
        node = Node([
            f"{self.box_name} {name} = {{{cast('int16_t', a)}, {{}}, {b}}}, {other} = {name};",
            f"{other}.Last += 5;",
            f"uint64_t {result} = spread{self.box_name}({name}, &{other}) * 3 + "
            f"spread{self.box_name}({other}, &{name});",
            f"{result} ^= whole({name}.First) + whole({other}.Array[0]) * 3;"])
        scope.declare(Variable(result, "uint64_t"))
        return node
