"""Patterns with values of kinds that variables do not have: bit fields, unions,
vectors, integers of 128 bits, arrays of sizes known at run time, pointers to
variables and functions, virtual functions."""

from expressions import cast
from objects import Objects
from tables import ANY, INTEGERS, TYPES, UNSIGNED
from tree import Node, Variable


class Values(Objects):
    """Writes statements that any thread runs for itself; most leave a number."""

    NAMES = ["bits", "tagged", "wide", "vector", "sized", "matrix", "moved", "half",
             "pointer", "through_function", "through_object", "handed"]

    def __init__(self, rng, avoid):
        super().__init__(rng, avoid)
        # What has a definition in front of the program.
        self.defined = {}

    def more_statements(self, scope):
        names = [name for name in self.NAMES if name not in self.avoid]
        more = super().more_statements(scope)
        # All of them together are as likely as one of the others.
        return more + [("one_value", 4)] if names and not self.is_in_helper else more

    def one_value(self, scope):
        name = self.rng.choice([name for name in self.NAMES if name not in self.avoid])
        return getattr(self, name)(scope)

    def definition(self, prefix, write):
        """The name of what a function writes once for a program."""
        if prefix not in self.defined:
            name = self.name(prefix)
            lines, more = write(name)
            self.helper_nodes.append(Node(lines))
            self.defined[prefix] = (name, more)
        return self.defined[prefix]

    def number_from(self, scope, lines, text):
        result = Variable(self.name("v"), "uint64_t")
        node = Node([*lines, f"uint64_t {result.name} = {text};"])
        scope.declare(result)
        return node

    # Data.

    def bits(self, scope):
        def write(name):
            fields = []
            for number in range(self.rng.randint(2, 5)):
                kind = self.rng.choice(INTEGERS)
                width = self.rng.randint(2, TYPES[kind][0])
                fields.append((f"F{number}", f"{kind} F{number} : {width};"))
            return ([f"struct {name} {{", *["  " + text for _, text in fields], "};"],
                    [field for field, _ in fields])
        kind, fields = self.definition("Bits", write)
        name = self.name("b")
        lines = [f"{kind} {name} = {{}};"]
        lines += [f"{name}.{field} = {self.value(scope, 1)};" for field in fields]
        lines.append(f"{name}.{fields[0]} = whole({name}.{fields[0]}) "
                     f"{self.rng.choice('+-^|*')} whole({name}.{fields[-1]});")
        return self.number_from(scope, lines, " * 3 + ".join(
            f"whole({name}.{field})" for field in fields))

    def tagged(self, scope):
        """One of several members, and which."""
        def write(name):
            small, size = self.rng.choice(INTEGERS), self.rng.choice([2, 3, 5])
            return ([f"struct {name} {{", "  uint8_t Tag;", "  union {", "    u64 Whole;",
                     f"    {small} Several[{size}];", "    double Real;", "  };",
                     "  u64 value() const {",
                     f"    return Tag == 0 ? Whole : Tag == 1 ? whole(Several[{size - 1}]) "
                     ": whole(Real);", "  }", "};"], (small, size))
        kind, (small, size) = self.definition("Tagged", write)
        name = self.name("b")
        a, b, c = (self.value(scope, 1) for _ in range(3))
        return self.number_from(scope, [
            f"{kind} {name};", f"{name}.Tag = {a} % 3;",
            f"if ({name}.Tag == 0)", f"  {name}.Whole = {b};",
            f"else if ({name}.Tag == 1)",
            f"  for (int J = 0; J < {size}; ++J) {name}.Several[J] = {small}({c} + J);",
            "else", f"  {name}.Real = {cast('double', b)};"], f"{name}.value()")

    def wide(self, scope):
        name, kind = self.name("w"), self.rng.choice(["u128", "i128"])
        a, b, c, d = (self.value(scope, 1) for _ in range(4))
        operation = self.rng.choice([f"{name} = {kind}(u128({name}) + (u128({c}) << 60))",
                                     f"{name} ^= ~{kind}({c})",
                                     f"{name} = {name} > {kind}({c}) ? {name} : {c}"])
        return self.number_from(scope, [f"{kind} {name} = {kind}(u128({a}) * {b});",
                                        operation + ";"],
                                f"u64({name} >> ({d} & 127)) + u64({name})")

    def vector(self, scope):
        name, other = self.name("w"), self.name("w")
        kind = self.rng.choice(UNSIGNED)
        lanes = 16 * 8 // TYPES[kind][0]
        a, b, c, d = (self.value(scope, 1) for _ in range(4))
        return self.number_from(scope, [
            f"{kind} {name} __attribute__((vector_size(16))) = {{{kind}({a}), {kind}({b})}};",
            f"{kind} {other} __attribute__((vector_size(16))) = {name} * {kind}({c});",
            f"{other}[{d} % {lanes}] {self.rng.choice('+-^')}= {kind}({b});",
            f"{name} {self.rng.choice('+-^|&')}= {other} > {name} ? {other} : {name} + 1;"],
            f"u64({name}[{c} % {lanes}]) * 7 + {other}[1]")

    def half(self, scope):
        name = self.name("w")
        a, b = self.value(scope, 1), self.value(scope, 1)
        return self.number_from(scope, [
            f"_Float16 {name} = _Float16(int({a} & 31));",
            f"{name} = {name} * _Float16(int({b} & 31)) - _Float16(7);"],
            f"whole(float({name}))")

    def sized(self, scope):
        """An array of a size that is known when it is made."""
        name, size, kind = self.name("w"), self.name("n"), self.rng.choice(ANY)
        a, b, c = (self.value(scope, 1) for _ in range(3))
        return self.number_from(scope, [
            f"const int {size} = int({a} % 9) + 1;", f"{kind} {name}[{size}];",
            f"for (int J = 0; J < {size}; ++J) {name}[J] = {cast(kind, f'({b} + J)')};"],
            f"whole({name}[{c} % {size}]) * 3 + whole({name}[{size} - 1])")

    def matrix(self, scope):
        name, row, kind = self.name("w"), self.name("p"), self.rng.choice(UNSIGNED)
        rows, size = self.rng.choice([2, 3, 4]), self.rng.choice([1, 2, 5, 8])
        a, b, c = (self.value(scope, 1) for _ in range(3))
        return self.number_from(scope, [
            f"{kind} {name}[{rows}][{size}] = {{{{{kind}({a})}}, {{{kind}({b})}}}};",
            f"{kind} (*{row})[{size}] = &{name}[{c} % {rows}];",
            f"for (int J = 0; J < {size}; ++J) (*{row})[J] += {kind}(J * 3 + 1);"],
            f"whole({name}[0][0]) * 5 + whole({name}[1][{a} % {size}]) + whole((*{row})[0])")

    def moved(self, scope):
        """Bytes that are set, compared and moved by numbers known at run time."""
        name, count = self.name("w"), self.name("n")
        a, b, c = (self.value(scope, 1) for _ in range(3))
        first, second = self.rng.sample(range(9), 2)
        return self.number_from(scope, [
            f"uint8_t {name}[24] = {{uint8_t({a}), uint8_t({b}), 5}};",
            f"const unsigned {count} = {b} % 15;",
            f"std::memset({name} + 6, int({c} & 127), {count});",
            f"std::memmove({name} + {first}, {name} + {second}, {count});",
            f"std::memcpy(&{name}[20], &{name}[{count}], 4);"],
            f"whole({name}[{c} % 24]) * 3 + whole({name}[{first}]) + whole({name}[21]) + "
            f"(std::memcmp({name}, {name} + 8, 8) < 0)")

    # Code.

    def pointer(self, scope):
        """One of two variables, by its address."""
        kinds = {}
        for variable in scope.writable:
            if variable.is_scalar and "[" not in variable.name:
                kinds.setdefault(variable.type, []).append(variable.name)
        pairs = [(kind, names) for kind, names in kinds.items() if len(names) > 1]
        if not pairs or "captures" in self.avoid:
            return None
        kind, names = self.rng.choice(pairs)
        one, two = self.rng.sample(names, 2)
        name = self.name("p")
        value = cast(kind, f"({self.value(scope, 1)} + whole({one}))")
        lines = [f"{kind} *{name} = {self.condition(scope, 2)} ? &{one} : &{two};",
                 f"*{name} = {value};"]
        if self.one_in(2):
            lines = [f"{kind} &{name} = {self.condition(scope, 2)} ? {one} : {two};",
                     f"{name} = {value};"]
        return Node(lines)

    def through_function(self, scope):
        def write(name):
            lines = []
            for letter in "AB":
                factor, shift = self.rng.choice([3, 5, 17]), self.rng.randrange(1, 40)
                lines.append(f"[[maybe_unused]] static u64 {name}{letter}(u64 X, u64 Y) {{ "
                             f"return X * {factor} + (Y >> {shift}); }}")
            return lines, None
        function, _ = self.definition("g", write)
        name = self.name("p")
        a, b = self.value(scope, 1), self.value(scope, 1)
        return self.number_from(scope, [
            f"u64 (*{name})(u64, u64) = {self.condition(scope, 1)} ? {function}A : {function}B;"],
            f"{name}({a}, {b})")

    def through_object(self, scope):
        """Virtual functions of objects of two classes."""
        def write(name):
            lines = [f"struct {name} {{", "  u64 Own;",
                     f"  {name}(u64 O) : Own(O) {{}}",
                     "  virtual u64 of(u64 X) const { return X + Own; }", "};"]
            for letter in "AB":
                lines += [f"struct {name}{letter} : {name} {{",
                          f"  uint{self.rng.choice([8, 16, 32])}_t Other = 7;",
                          f"  {name}{letter}(u64 O) : {name}(O * 3) {{}}",
                          f"  u64 of(u64 X) const override {{ return X {self.rng.choice('^-*')} "
                          f"Own + Other; }}", "};"]
            return lines, None
        kind, _ = self.definition("Shape", write)
        one, two, name = self.name("b"), self.name("b"), self.name("p")
        a, b, c = (self.value(scope, 1) for _ in range(3))
        return self.number_from(scope, [
            f"const {kind}A {one}({a});", f"const {kind}B {two}({b});",
            f"const {kind} *{name} = {self.condition(scope, 1)} ? "
            f"static_cast<const {kind} *>(&{one}) : &{two};"], f"{name}->of({c})")

    def handed(self, scope):
        """A closure that a template calls several times."""
        def write(name):
            attribute = self.rng.choice(["", "[[gnu::noinline]] "])
            return [f"template <typename F> {attribute}static u64 {name}(F Do, int Times) {{",
                    "  u64 Sum = 1;", "  for (int J = 0; J < Times; ++J) Sum = Do(Sum, J);",
                    "  return Sum;", "}"], None
        function, _ = self.definition("each", write)
        how, known = self.rng.choice("=&"), self.name("w")
        a, b, c = (self.value(scope, 1) for _ in range(3))
        return self.number_from(scope, [f"u64 {known} = {a};"],
                                f"{function}([{how}](u64 X, int J) {{ return X * 3 + {known} + "
                                f"{b} * J; }}, int({c} % 5))")
