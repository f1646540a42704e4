"""Writes a program whose parallel loops have random bodies: loops in loops, branches,
breaks, gathers, atomic updates, local arrays, numbers of all sizes.

    generate_lanes.py SEED KERNELS > program.cpp

Each kernel runs for several numbers of iterations, and prints a digest of all that
it has written. No iteration uses what another one writes; whole numbers wrap, and
divisors are not zero. Sums of a reduction are whole numbers, so that their order
makes no difference.
"""

import random
import sys

START = r"""#include "lane_cases.h"

#pragma omp declare target
static inline double positive(double V) { return V < 0 ? -V : V; }
static inline int whole(double V) { return V > -1e6 && V < 1e6 ? (int)V : 0; }
struct Pair { double v; int n; };
#pragma omp end declare target
"""

KERNEL = r"""
static void kernel%(number)d(int N, int M, const Data &D, long &Sum, double &Least) {
  const int *A = D.A, *B = D.B, *Place = D.Place;
  const double *X = D.X;
  const float *Y = D.Y;
  int *Numbers = D.Numbers;
  double *Doubles = D.Doubles, *Scattered = D.Scattered;
  float *Floats = D.Floats;
  int S = 7;
  double L = 3;
#pragma omp target teams distribute parallel for%(clauses)s map(tofrom: S, L)
  %(loop)s
    int a = A[i], b = i * 3, c = 1;
    double x = X[i], y = 0.5;
    float z = 1;
    %(arrays)s
    %(body)s
    %(ends)s
    %(reduction)s
    Numbers[i] ^= a + 2 * (b & 0xffff);
    Doubles[i] += x - y;
  }
  Sum = S;
  Least = L;
}
"""

# A clause, and what goes with it.
REDUCTIONS = [
    ("+:S", "S += a;"),
    ("^:S", "S ^= b;"),
    ("max:S", "S = S > a ? S : a;"),
    ("+:S,L", "S += a; L += (double)(b & 255);"),
    ("min:L", "L = L < (double)c ? L : (double)c;"),
]


# How arrays of an iteration begin, and what is left of them in the end. Each has 8
# elements.
REALS = ["double d[8] = {};", "double d[8] = {1, 2.5, -3, 0, 7};",
         "double d[8]; for (int t = 0; t < 8; ++t) d[t] = X[i + t];",
         "double d[8]; __builtin_memcpy(d, X + i, sizeof d);",
         "double d[8]; for (int t = 0; t < 8; ++t) d[t] = 0;"]
NUMBERS = ["int e[8] = {};", "int e[8]; for (int t = 0; t < 8; ++t) e[t] = (int)(t * (unsigned)b);",
           "int e[8] = {1, 2, 3, 4, 5, 6, 7, i};",
           "short e[8]; for (int t = 0; t < 8; ++t) e[t] = t;",
           "signed char e[8]; __builtin_memset(e, 3, sizeof e);"]
PAIRS = ["Pair s[8] = {};",
         "Pair s[8]; for (int t = 0; t < 8; ++t) s[t] = {X[t], A[i + t]};"]
