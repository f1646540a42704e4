"""Writes a C++ program of random kernels.

    generate.py SEED KERNELS > program.cpp

Each kernel has random scalars, pointers, a structure behind a pointer, bounds
and code; all of it is defined for all values, and no two iterations touch the
same element unless one thread runs all of them in order. The program calls each
kernel with many random arguments and compares with the same code on the host:

    program SEED CASES

It prints how many cases there were, how many differed, and a sum over all
results; its status tells whether one differed.
"""

import contextlib
import random
import sys

INTEGERS = ["int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t",
            "int64_t", "uint64_t"]
FLOATS = ["float", "double"]
# How the iterations are shared; {bounds} stands for clauses about the launch.
SERIAL = "target"
PARALLEL = [
    "target parallel for num_threads({threads})",
    "target parallel for schedule(dynamic, {chunk}) num_threads({threads})",
    "target parallel for schedule(static, {chunk}) num_threads({threads})",
    "target teams distribute parallel for thread_limit({threads})",
    "target teams distribute parallel for num_teams({teams}) "
    "thread_limit({threads})",
    "target teams distribute parallel for simd num_teams({teams}) "
    "thread_limit({threads})",
    "target teams distribute num_teams({teams}) thread_limit({threads})",
]


class Kernel:
    """One kernel: its parameters and its code."""

    def __init__(self, number, rng):
        self.name = f"kernel{number}"
        self.rng = rng
        self.is_serial = rng.random() < 0.3
        self.scalars = [(f"S{i}", self.type_of_scalar())
                        for i in range(rng.randint(1, 6))]
        self.inputs = [(f"A{i}", self.type_of_element())
                       for i in range(rng.randint(0, 3))]
        self.outputs = [(f"B{i}", self.type_of_element())
                        for i in range(rng.randint(1, 2))]
        self.fields = [(f"F{i}", self.type_of_scalar())
                       for i in range(rng.randint(1, 6))]
        self.has_fields = rng.random() < 0.6
        # What one thread does in order may use memory in several ways: an input
        # may lie in an output's array or in a variable, and the structure may
        # have a pointer to them.
        self.shares = self.is_serial and self.inputs and rng.random() < 0.8
        if self.shares:
            self.inputs[0] = ("A0", self.outputs[0][1])
        self.has_global = self.is_serial and rng.random() < 0.5
        self.has_pointer = self.is_serial and self.has_fields and rng.random() < 0.5
        self.shared_type = self.outputs[0][1]
        # A structure that stays on the device for many launches.
        self.has_lasting = self.has_fields and not self.has_pointer
        self.locals = []
        self.depth = 0

    def type_of_scalar(self):
        return self.rng.choice(INTEGERS + FLOATS + ["bool"])

    def type_of_element(self):
        return self.rng.choice(INTEGERS + FLOATS)

    # Expressions: uint64_t and double.

    def leaf(self):
        """Something of the kernel's, and its type."""
        choice = self.rng.random()
        if choice < 0.4:
            return self.rng.choice(self.scalars)
        if choice < 0.6 and self.has_fields:
            name, kind = self.rng.choice(self.fields)
            return f"F->{name}", kind
        if choice < 0.8 and self.inputs:
            name, kind = self.rng.choice(self.inputs)
            return f"{name}[{self.index()}]", kind
        if choice < 0.9 and self.locals:
            return self.rng.choice(self.locals), "uint64_t"
        if choice < 0.95 and self.has_global:
            return f"G[{self.index()}]", self.shared_type
        if choice < 0.98 and self.has_pointer:
            return f"F->P[{self.index()}]", self.shared_type
        return "I", "int64_t"

    @contextlib.contextmanager
    def deeper(self):
        """Counts how far expressions are nested."""
        self.depth += 1
        try:
            yield self.rng
        finally:
            self.depth -= 1

    def is_leaf(self):
        return self.depth > 5 or self.rng.random() < 0.25

    def index(self):
        """Of an input's element."""
        if self.rng.random() < 0.5:
            return "I"
        with self.deeper():
            return f"({self.integer()}) & 63"

    def integer(self):
        with self.deeper() as rng:
            if self.is_leaf():
                if rng.random() < 0.25:
                    return f"{rng.choice([0, 1, 2, 3, 5, 8, 255, 1 << 33])}ull"
                return f"integer({self.leaf()[0]})"
            a, b = self.integer(), self.integer()
            return rng.choice([
                f"({a} + {b})", f"({a} - {b})", f"({a} * {b})",
                f"({a} & {b})", f"({a} | {b})", f"({a} ^ {b})",
                f"({a} << ({b} & 63))", f"({a} >> ({b} & 63))",
                f"shiftedSigned({a}, {b})", f"({a} / ({b} | 1))",
                f"({a} % ({b} | 1))", f"dividedSigned({a}, {b})",
                f"restSigned({a}, {b})",
                f"uint64_t({rng.choice(INTEGERS)}({a}))",
                f"({self.condition()} ? {a} : {b})",
                f"uint64_t(__builtin_popcountll({a}))",
                f"integer({self.number()})",
            ])

    def number(self):
        with self.deeper() as rng:
            if self.is_leaf():
                name, kind = self.leaf()
                if kind in FLOATS:
                    return f"double({name})"
                return f"double(int32_t({name}))"
            a, b = self.number(), self.number()
            return rng.choice([
                f"({a} + {b})", f"({a} - {b})", f"({a} * {b})",
                f"({a} / {b})", f"(-{a})", f"store<float>({a})",
                f"({a} < {b} ? {a} : {b})", f"({self.condition()} ? {a} : {b})",
                f"__builtin_fabs({a})",
                f"__builtin_sqrt(__builtin_fabs({a}))",
                f"double(int16_t({self.integer()}))",
            ])

    def condition(self):
        with self.deeper() as rng:
            order = rng.choice(["==", "!=", "<", ">", "<=", ">="])
            if rng.random() < 0.3:
                return f"({self.number()} {order} {self.number()})"
            if rng.random() < 0.5:
                return f"(int64_t({self.integer()}) {order} " \
                       f"int64_t({self.integer()}))"
            return f"({self.integer()} {order} {self.integer()})"

    # Statements.

    def statements(self, indent, nesting):
        rng = self.rng
        known = len(self.locals)
        lines = []
        for _ in range(rng.randint(1, 3)):
            lines += self.statement(indent, nesting)
        del self.locals[known:]
        return lines

    def block(self, head, indent, nesting):
        return [indent + head + " {"] + \
            self.statements(indent + "  ", nesting + 1) + [indent + "}"]

    def statement(self, indent, nesting):
        rng = self.rng
        choice = rng.random()
        if nesting < 2 and choice < 0.25:
            # A bound that is often a scalar alone.
            name, kind = self.leaf()
            bound = f"integer({name})" if rng.random() < 0.7 else self.integer()
            counter = f"J{nesting}"
            step = rng.choice(["1", "1", "2", f"(integer({self.leaf()[0]}) & 3) + 1"])
            lines = self.block(
                f"for (uint64_t {counter} = 0; {counter} < ({bound} & 15); "
                f"{counter} += {step})", indent, nesting)
            lines.insert(-1, f"{indent}  Sum += {counter};")
            return lines
        if nesting < 2 and choice < 0.45:
            lines = self.block(f"if ({self.condition()})", indent, nesting)
            if rng.random() < 0.5:
                lines[-1] += " else {"
                lines += self.statements(indent + "  ", nesting + 1) + [indent + "}"]
            return lines
        if choice < 0.65:
            name = f"X{len(self.locals)}_{nesting}_{rng.randint(0, 99999)}"
            line = f"{indent}uint64_t {name} = {self.integer()};"
            self.locals.append(name)
            return [line]
        if choice < 0.8:
            return [f"{indent}Value = {self.number()};"]
        return [f"{indent}Sum {rng.choice(['+=', '^=', '-='])} {self.integer()};"]

    # The program's text.

    def parameters(self):
        texts = [f"{kind} {name}" for name, kind in self.scalars]
        texts += [f"const {kind} *{name}" for name, kind in self.inputs]
        texts += [f"{kind} *{name}" for name, kind in self.outputs]
        return texts + (["const Fields *F"] if self.has_fields else [])

    def arguments(self):
        names = [name for name, _ in self.scalars + self.inputs + self.outputs]
        return names + (["F"] if self.has_fields else [])

    def body(self):
        lines = ["  uint64_t Sum = 0;", "  double Value = 0;"]
        lines += self.statements("  ", 0)
        for name, kind in self.outputs:
            old = self.rng.random() < 0.4
            if kind in FLOATS:
                text = "Value" if self.rng.random() < 0.5 else self.number()
                if old:
                    text += f" + double({name}[I])"
                lines.append(f"  {name}[I] = store<{kind}>({text});")
            else:
                text = f"Sum + {self.integer()} + integer(Value)"
                if old:
                    text += f" + integer({name}[I])"
                lines.append(f"  {name}[I] = {kind}({text});")
        if self.has_global:
            # Behind the outputs, and once more after a read of both.
            store = "store<{0}>(double(G[I]) + double(B0[I]))" \
                if self.shared_type in FLOATS else "{0}(G[I] + integer(B0[I]))"
            lines.append(f"  G[I + 1] = {store.format(self.shared_type)};")
            lines.append(f"  B0[I] = {self.shared_type}(G[I]);")
        return lines

    def loop(self, indent, call):
        return [f"{indent}for (int64_t I = First; I < Last; I += Step)",
                f"{indent}  {call};"]

    def construct(self):
        rng = self.rng
        if self.is_serial:
            return SERIAL
        return rng.choice(PARALLEL).format(
            threads=rng.choice([1, 8, 32, 64, "Threads"]),
            teams=rng.choice([1, 2, 3, "Teams"]), chunk=rng.choice([1, 4]))

    def text(self):
        call = f"body(I, {', '.join(self.arguments())})"
        maps = "".join(f" map(to : {name}[ : 64])" for name, _ in self.inputs)
        maps += "".join(f" map(tofrom : {name}[ : 64])" for name, _ in self.outputs)
        maps += " map(to : F[ : 1])" if self.has_fields else ""
        maps += " map(to : F->P[ : 64])" if self.has_pointer else ""
        lines = [f"namespace {self.name} {{"]
        if self.has_fields:
            lines += ["struct Fields {"]
            lines += [f"  {kind} {name};" for name, kind in self.fields]
            if self.has_pointer:
                lines += [f"  const {self.shared_type} *P;"]
            lines += ["};"]
        lines += ["#pragma omp begin declare target"]
        if self.has_global:
            lines += [f"{self.shared_type} G[80];"]
        lines += [
                  "static inline void body(int64_t I, "
                  + ", ".join(self.parameters()) + ") {"]
        lines += self.body()
        lines += ["}", "#pragma omp end declare target", ""]

        bounds = "int64_t First, int64_t Last, int64_t Step, int Teams, int Threads"
        every = ", ".join([bounds] + self.parameters())
        lines += [f"[[gnu::noinline]] static void onHost({every}) {{",
                  "  (void)Teams, (void)Threads;"]
        lines += self.loop("  ", call) + ["}"]
        lines += [f"[[gnu::noinline]] static void onDevice({every}) {{",
                  "  (void)Teams, (void)Threads;",
                  f"#pragma omp {self.construct()}{maps}"]
        lines += self.loop("  ", call) + ["}", ""]
        if self.has_lasting:
            lines += self.changes()
        lines += self.test()
        return lines + [f"}} // namespace {self.name}", ""]

    def changes(self):
        """What becomes of a structure that stays, between two launches."""
        lines = ["static Lasting<Fields> Stayed;",
                 "static void changeStayed(Random &R) {"]
        lines += [f"  change(R, Stayed.OnHost.{name});" for name, _ in self.fields]
        lines += ["  changeWhole(R, Stayed);",
                  f"  switch (R.below({len(self.fields)})) {{"]
        for number, (name, _) in enumerate(self.fields):
            lines += [f"  case {number}:",
                      f"    changeField(R, Stayed, &Fields::{name});", "    break;"]
        return lines + ["  }", "}", ""]

    def test(self):
        """The function that tries one case."""
        lines = ["static bool test(Random &R, uint64_t &Hash) {",
                 "  static int64_t First = 0, Last = 64, Step = 1;",
                 "  static int Teams = 2, Threads = 32;"]
        lines += [f"  static {kind} {name} = 0;" for name, kind in self.scalars]
        if self.has_fields:
            lines += ["  static Fields TheFields = {};"]
        lines += ["  if (R.oneIn(3)) {",
                  "    First = int64_t(R.below(32));",
                  "    Last = First + int64_t(R.below(uint64_t(65 - First)));",
                  "    Step = R.oneIn(2) ? 1 : 1 + int64_t(R.below(5));",
                  "  }",
                  "  if (R.oneIn(3)) {",
                  "    Teams = 1 + int(R.below(3));",
                  "    Threads = R.oneIn(2) ? 32 : 1 + int(R.below(64));",
                  "  }"]
        lines += [f"  change(R, {name});" for name, _ in self.scalars]
        if self.has_fields:
            lines += [f"  change(R, TheFields.{name});" for name, _ in self.fields]
        if self.has_lasting:
            lines += ["  const bool Lasts = R.oneIn(2);", "  if (Lasts)",
                      "    changeStayed(R);"]

        for name, kind in self.inputs + self.outputs:
            lines += [f"  Array<{kind}> Of{name}(R);",
                      f"  const uint64_t At{name} = R.below(17);"]
        for name, kind in self.outputs:
            lines += [f"  Array<{kind}> Expected{name} = Of{name};"]
        # Where the first input and the structure's pointer lead: to an array of
        # their own, to the first output, to the variable.
        lines += [f"  Array<{self.shared_type}> Other(R);",
                  "  const uint64_t AtOther = R.below(17);"]
        choices = 3 if self.has_global else 2
        lines += [f"  const uint64_t Way = {'R.below(%d)' % choices if self.shares else 0};",
                  f"  const uint64_t PointerWay = {'R.below(%d)' % choices if self.has_pointer else 0};",
                  "  const bool Shares = Way == 1 || PointerWay == 1;"]
        if self.has_global:
            lines += [f"  Array<{self.shared_type}> InitialG(R);",
                      "  std::memcpy(G, InitialG.data(), sizeof(G));"]

        def places(outputs):
            texts = []
            for name, _ in self.inputs:
                text = f"Of{name}.data() + At{name}"
                if self.shares and name == "A0":
                    text = f"Way == 1 ? {outputs}B0.data() + AtA0 : {text}"
                    if self.has_global:
                        text = f"Way == 2 ? G + AtA0 : {text}"
                texts.append(text)
            texts += [f"{outputs}{name}.data() + At{name}"
                      for name, _ in self.outputs]
            if self.has_lasting:
                copy = "OnDevice" if outputs == "Expected" else "OnHost"
                texts.append(f"Lasts ? &Stayed.{copy} : &TheFields")
            elif self.has_fields:
                texts.append("&TheFields")
            return texts

        def place_pointer(outputs):
            if not self.has_pointer:
                return []
            text = f"PointerWay == 1 ? {outputs}B0.data() + AtOther : " \
                "Other.data() + AtOther"
            if self.has_global:
                text = f"PointerWay == 2 ? G + AtOther : {text}"
            return [f"  TheFields.P = {text};"]

        fixed = ["First", "Last", "Step", "Teams", "Threads"]
        fixed += [name for name, _ in self.scalars]
        lines += place_pointer("Expected")
        lines += [f"  onHost({', '.join(fixed + places('Expected'))});"]
        if self.has_global:
            lines += [f"  Array<{self.shared_type}> ExpectedG = InitialG;",
                      "  std::memcpy(ExpectedG.data(), G, sizeof(G));",
                      "  std::memcpy(G, InitialG.data(), sizeof(G));",
                      "#pragma omp target update to(G)"]
        lines += place_pointer("Of")

        # The data is there before, or comes with the launch.
        bases = [(f"Of{name}", f"Base{name}") for name, _ in self.inputs + self.outputs]
        lines += [f"  auto *{base} = {array}.data();" for array, base in bases]
        sections = [f"{base}[ : 80]" for _, base in bases]
        if self.has_fields:
            lines += ["  Fields *BaseF = &TheFields;",
                      # Pointers are attached to what arrives.
                      "  const bool FieldsStay = R.oneIn(4)"
                      + (" && false;" if self.has_pointer else ";")]
        condition = "R.oneIn(2) || Shares"
        lines += [f"  const bool Stays = {condition};", "  if (Stays) {",
                  f"#pragma omp target enter data map(to : {', '.join(sections)})",
                  "  }"]
        if self.has_fields:
            lines += ["  if (FieldsStay) {",
                      "    const Fields Now = TheFields;",
                      "    TheFields = {};",
                      "#pragma omp target enter data map(to : BaseF[ : 1])",
                      "    TheFields = Now;",
                      "#pragma omp target update to(BaseF[ : 1])", "  }"]
        lines += [f"  onDevice({', '.join(fixed + places('Of'))});"]
        outputs = [f"Base{name}[ : 80]" for name, _ in self.outputs]
        inputs = [f"Base{name}[ : 80]" for name, _ in self.inputs]
        released = f" map(release : {', '.join(inputs)})" if inputs else ""
        lines += ["  if (Stays) {",
                  f"#pragma omp target exit data map(from : {', '.join(outputs)})"
                  + released, "  }"]
        if self.has_fields:
            lines += ["  if (FieldsStay) {",
                      "#pragma omp target exit data map(release : BaseF[ : 1])",
                      "  }"]
        lines += ["  bool Right = true;"]
        if self.has_global:
            lines += ["#pragma omp target update from(G)",
                      f"  Array<{self.shared_type}> FoundG = InitialG;",
                      "  std::memcpy(FoundG.data(), G, sizeof(G));",
                      f'  Right &= FoundG.equals(ExpectedG, "{self.name}", "G");']
        for name, _ in self.outputs:
            lines += [f'  Right &= Of{name}.equals(Expected{name}, "{self.name}", '
                      f'"{name}");',
                      f"  Hash = Of{name}.hash(Hash);"]
        return lines + ["  return Right;", "}"]


def main():
    seed, count = int(sys.argv[1]), int(sys.argv[2])
    rng = random.Random(seed)
    lines = [f"// Random kernels of seed {seed}.", '#include "cases.h"', ""]
    for number in range(count):
        lines += Kernel(number, rng).text()
    lines += ["int main(int, char **Arguments) {",
              "  Random R(std::strtoull(Arguments[1], nullptr, 10));",
              "  const long Cases = std::strtol(Arguments[2], nullptr, 10);",
              "  uint64_t Hash = 0;", "  long Different = 0;",
              "  for (long I = 0; I < Cases; ++I) {"]
    lines += [f"    Different += !kernel{number}::test(R, Hash);"
              for number in range(count)]
    lines += ["  }",
              f'  std::printf("%ld cases, %ld different, %016llx\\n", '
              f"Cases * {count}, Different,",
              "              static_cast<unsigned long long>(Hash));",
              "  return Different != 0;", "}"]
    print("\n".join(lines))


if __name__ == "__main__":
    main()
