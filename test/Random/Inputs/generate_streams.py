"""Writes a program whose parallel loops write arrays from one end to the other, which
may go past the cache (OMP_JIT_NONTEMPORAL).

    generate_streams.py SEED KERNELS > program.cpp

Arrays of all kinds of numbers begin at any element; loops write one to three of them,
upwards, downwards or with gaps, some under a condition or with what was there before,
and may add up what they read. Each kernel runs for several numbers of iterations, and
prints a digest of all that it has written and what is around it. The numbers of a
kernel are all whole or all fractions, as a fraction need not fit into a whole number.
"""

import random
import sys

KINDS = [["double", "float"],
         ["int64_t", "int32_t", "uint32_t", "int16_t", "uint8_t"]]
START = """#include "stream_cases.h"
"""
KERNEL = """
static void kernel%(number)d(int N, Digest &All) {
%(arrays)s
  long Sum = 0;
#pragma omp target teams distribute parallel for %(clauses)s
  for (int I = %(first)d; I < N; ++I) {
%(body)s
  }
  All.add(Sum);
%(digests)s
}
"""


class Kernel:
    """One kernel, as text."""

    def __init__(self, numbers, number):
        self.numbers = numbers
        kinds = numbers.choice(KINDS)
        self.written = [numbers.choice(kinds)
                        for _ in range(numbers.choice([1, 1, 2, 2, 3]))]
        self.read = [numbers.choice(kinds) for _ in range(numbers.choice([0, 1, 1, 2]))]
        self.step = numbers.choice(["I"] * 6 + ["2 * I", "N - 1 - I"])
        self.adds_up = numbers.random() < 0.3
        self.fields = {"number": number, "first": numbers.choice([0, 0, 0, 1, 3]),
                       "arrays": self.arrays(), "body": self.body(),
                       "clauses": self.clauses(), "digests": self.digests()}

    def arrays(self):
        lines = [f"  const Array<{kind}> X{i}(N, {i}, 0);"
                 for i, kind in enumerate(self.read)]
        lines += [f"  Array<{kind}> Y{i}(N, 3, {self.numbers.choice([0, 0, 0, 1, 2, 3, 4, 8])});"
                  for i, kind in enumerate(self.written)]
        lines += [f"  const {kind} *A{i} = X{i}.begin();" for i, kind in enumerate(self.read)]
        lines += [f"  {kind} *B{i} = Y{i}.begin();" for i, kind in enumerate(self.written)]
        return "\n".join(lines)

    def statement(self, i, kind):
        pick = self.numbers
        place = self.step if i == 0 or pick.random() < 0.3 else "I"
        value = f"I * {pick.randint(1, 9)} + N"
        for j in range(len(self.read)):
            value += f" + A{j}[I + {pick.choice([0, 0, 1, 2])}] * {pick.randint(1, 3)}"
        if pick.random() < 0.05:
            value += f" + B{i}[{place}]"
        guard = "if (I % 3 != 0) " if pick.random() < 0.05 else ""
        return f"    {guard}B{i}[{place}] = ({kind})({value});"

    def body(self):
        lines = [self.statement(i, kind) for i, kind in enumerate(self.written)]
        if self.adds_up:
            lines.append(f"    Sum += long({'A0[I]' if self.read else 'I'}) * 3;")
        return "\n".join(lines)

    def clauses(self):
        pick = self.numbers
        words = [pick.choice(["", "num_teams(1)", "num_threads(3)"]),
                 pick.choice(["", "", "schedule(static)", "schedule(static, 1000)"])]
        words += [f"map(to : A{i}[ : X{i}.size()])" for i in range(len(self.read))]
        words += [f"map(tofrom : B{i}[ : Y{i}.size()])" for i in range(len(self.written))]
        if self.adds_up:
            words.append("reduction(+ : Sum) map(tofrom : Sum)")
        return " ".join(filter(None, words))

    def digests(self):
        return "\n".join(f"  Y{i}.addTo(All);" for i in range(len(self.written)))


def main():
    seed, count = int(sys.argv[1]), int(sys.argv[2])
    numbers = random.Random(seed)
    print(START, end="")
    for number in range(count):
        print(KERNEL % Kernel(numbers, number).fields, end="")
    print("\nint main() {")
    for number in range(count):
        print(f"  run({number}, kernel{number});")
    print("}")


if __name__ == "__main__":
    main()