ENDS = {"d": "for (int t = 0; t < 8; ++t) x += d[t];",
        "e": "for (int t = 0; t < 8; ++t) a ^= (int)((unsigned)e[t] << t);",
        "s": "for (int t = 0; t < 8; ++t) y += s[t].v, b = (int)((unsigned)b + (unsigned)s[t].n);"}


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.counters = []  # Of the loops around.
        self.is_in_loop = False  # Whether break and continue are possible.
        self.names = 0
        self.arrays = ""  # The names of the kernel's.
        self.is_flat = False  # Whether there are no loops in the body.

    def one_of(self, *options):
        return self.random.choice(options)

    def chance(self, of):
        return self.random.random() < of

    def index(self):
        simple = ["i", "i", "i", "i + 1", "N - 1 - i", "2 * i", "(a & 511)",
                  "(b & 511)", "((a + i) & 511)", "((b ^ c) & 511)"]
        for counter in self.counters:
            simple += [counter, "i + " + counter]
        return self.random.choice(simple)

    def element(self):
        """An index of a local array."""
        return self.one_of("3", "(i & 7)", f"({self.number(2)} & 7)",
                           *[f"({each} & 7)" for each in self.counters])

    def number_of_array(self):
        return self.one_of(*[f"{name}[{self.element()}]" if name == "e" else
                             f"s[{self.element()}].n" for name in self.arrays
                             if name != "d"] or ["a"])

    def real_of_array(self):
        return self.one_of(*[f"d[{self.element()}]" if name == "d" else
                             f"s[{self.element()}].v" for name in self.arrays
                             if name != "e"] or ["x"])

    def change_of_array(self):
        name = self.random.choice(self.arrays)
        at = self.element()
        if name == "e":
            return self.one_of(f"e[{at}] = {self.number()};", f"e[{at}] ^= {self.number()};",
                               "for (int t = 0; t < (N & 7); ++t) e[t] = 0;")
        if name == "s":
            return self.one_of(f"s[{at}] = {{{self.real()}, {self.number()}}};",
                               f"s[{at}].v = {self.real()};", f"s[{at}].n = {self.number()};",
                               f"s[{at}] = s[{self.element()}];")
        return self.one_of(f"d[{at}] = {self.real()};", f"d[{at}] -= {self.real()};",
                           "__builtin_memset(d, 0, 8 * (M & 7));",
                           "for (int t = 0; t < M; ++t) d[t] = 0;")

    def edge(self):
        """A number that comes around, or to its bounds, while i counts."""
        start = self.random.choice([4294967000, 4294967295, 2147483600, 32700, 65500])
        counted = f"((unsigned)i + {start}u)"
        divisor = self.random.choice([7, 16, 100, 1000])
        return self.one_of(
            f"(int)(short){counted}", f"(int){counted}", f"(int)(unsigned short){counted}",
            f"(int)({counted} / {divisor}u)", f"(int)({counted} % {divisor}u)",
            f"((int){counted} / {divisor})", f"((int){counted} % {divisor})",
            f"((i - 100) / {divisor})", f"((i - 100) % {divisor})",
            f"(int)((unsigned long){counted} >> 4)")

    def number(self, depth=0):
        """A whole number."""
        if self.chance(0.08):
            return self.edge()
        if self.arrays and self.chance(0.12) and depth < 3:
            return self.number_of_array()
        if depth > 2 or self.chance(0.3):
            return self.one_of("a", "b", "c", "i", "N", str(self.random.randint(-9, 9)),
                               f"A[{self.index()}]", f"B[{self.index()}]",
                               *self.counters)
        first, second = self.number(depth + 1), self.number(depth + 1)
        wraps = self.one_of("+", "-", "*", "^", "&", "|")
        return self.one_of(
            f"(int)((unsigned){first} {wraps} (unsigned){second})",
            f"(int)((unsigned){first} {wraps} (unsigned){second})",
            f"(({first} & 1023) / (({second} & 1023) | 1))",
            f"({first} % (({second} & 15) + 1))",
            f"(({first} & 1023) >> ({second} & 7))",
            f"({self.condition(depth + 1)} ? {first} : {second})",
            f"(int){self.one_of('(short)', '(signed char)', '(long)')}({first})",
            f"whole({self.real(depth + 1)})")

    def real(self, depth=0):
        if self.arrays and self.chance(0.15) and depth < 3:
            return self.real_of_array()
        if depth > 2 or self.chance(0.3):
            return self.one_of("x", "y", "(double)z", f"X[{self.index()}]",
                               f"Y[{self.index()}]", f"(double)({self.one_of('a', 'b', 'i')})",
                               f"{self.random.randint(-4, 4)}.{self.one_of(0, 25, 5)}")
        first, second = self.real(depth + 1), self.real(depth + 1)
        simple = f"({first} {self.one_of('+', '-', '*')} {second})"
        return self.one_of(
            simple, simple, simple,
            f"({first} / (1.0 + positive({second})))",
            f"__builtin_sqrt(positive({first}))",
            # What vectors compute by glibc's method.
            f"__builtin_exp(-positive({first}))",
            f"(double)__builtin_exp2f(-(float)positive({first}))",
            f"__builtin_fabs({first})",
            f"__builtin_floor({first})",
            f"__builtin_fma({first}, {second}, y)",
            f"({self.condition(depth + 1)} ? {first} : {second})")

    def condition(self, depth=0):
        numbers = f"({self.number(depth + 1)} {self.one_of('<', '>', '==', '!=')} " \
                  f"{self.number(depth + 1)})"
        reals = f"({self.real(depth + 1)} {self.one_of('<', '>')} {self.real(depth + 1)})"
        bits = f"(({self.number(depth + 1)} & {self.one_of(1, 3, 7)}) == 0)"
        same = f"(N {self.one_of('<', '>')} {self.random.randint(0, 400)})"
        if self.chance(0.1) and depth < 2:
            return f"({self.condition(depth + 1)} {self.one_of('&&', '||')} {numbers})"
        return self.one_of(numbers, numbers, reals, bits, same)

    def block(self, depth):
        return "{ " + " ".join(self.statement(depth + 1)
                               for _ in range(self.random.randint(1, 3))) + " }"

    def assignment(self):
        if self.arrays and self.chance(0.3):
            return self.change_of_array()
        return self.one_of(
            *[f"{self.one_of('a', 'b', 'c')} = {self.number()};"] * 4,
            *[f"{self.one_of('x', 'y')} = {self.real()};"] * 4,
            f"z = (float){self.real()};",
            f"Numbers[i] = {self.number()};",
            f"Doubles[i] = {self.real()};",
            f"Scattered[Place[i]] = {self.real()};",
            "Floats[i] = z;")

    def update(self):
        """An atomic operation, of which the order makes no difference."""
        number = f"(unsigned){self.number()}"
        place = self.one_of("i", "7", f"({self.number()})")
        return '{ _Pragma("omp atomic") ' + self.one_of(
            f"Counts[{place} & 63] += {number};", f"Counts[{place} & 63] -= {number};",
            f"Bits[{place} & 63] ^= {number};", f"Any |= {number};") + " }" \
            if self.chance(0.8) else \
            f"{{ const unsigned v = {number}; const int w = (int)v; " + \
            '_Pragma("omp atomic compare") ' + self.one_of(
                "Highest = Highest < v ? v : Highest;", "Lowest = Lowest > w ? w : Lowest;") + " }"

    def switch(self, depth):
        around, self.is_in_loop = self.is_in_loop, False
        cases = [self.statement(depth + 2) for _ in range(3)]
        self.is_in_loop = around
        return f"switch ({self.number()} & 3) {{ case 0: {cases[0]} break; " \
               f"case 1: {cases[1]} {self.one_of('break;', '')} default: {cases[2]} }}"

    def loop(self, depth):
        self.names += 1
        counter = f"k{self.names}"
        ends = self.one_of("M", "5", "(A[i] & 15)", "(N & 3)", f"({self.number()} & 7)")
        condition = self.condition()
        around, self.is_in_loop = self.is_in_loop, True
        self.counters.append(counter)
        body = self.block(depth)
        self.counters.pop()
        self.is_in_loop = around
        return self.one_of(
            f"for (int {counter} = 0; {counter} < {ends}; ++{counter}) {body}",
            f"for (int {counter} = 0; {counter} < {ends}; ++{counter}) {body}",
            f"for (int {counter} = 0; {counter} < 9 && {condition}; ++{counter}) {body}",
            f"{{ int {counter} = 0; do {body} while (++{counter} < 7 && {condition}); }}")

    def statement(self, depth):
        kind = self.random.random()
        if self.is_in_loop and kind < 0.05:
            return f"if ({self.condition()}) {self.one_of('break', 'continue')};"
        if kind > 0.95:
            return self.update()
        if depth > 3 or kind < 0.5:
            return self.assignment()
        if kind < 0.7:
            other = f" else {self.block(depth)}" if self.chance(0.5) else ""
            return f"if ({self.condition()}) {self.block(depth)}{other}"
        if kind < 0.76:
            return self.switch(depth)
        return self.loop(depth) if len(self.counters) < 3 and not self.is_flat \
            else self.assignment()

    def outer_loop(self):
        """The clause that goes with it, and the loop with its brace."""
        if self.is_flat:
            # What follows each other in memory does so from row to row.
            rows, row, i = self.one_of(
                ("N / M", "M", "q * (N / M) + r"), ("N / 16", "16", "q * (N / 16) + r"),
                ("N / 9", "9", "N / 9 * 9 - 1 - (q * (N / 9) + r)"),
                ("32", "16", "(q << 5) + r; if (i >= N) continue"),
                ("40", "13", "q * 40 + r; if (i >= N) continue"))
            kind = self.one_of("int", "int", "long", "unsigned", "short")
            return " collapse(2)", f"for ({kind} r = 0; r < ({kind})({rows}); ++r) for ({kind} " \
                                   f"q = 0; q < ({kind})({row}); ++q) {{ const int i = {i};"
        if self.chance(0.3):
            row = "(N / M)"
            return " collapse(2)", f"for (int r = 0; r < M; ++r) for (int q = 0; " \
                                   f"q < {row}; ++q) {{ const int i = r * {row} + q;"
        kind = self.one_of("int", "int", "long", "unsigned")
        step = self.one_of("1", "1", "1", "2")
        return "", f"for ({kind} k = {self.one_of('0', '0', '3')}; k < ({kind})N; " \
                   f"k += {step}) {{ const int i = (int)k;"

    def kernel(self, number):
        self.is_flat = self.chance(0.2)
        clauses, loop = self.outer_loop()
        self.arrays = "" if self.is_flat else \
            self.one_of("", "", "", "d", "d", "e", "s", "de", "des")
        arrays = " ".join(self.one_of(*{"d": REALS, "e": NUMBERS, "s": PAIRS}[each])
                          for each in self.arrays)
        ends = " ".join(ENDS[each] for each in self.arrays)
        body = " ".join(self.statement(0) for _ in range(self.random.randint(2, 5)))
        reduction = ""
        if self.chance(0.05 if self.is_flat else 0.4):
            clause, reduction = self.random.choice(REDUCTIONS)
            clauses += f" reduction({clause})"
            if self.chance(0.3):
                reduction = f"if ({self.condition()}) {{ {reduction} }}"
        return KERNEL % {"number": number, "clauses": clauses, "loop": loop,
                         "arrays": arrays, "body": body, "ends": ends,
                         "reduction": reduction}


def main():
    seed, kernels = int(sys.argv[1]), int(sys.argv[2])
    generator = Generator(seed)
    print(START)
    for number in range(kernels):
        print(generator.kernel(number))
    print("int main() {")
    for number in range(kernels):
        print(f"  run({number}, kernel{number});")
    print("}")


if __name__ == "__main__":
    main()
