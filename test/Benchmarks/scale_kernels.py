"""Kernels of any size, in the two shapes that large ones have: rates of reactions one
after the other, as chemistry codes generate them, and decisions about what happens to
a particle, as transport codes have them."""

SPECIES = 32
HEAD = """#include <cmath>
#include <cstdio>
"""
MAIN = """int main() {
  double Cells[%d * 8], Table[64];
  for (double &Each : Cells)
    Each = 0.5;
  for (double &Each : Table)
    Each = 0.25;
  step(Cells, Table, 8, 64, 0.5);
  std::printf("%%.6e\\n", Cells[0]);
}
""" % SPECIES


def reaction(number):
    """Some are limited, and some have a loop; all others are straight code."""
    a, b, c, d = [(number * factor + shift) % SPECIES
                  for factor, shift in ((7, 1), (11, 3), (13, 5), (5, 2))]
    lines = ["{",
             "  const double K = %d.%03d * T * (1.0 + %d.25 * Inverse);"
             % (number % 97 + 1, number % 1000, number % 53),
             "  double Q = K * C[%d] * C[%d] - %d.5 * Inverse * C[%d] * C[%d];"
             % (a, b, number % 31, c, d)]
    if number % 8 == 3:
        lines += ["  if (Q > %d.75) {" % (number % 41),
                  "    const double P = Q / (1.0 + Q * %d.0);" % (number % 19 + 1),
                  "    Q = P * T + std::sqrt(P * P + %d.0);" % (number % 17 + 1),
                  "  }"]
    if number % 64 == 9:
        lines += ["  for (int J = 0; J < Count; ++J)",
                  "    Q += Table[J] * C[J %% %d] * %d.0;"
                  % (SPECIES, number % 23 + 1)]
    return lines + ["  W[%d] -= Q;" % a, "  W[%d] -= Q;" % b, "  W[%d] += Q;" % c,
                    "  W[%d] += Q;" % d, "}"]


def chemistry(count):
    """Some 12 instructions for each reaction."""
    lines = ["  double C[%d], W[%d], T = 0;" % (SPECIES, SPECIES),
             "  for (int S = 0; S < %d; ++S) {" % SPECIES,
             "    C[S] = Cells[I * %d + S];" % SPECIES,
             "    W[S] = 0;",
             "    T += C[S];",
             "  }",
             "  const double Inverse = 1.0 / T;"]
    for number in range(count):
        lines += reaction(number)
    return lines + ["  for (int S = 0; S < %d; ++S)" % SPECIES,
                    "    Cells[I * %d + S] = C[S] + Step * W[S];" % SPECIES]


CHANNELS = 16


def channel(number):
    return ["case %d:" % (number % CHANNELS),
            "  if (E > %d.5) {" % (number % 29),
            "    E = E * 0.%02d + %d.25 * Table[%d];"
            % (number % 90 + 10, number % 7, number % 61),
            "    if (Table[%d] > E) {" % (number % 59),
            "      Weight += %d.5 * E;" % (number % 13),
            "      State = State * 6364136223u + %du;" % (number * 2 + 1),
            "    } else {",
            "      Weight -= E * Table[%d];" % (number % 53),
            "    }",
            "  } else {",
            "    double V = Table[%d] + %d.0;" % (number % 47, number % 11),
            "    for (int J = 0; J < Count; ++J)",
            "      V = V * 0.5 + Table[J];",
            "    Weight *= V < %d.0 ? 0.75 : 0.%02d;" % (number % 43, number % 80 + 15),
            "  }",
            "  break;"]


def transport(count):
    """Some 30 instructions in 8 blocks for each channel."""
    lines = ["  unsigned State = I * 977u + 1;",
             "  double E = 20.0 + Cells[I], Weight = 1.0;",
             "  while (E > Step && Weight > 1e-6) {"]
    for first in range(0, count, CHANNELS):
        lines += ["State = State * 1664525u + %du;" % (1013904223 + first),
                  "switch (State >> 8 & %d) {" % (CHANNELS - 1)]
        for number in range(first, min(first + CHANNELS, count)):
            lines += channel(number)
        lines += ["}"]
    return lines + ["    E *= 0.97;", "  }", "  Cells[I] += Weight;"]


# Name -> the body, and instructions for each of its pieces in a package.
SHAPES = {"reactions": (chemistry, 11.8), "decisions": (transport, 31.5)}


def source(shape, instructions):
    """A program whose only kernel has about so many instructions."""
    body, of_piece = SHAPES[shape]
    return "\n".join(
        [HEAD, "void step(double *Cells, const double *Table, int Size, int Count,",
         "          double Step) {",
         "#pragma omp target teams distribute parallel for \\",
         "    map(tofrom : Cells[0 : Size * %d]) map(to : Table[0 : 64])" % SPECIES,
         "  for (int I = 0; I < Size; ++I) {",
         *body(max(1, round(instructions / of_piece))), "  }", "}", MAIN])
