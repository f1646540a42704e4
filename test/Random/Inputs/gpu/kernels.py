"""A program: a function with one or two target constructs, the same as plain code,
and a test that compares what both leave in their arguments."""

import itertools

from expressions import cast
from parallel import Parallel
from statements import Helper
from sharing import Opening
from tables import (ANY, DATA, ELEMENTS, INTEGERS, TARGET_LOOPS, TYPES)
from tree import Directive, Node, Scope, Variable

SIZES = [3, 8, 16, 33, 64, 100, 130, 200, 256]
WRITTEN = ("owned", "atomic", "critical", "reduction", "lastprivate", "mapped")


class Kernel(Parallel):
    """One program of a file."""

    def __init__(self, number, rng, avoid):
        super().__init__(rng, avoid)
        self.title = f"k{number}"
        self.arguments = []
        self.globals = []
        # Arrays that stay on the device between constructs; those of which a construct
        # gets the device's address.
        self.resident = []
        self.on_device = []
        self.body = self.write()
        counter = itertools.count(1)
        self.everything = Node([], self.helper_nodes + self.body)
        self.everything.count(counter)

    # Code.

    def write(self):
        rng = self.rng
        scope = Scope("host")
        for _ in range(rng.randint(1, 3)):
            self.argument(scope, Variable(self.name("A"), rng.choice(ELEMENTS),
                                          rng.choice(SIZES), is_pointer=True))
        for _ in range(rng.randint(1, 4)):
            self.argument(scope, Variable(self.name("s"), rng.choice(ANY)))
        if self.one_in(3):
            kind, fields = self.record()
            self.argument(scope, Variable(self.name("R"), kind, fields=fields))
        if self.one_in(3):
            variable = Variable(self.name("G"), rng.choice(ELEMENTS), rng.choice(SIZES[:4]),
                                is_pointer=True)
            self.globals.append(variable)
            self.argument(scope, variable)
        for _ in range(rng.choice([0, 0, 0, 1] if "large" in self.avoid else [0, 1, 1, 2])):
            self.helper()
        self.constructs = 0
        nodes = self.block(scope, rng.randint(0, 2))
        nodes += self.targets(scope)
        self.constructs, self.left = 0, 1
        nodes += self.block(scope, rng.randint(0, 1))
        nodes += [self.digest(variable) for variable in scope.writable
                  if variable not in self.arguments]
        return nodes

    def argument(self, scope, variable):
        self.arguments.append(variable)
        scope.declare(variable)

    def digest(self, variable):
        index = self.name("j")
        lines = [f"A.Digest = A.Digest * 31 + whole({cell});"
                 for cell, _ in variable.cells(index)]
        if variable.size:
            lines = [f"for (int {index} = 0; {index} < {variable.size}; ++{index})",
                     "  " + lines[0]]
        return Node(lines)

    def helper(self):
        rng = self.rng
        level = rng.choice(["function", "function", "team"])
        array = Variable("P", rng.choice(ELEMENTS), rng.choice([1, 3, 5, 16]),
                         is_pointer=True)
        helper = Helper(self.name("f"), array, self.one_in(2), level)
        scope = Scope(level)
        scope.readable += [Variable("N", "int32_t"), Variable("S", "uint64_t")]
        scope.readable.append(array)
        if not helper.is_constant:
            scope.writable.append(array)
        self.constructs = 1 if level == "team" else self.one_in(2)
        self.left = 6
        self.is_in_helper = True
        nodes = self.block(scope, rng.randint(1, 3))
        if self.one_in(2):
            nodes.append(Node(f"if ({self.condition(scope)}) return {self.value(scope)};"))
        nodes += self.block(scope, rng.randint(0, 2))
        nodes.append(Node(f"return {self.value(scope)};"))
        self.is_in_helper = False
        attribute = rng.choice(["", "[[gnu::noinline]] ", "inline "])
        constant = "const " if helper.is_constant else ""
        helper.node = Node(
            f"[[maybe_unused]] {attribute}static uint64_t {helper.name}({constant}{array.type} *P, "
            "[[maybe_unused]] int N, [[maybe_unused]] uint64_t S) {", nodes, "}")
        self.helper_nodes.append(helper.node)
        self.helpers.append(helper)

    # Target constructs.

    def targets(self, scope):
        """One or two constructs, which may find their arrays on the device."""
        rng = self.rng
        arrays = [one for one in self.arguments if one.size and one not in self.globals]
        if "data" not in self.avoid and self.one_in(3):
            self.resident = [one for one in arrays if not self.one_in(3)]
        clauses = [f"map({{}} : {section_of(one)})" for one in self.resident]
        is_block = clauses and self.one_in(2)
        nodes, inner = [], scope.inner() if is_block else scope
        for _ in range(2 if clauses else rng.choice([1, 1, 1, 2])):
            self.constructs, self.left = (rng.randint(1, 2), rng.randint(3, 8)) \
                if "large" in self.avoid else (rng.randint(1, 5), rng.randint(6, 30))
            nodes.append(self.target(inner))
            self.constructs, self.left = 0, 1
            if clauses and self.one_in(2):
                nodes += self.block(inner, 1)
        if not clauses:
            return nodes
        clause = " ".join(clauses)
        if is_block:
            self.resident = []
            clause = clause.replace("{}", rng.choice(["to", "alloc"]))
            return [Node([Directive("target data", [clause]), "{"], nodes, "}")]
        enter = clause.replace("{}", rng.choice(["to", "alloc"]))
        how = rng.choice(["from", "release", "delete"])
        last = []
        if how == "from":
            # What the host assigned since is to come back as it is.
            names = ", ".join(section_of(one) for one in self.resident)
            last = [Directive(f"target update to({names})")]
        self.resident = []
        return [Node([Directive("target enter data", [enter])]), *nodes,
                Node(last + [Directive("target exit data", [clause.replace("{}", how)])])]

    def target(self, scope):
        maker = self.rng.choices(
            [self.target_loop, self.target_block, self.target_teams, self.target_parallel],
            [10, 5, 4, 2])[0]
        if "data" not in self.avoid and self.one_in(4):
            self.on_device = [one for one in self.arguments if one.size and self.one_in(2)
                              and one not in self.globals + self.resident]
        moved, node = self.on_device, maker(scope)
        self.on_device = []
        names = ", ".join([one.name for one in self.globals]
                          + [section_of(one) for one in self.resident])
        # What stands in front of the construct is done before the update, as the host
        # may assign to the variables there.
        parts = node.body if not node.head else [node]
        return Node([], [self.moved_over(moved, self.updated(part, names))
                         if is_target(part) else part for part in parts])

    def moved_over(self, arrays, node):
        """A construct with copies of arrays in the device's memory."""
        for one in arrays:
            host, size = self.name("h"), f"sizeof({one.type}) * {one.size}"
            where, there = "omp_get_default_device()", "omp_get_initial_device()"
            node = Node([
                "@device {", f"@device   {one.type} *{host} = {one.name};",
                f"@device   {one.type} *{one.name} = static_cast<{one.type} *>("
                f"omp_target_alloc({size}, {where}));",
                f"@device   omp_target_memcpy({one.name}, {host}, {size}, 0, 0, {where}, {there});"],
                [node],
                [f"@device   omp_target_memcpy({host}, {one.name}, {size}, 0, 0, {there}, {where});",
                 f"@device   omp_target_free({one.name}, {where});", "@device }"])
        return node

    def updated(self, node, names):
        """A construct that others run beside, or between updates of what it finds on
        the device."""
        if "nowait" not in self.avoid and self.one_in(5):
            depends = self.rng.choice(["", " depend(inout : A.Digest)"])
            for line in node.head:
                if isinstance(line, Directive):
                    line.clauses.append("nowait" + depends)
            node.tail.append("@device #pragma omp taskwait")
        if not names:
            return node
        return Node([Directive(f"target update to({names})")], [node],
                    [f"@device #pragma omp target update from({names})"])

    def map_of(self, variable, is_written):
        """The clause that a variable needs, or may have."""
        if variable in self.globals:
            return ""
        if variable in self.on_device:
            return f"is_device_ptr({variable.name})"
        section = f"{variable.name}[:{variable.size}]" if variable.is_pointer \
            and not hasattr(variable, "class_name") else variable.name
        if is_written:
            return f"map(tofrom : {section})"
        if variable.is_pointer and not hasattr(variable, "class_name"):
            return f"map({self.rng.choice(['to', 'tofrom'])} : {section})"
        return self.rng.choice(["", "", f"map(to : {section})"])

    def maps(self, variables, modes):
        return [self.map_of(variable, modes.get(variable.name) in WRITTEN)
                for variable in variables
                if modes.get(variable.name) in WRITTEN + ("read",)]

    def target_loop(self, scope):
        rows = [(name, row) for name, row in TARGET_LOOPS.items() if name not in self.avoid]
        name, (modes, clauses, level, _) = self.rng.choices(
            rows, [row[3] for _, row in rows])[0]
        variables = list(scope.writable)
        heads, collapse, number, trip = self.headers("collapse" in clauses, 100)
        index = self.name("x")
        opening = self.share(scope, level, variables, [], modes, trip, index)
        if level == "iteration":
            opening.scope.loops = 1
        directive = Directive(
            name, [collapse] + opening.clauses + self.maps(variables, opening.modes),
            self.clauses(clauses, scope, opening))
        body = self.loop_body(opening, number, index, None)
        loop = Node([directive] + heads[:-1] + [heads[-1] + " {"], body, "}")
        return Node([], opening.before + [loop] + opening.after)

    def target_block(self, scope):
        """One thread runs it, but for the parallel regions in it."""
        inner = Scope("team", scope)
        inner.readable = [one for one in scope.readable if one not in scope.writable]
        inner.writable = []
        modes = {}
        for variable in scope.writable:
            modes[variable.name] = mode = self.rng.choice(
                ["mapped", "mapped", "read", "nothing"])
            if mode == "mapped":
                inner.declare(variable)
            elif mode == "read":
                inner.readable.append(variable)
        optional = self.clauses(["thread_limit"], scope)
        body = self.block(inner, self.rng.randint(3, 8))
        return Node([Directive("target", self.maps(scope.writable, modes), optional), "{"],
                    body, "}")

    def target_parallel(self, scope):
        variables = [one for one in scope.writable if not self.one_in(4)]
        modes = {one.name: "mapped" for one in variables}
        maps = " ".join(self.maps(variables, modes))
        reads = Scope("host", scope)
        gone = {one.name for one in scope.writable}
        reads.readable = [one for one in scope.readable if one.name not in gone]
        reads.sinks = []
        return self.region(reads, f"target parallel {maps}", variables)

    def target_teams(self, scope):
        """Each team runs it; loops are shared among the teams."""
        allowed = ["read", "atomic", "critical", "reduction", "firstprivate", "nothing"]
        arrays = [one for one in scope.writable if one.size and not self.one_in(3)]
        rest = [one for one in scope.writable if one not in arrays]
        opening = self.share(scope, "team", rest, [], allowed, 0, "")
        inner = opening.scope
        inner.readable = [one for one in inner.readable if one not in arrays]
        inner.shared_sinks, inner.sinks = inner.sinks, []
        inner.shared, inner.is_teams, inner.in_teams = arrays, True, True
        modes = dict(opening.modes)
        modes.update({one.name: "mapped" for one in arrays})
        body = self.block(inner, self.rng.randint(2, 6))
        if "packaged" in self.avoid and len(body) == 1:
            # Where one construct is all, its threads do not share the team's copies.
            body.append(Node(["volatile int apart = 0;", "apart = 1;"]).kept())
        node = Node([Directive("target teams", opening.clauses + self.maps(scope.writable, modes),
                               self.clauses(["num_teams", "thread_limit"], scope)), "{"],
                    body, "}")
        return Node([], opening.before + [node])

    # Text.

    def function(self, version, dropped):
        """The helpers and the function, for the device or as plain code."""
        lines = [f"namespace {version} {{"]
        lines += [f"{one.type} {one.name}[{one.size}];" for one in self.globals]
        if version == "device" and self.globals:
            names = ", ".join(one.name for one in self.globals)
            lines.append(f"#pragma omp declare target to({names})")
        # Functions are declared for the device where a region calls them: inside of
        # `declare target` clang 22 rejects templates of the standard library.
        for node in self.helper_nodes:
            lines += node.lines(version, dropped, "")
        lines.append("[[gnu::noinline]] static void run(Arguments &A) {")
        for name, _ in self.parameters:
            lines.append(f"  const int {name} = A.{name};")
        for one in self.arguments:
            if one in self.globals:
                lines.append(f"  std::memcpy({one.name}, A.{one.name}, sizeof({one.name}));")
            elif one.size:
                lines.append(f"  {one.type} *{one.name} = A.{one.name};")
            else:
                lines.append(f"  {one.type} {one.name} = A.{one.name};")
        for node in self.body:
            lines += node.lines(version, dropped)
        for one in self.arguments:
            if one in self.globals:
                lines.append(f"  std::memcpy(A.{one.name}, {one.name}, sizeof({one.name}));")
            elif not one.size:
                lines.append(f"  A.{one.name} = {one.name};")
        return lines + ["}", f"}} // namespace {version}", ""]

    def merge(self, name, fields):
        """A structure that reductions know."""
        lines = [f"struct {name} {{"] + [f"  {kind} {field};" for field, kind in fields]
        lines += ["};",
                  f"static inline void merge({name} &A, const {name} &B) {{"]
        initial = []
        for number, (field, kind) in enumerate(fields):
            if TYPES[kind][1] == "unsigned":
                lines.append(f"  A.{field} += B.{field};")
                initial.append("0")
            elif number % 2:
                lines.append(f"  A.{field} = std::max(A.{field}, B.{field});")
                initial.append(f"std::numeric_limits<{kind}>::lowest()")
            else:
                lines.append(f"  A.{field} = std::min(A.{field}, B.{field});")
                initial.append(f"std::numeric_limits<{kind}>::max()")
        return lines + [
            "}",
            f"#pragma omp declare reduction(merge : {name} : merge(omp_out, omp_in)) "
            f"initializer(omp_priv = {name}{{{', '.join(initial)}}})"]

    def text(self, dropped=frozenset()):
        lines = [f"namespace {self.title} {{"]
        for name, fields in self.records:
            lines += self.merge(name, fields)
        lines += ["struct Arguments {"]
        lines += [f"  int {name} = {value};" for name, value in self.parameters]
        lines += ["  uint64_t Digest = 0;"]
        for one in self.arguments:
            lines.append(f"  {one.type} {one.name}" + (f"[{one.size}];" if one.size else ";"))
        lines += ["};"]
        lines += self.function("device", dropped) + self.function("plain", dropped)
        lines += ["static bool test(Digest &D) {", "  Arguments Found, Expected;"]
        for number, one in enumerate(self.arguments):
            for cell, _ in one.cells("0"):
                cell = cell.removesuffix("[0]")
                lines.append(f"  fill(Found.{cell}, Expected.{cell}, {number + 1});")
        lines += ["  plain::run(Expected);", "  device::run(Found);", "  bool Right = true;"]
        for one in self.arguments + [Variable("Digest", "uint64_t")]:
            for cell, _ in one.cells("0"):
                cell = cell.removesuffix("[0]")
                lines.append(f'  Right &= same("{self.title}", "{cell}", Found.{cell}, '
                             f"Expected.{cell}, D);")
        return lines + ["  return Right;", "}", f"}} // namespace {self.title}", ""]


def section_of(variable):
    return f"{variable.name}[:{variable.size}]"


def is_target(node):
    return any(isinstance(line, Directive) and line.name.startswith("target")
               for line in node.head)
