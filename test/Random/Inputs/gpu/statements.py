"""Statements that one thread runs, or that all threads of a region run alike."""

from expressions import Expressions, cast
from tables import ANY, ELEMENTS, INTEGERS, REALS, TYPES
from tree import Node, Variable


class Helper:
    """A function that statements call with an array."""

    def __init__(self, name, variable, is_constant, level):
        self.name = name
        self.variable = variable
        self.is_constant = is_constant
        self.level = level
        self.node = None


class Statements(Expressions):
    """Writes statements; parallel constructs come from a class above."""

    SIMPLE = [("assign", 10), ("declare", 6), ("declare_array", 3),
              ("declare_record", 2), ("branch", 4), ("loop", 4),
              ("while_loop", 1), ("switch", 1), ("call", 3), ("library", 3),
              ("add", 6)]

    def __init__(self, rng, avoid):
        super().__init__(rng, avoid)
        self.records = []
        self.helpers = []
        # How many more constructs and statements there may be.
        self.constructs = 0
        self.left = 60

    def block(self, scope, count=None):
        """Statements in a scope; what they declare is known to the following."""
        nodes, before = [], list(scope.writable)
        for _ in range(count or self.rng.randint(1, 4)):
            if self.left > 0:
                self.left -= 1
                nodes += self.statement(scope)
        new = [one for one in scope.writable if one not in before]
        return nodes + (self.use(scope, before, new) if new else [])

    def use(self, scope, places, variables):
        """Something that outlives a block gets a sum of the block's variables."""
        terms = []
        for variable in variables:
            cell, _ = self.rng.choice(variable.cells(self.index(scope, variable)))
            terms.append(f"whole({cell})")
        total = " + ".join(terms)
        if scope.sinks and (not places or self.one_in(3)):
            return [self.add_to(scope, self.rng.choice(scope.sinks), total)]
        if not places:
            return []
        place = self.rng.choice(places[-3:])
        cell, kind = self.rng.choice(place.cells(self.index(scope, place)))
        text = f"({total} + whole({cell}) * 3)"
        return [Node(f"{cell} = {cast(kind, text)};")]

    def statement(self, scope):
        names, weights = zip(*(self.SIMPLE + self.more_statements(scope)))
        for _ in range(5):
            made = getattr(self, self.rng.choices(names, weights)[0])(scope)
            if made:
                return made if isinstance(made, list) else [made]
        return []

    def more_statements(self, scope):
        del scope
        return []

    def cell(self, scope):
        """Something to assign to, and its type."""
        if not scope.writable:
            return None
        variable = self.rng.choice(scope.writable)
        return self.rng.choice(variable.cells(self.index(scope, variable)))

    def assign(self, scope):
        found = self.cell(scope)
        if not found:
            return None
        cell, kind = found
        value = self.value(scope)
        what = TYPES[kind][1]
        if what == "real":
            if self.one_in(2):
                return Node(f"{cell} = bounded({cell} + {cast(kind, value)});")
        elif what != "bool" and self.one_in(2):
            if TYPES[kind][0] < 32 or what == "unsigned":
                return Node(f"{cell} {self.rng.choice('+-^|&')}= {cast(kind, value)};")
            return Node(f"{cell} = {kind}(whole({cell}) {self.rng.choice('+-^|&*')} {value});")
        return Node(f"{cell} = {cast(kind, value)};")

    def declare(self, scope):
        kind = self.rng.choice(ANY)
        text = cast(kind, self.value(scope))
        variable = Variable(self.name("v"), kind)
        if self.one_in(4):
            node = Node([f"{kind} {variable.name};", f"{variable.name} = {text};"])
        else:
            node = Node(f"{kind} {variable.name} = {text};")
        scope.declare(variable)
        return node

    def declare_array(self, scope):
        rng = self.rng
        kind, size = rng.choice(ELEMENTS), rng.choice([1, 2, 3, 4, 5, 8, 11, 16, 24, 32, 64])
        name, index = self.name("a"), self.name("j")
        how = rng.randrange(6)
        some = ", ".join(cast(kind, self.value(scope, 2))
                         for _ in range(rng.randint(1, min(4, size))))
        lines = [f"{kind} {name}[{size}] = {{0}};"]
        if how == 1:
            lines = [f"{kind} {name}[{size}] = {{{some}}};"]
        elif how == 2:
            lines = [f"{kind} {name}[{size}];",
                     f"std::memset({name}, 0, sizeof({name}));"]
        elif how == 3:
            inner = scope.inner()
            inner.readable.append(Variable(index, "int32_t"))
            lines = [f"{kind} {name}[{size}];",
                     f"for (int {index} = 0; {index} < {size}; ++{index})",
                     f"  {name}[{index}] = {cast(kind, self.value(inner))};"]
        elif how == 4:
            same = [other for other in scope.readable if other.type == kind
                    and other.size >= size]
            if same:
                lines = [f"{kind} {name}[{size}];",
                         f"std::memcpy({name}, &{rng.choice(same).name}[0], sizeof({name}));"]
        variable = Variable(name, kind, size)
        if how == 5:
            lines = [f"std::array<{kind}, {size}> {name} = {{{some}}};"]
            variable.is_pointer = True  # No directive knows it as an array.
            variable.class_name = f"std::array<{kind}, {size}>"
        scope.declare(variable)
        return Node(lines)

    def record(self):
        """A structure's name and fields: one of the kernel's."""
        rng = self.rng
        if len(self.records) < 2 and (not self.records or self.one_in(2)):
            fields = []
            for number in range(rng.randint(1, 4)):
                fields.append((f"F{number}", rng.choice(INTEGERS + REALS)))
            self.records.append((self.name("Record"), tuple(fields)))
        return rng.choice(self.records)

    def whole_record(self, scope, name, fields):
        values = ", ".join(cast(kind, self.value(scope, 2)) for _, kind in fields)
        return f"{name}{{{values}}}"

    def declare_record(self, scope):
        kind, fields = self.record()
        text = self.whole_record(scope, kind, fields)
        if self.one_in(3):
            same = [other for other in scope.readable if other.type == kind]
            text = self.rng.choice(same).name if same else text
        variable = Variable(self.name("r"), kind, fields=fields)
        scope.declare(variable)
        return Node(f"{kind} {variable.name} = {text};")

    def branch(self, scope):
        if scope.depth > 5:
            return None
        condition = self.condition(scope)
        node = Node(f"if ({condition}) {{", self.block(scope.inner(), self.rng.randint(1, 2)), "}")
        if self.one_in(3):
            other = self.block(scope.inner(), 1)
            return Node(f"if ({condition}) {{",
                        node.body + [Node("} else {", other)], "}")
        return node

    def loop(self, scope):
        if scope.depth > 5 or scope.loops >= 2:
            return None
        rng = self.rng
        index = self.name("j")
        bound = rng.choice(["2", "3", "5", f"int({self.value(scope)} % 6)"])
        inner = scope.inner()
        inner.loops += 1
        inner.readable.append(Variable(index, "int32_t"))
        body = self.block(inner, rng.randint(1, 3))
        if self.one_in(4):
            jump = Node(f"if ({self.condition(inner)}) {rng.choice(['break', 'continue'])};")
            body.append(jump)
        return Node(f"for (int {index} = 0; {index} < {bound}; ++{index}) {{", body, "}")

    def while_loop(self, scope):
        if scope.depth > 5 or scope.loops >= 2:
            return None
        count = self.name("n")
        inner = scope.inner()
        inner.loops += 1
        begin = f"int {count} = int({self.value(scope)} % 7);"
        inner.readable.append(Variable(count, "int32_t"))
        return Node([begin, f"while ({count}-- > 0) {{"],
                    [Node(f"if ({self.condition(inner)}) break;")]
                    + self.block(inner, 2), "}")

    def switch(self, scope):
        if scope.depth > 5:
            return None
        cases = self.rng.randint(2, 4)
        body = []
        for number in range(cases):
            inner = scope.inner()
            body.append(Node(f"case {number}: {{", self.block(inner, 1),
                             "} " + ("break;" if self.one_in(2) else "[[fallthrough]];"
                                     if number + 1 < cases else "break;")))
        return Node(f"switch ({self.value(scope)} % {cases + 1}) {{", body,
                    ["default:;", "}"])

    def call(self, scope):
        """Calls a function of the kernel's with an array."""
        rng = self.rng
        choices = []
        for helper in self.helpers:
            if not helper.node or not (helper.level == "function" or scope.level == "team"):
                continue
            variables = scope.readable if helper.is_constant else scope.writable
            choices += [(helper, variable) for variable in variables
                        if variable.type == helper.variable.type
                        and variable.size >= helper.variable.size]
        if not choices:
            return None
        helper, variable = rng.choice(choices)
        result = Variable(self.name("v"), "uint64_t")
        array = f"&{variable.name}[0]" if self.one_in(3) or variable.is_pointer \
            else variable.name
        node = Node(f"uint64_t {result.name} = {helper.name}({array}, "
                    f"{variable.size}, {self.value(scope)});")
        scope.declare(result)
        return node

    def library(self, scope):
        """Something with objects of the standard library."""
        rng = self.rng
        a, b, c = (self.value(scope, 1) for _ in range(3))
        name, kind = self.name("v"), rng.choice(INTEGERS)
        other = self.name("w")
        found = [
            [f"{kind} {name} = {cast(kind, a)}, {other} = {cast(kind, b)};",
             f"std::swap({name}, {other});", f"{name} ^= {other};"],
            [f"auto {other} = [&](u64 X) {{ return X * 3 + {a}; }};",
             f"{kind} {name} = {kind}({other}({b}) + {other}({c}));"],
            [f"auto {other} = [{capture(scope, '=', a)}](u64 X) {{ return X ^ {a}; }};",
             f"{kind} {name} = {kind}({other}({b}));"],
            [f"std::complex<double> {other}(double({a} & 63), double({b} & 63));",
             f"{other} *= std::complex<double>(2, double({c} & 7));",
             f"{kind} {name} = {kind}(whole({other}.real()) + whole({other}.imag()));"],
            [f"std::array<u64, 5> {other} = {{{a}, {b}, {c}}};",
             f"{kind} {name} = 0;", f"for (u64 E : {other})",
             f"  {name} = {kind}({name} * 5 + E);"],
            [f"std::pair<u64, {kind}> {other}({a}, {cast(kind, b)});",
             f"{kind} {name} = {kind}({other}.first + {other}.second);"],
            [f"u64 {other}[4] = {{{a}, {b}, {c}}};", f"std::sort({other}, {other} + 4);",
             f"{kind} {name} = {kind}({other}[1] - {other}[2]);"],
            [f"u64 {other}[6] = {{{a}, {b}, {c}}};",
             f"{kind} {name} = {kind}(std::accumulate({other}, {other} + 6, u64(7)));",
             f"{name} ^= {kind}(*std::max_element({other}, {other} + 6));"]]
        lines = rng.choice([one for one in found if self.may_use(str(one))])
        scope.declare(Variable(name, kind))
        return Node(lines)

    # Sinks.

    def add(self, scope):
        if not scope.sinks:
            return None
        return self.add_to(scope, self.rng.choice(scope.sinks))

    def add_to(self, scope, sink, value=None):
        variable = sink.variable
        if sink.operation == "merge":
            line = f"merge({variable.name}, " \
                f"{self.whole_record(scope, variable.type, variable.fields)});"
            return self.guarded(sink, [line])
        (cell, kind), = variable.cells(self.index(scope, variable))
        value = f"({value or self.value(scope)})"
        if sink.operation == "+" and TYPES[kind][1] == "signed":
            value = f"{kind}({value} & 63)"
        else:
            value = cast(kind, value)
        if sink.style != "atomic":
            return self.guarded(sink, [update(cell, kind, sink.operation, value)])
        return self.atomic(cell, kind, sink.operation, value)

    def guarded(self, sink, lines):
        if sink.style == "own":
            return Node(lines)
        return Node(["@device #pragma omp critical (only)", "{"],
                    [Node(line) for line in lines], "}")

    def atomic(self, cell, kind, operation, value):
        rng = self.rng
        order = rng.choice([""] * 3 + [" relaxed", " seq_cst", " release"])
        known = self.name("e")
        if operation in ("min", "max"):
            sign = "<" if operation == "min" else ">"
            turned = ">" if operation == "min" else "<"
            text = rng.choice([f"if ({cell} {turned} {known}) {{ {cell} = {known}; }}",
                               f"{cell} = {cell} {turned} {known} ? {known} : {cell};",
                               f"{cell} = {known} {sign} {cell} ? {known} : {cell};"])
            # clang takes two calls of the library for two places.
            place = [f"  {kind} &{self.name('p')} = {cell};"] * ("std::" in cell)
            text = text.replace(cell, f"p{self.used}") if place else text
            return Node(["{", f"  const {kind} {known} = {value};", *place,
                         f"@device #pragma omp atomic compare{order}",
                         f"  {text}", "}"])
        if self.one_in(5):
            text = rng.choice([f"{known} = {cell} {operation}= {value};",
                               f"{{ {known} = {cell}; {cell} {operation}= {value}; }}",
                               f"{{ {cell} {operation}= {value}; {known} = {cell}; }}"])
            return Node(["{", f"  {kind} {known};",
                         "@device #pragma omp atomic capture" + order,
                         f"  {text}", f"  (void){known};", "}"])
        text = rng.choice([f"{cell} {operation}= {value};",
                           f"{cell} = {cell} {operation} {value};",
                           f"{cell} = {value} {operation} {cell};"])
        return Node(["@device #pragma omp atomic update" + order, text])


def update(cell, kind, operation, value):
    """One addition to a private copy."""
    if operation in ("min", "max"):
        return f"{cell} = std::{operation}<{kind}>({cell}, {value});"
    if operation in ("&&", "||"):
        return f"{cell} = {cell} {operation} {value};"
    return f"{cell} {operation}= {value};"


def capture(scope, how, expression):
    """How a closure captures. One that uses an element by value copies its array."""
    return "&" if any(one.is_element and one.name in expression
                      for one in scope.readable) else how
