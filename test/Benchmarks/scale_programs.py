"""Programs of many kernels, and of large packages, for scripts/bench-scale."""

KERNELS_PER_FILE = 250
MOST_LAUNCHED = 100

KERNEL = """void k{number}(double *Data, double Factor) {{
#pragma omp target teams distribute parallel for map(tofrom : Data[0 : 64])
  for (int I = 0; I < 64; ++I) {{
    double X = Data[I] * {a}.5 + Factor;
    {body}
    Data[I] = X;
  }}
}}
"""

BODIES = ["X += {b}.25;",
          "if (X > {b}.0) X = {a}.0 / X;",
          "for (int J = 0; J < {b}; ++J) X = X * 0.5 + Data[J];",
          "X = X * X + Data[(I * {b}) % 64]; X = X > 1e3 ? 0.75 : X;"]

MAIN = """#include "Timing.h"
#include <cstring>
using namespace bench;
{declarations}
static void (*const volatile All[])(double *, double) = {{{names}}};
int main(int, char **Arguments) {{
  if (!std::strcmp(Arguments[1], "none"))
    return 0;
  static double Data[64];
#pragma omp target enter data map(to : Data)
  double Start = nowNs();
  All[0](Data, 0.5);
  report("first", nowNs() - Start);
  const int Count = std::strcmp(Arguments[1], "some") ? 1 : {launched};
  for (int K = 0; K < Count; ++K)
    All[K](Data, 0.5);
  report("next", timeCalls(21, 10 * Count, [&](int Call) {{
    All[Call % Count](Data, 0.5);
  }}));
}}
"""


def kernel(number):
    numbers = {"a": number % 97 + 1, "b": number % 13 + 2}
    return KERNEL.format(number=number, **numbers,
                         body=BODIES[number % len(BODIES)].format(**numbers))


def files(count):
    """(name, text) of each source of a program of so many kernels."""
    launched = min(count, MOST_LAUNCHED)
    sources = [("Main.cpp", MAIN.format(
        declarations="\n".join("void k%d(double *, double);" % i
                               for i in range(launched)),
        names=", ".join("k%d" % i for i in range(launched)), launched=launched))]
    for first in range(0, count, KERNELS_PER_FILE):
        last = min(first + KERNELS_PER_FILE, count)
        sources.append(("Kernels%d.cpp" % first,
                        "".join(kernel(i) for i in range(first, last))))
    return sources


# What a kernel of a library with tables has: a package of any size.
TABLE = """#include "Timing.h"
#include <cstring>
#pragma omp declare target
static const unsigned char Table[] = {
#embed "%s"
};
#pragma omp end declare target
using namespace bench;
int main(int, char **Arguments) {
  if (!std::strcmp(Arguments[1], "none"))
    return 0;
  int Sum = 0;
  const auto Launch = [&](int At) {
#pragma omp target map(tofrom : Sum)
    Sum += Table[At %% sizeof(Table)];
  };
  double Start = nowNs();
  Launch(1);
  report("first", nowNs() - Start);
  Launch(2);
  report("next", timeCalls(21, 10, Launch));
}
"""


def table_file(path):
    return ("Main.cpp", TABLE % path)
