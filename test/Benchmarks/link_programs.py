"""The generated programs whose links are measured. Each is a list of files; the
functions of a file are called by the kernels of its own and the file before it,
so that there is something to find across files."""

from collections import namedtuple

Program = namedtuple("Program", "name files")

HELPER = """double Helper{unit}(double X) {{
  double Y = X * {a}.0 + {b}.5;
  return Y < -{a}.0 || Y > {a}.0 ? {b}.0 / Y : Y + 0.25;
}}
"""

KERNEL = """  {{
#pragma omp target teams distribute parallel for map(tofrom : Data[0 : Count])
    for (int I = 0; I < Count; ++I)
      Data[I] = Helper{unit}(Data[I]) + Helper{next}(Data[I] + {k}.0);
  }}
"""

# Loops that the optimiser has something to do with: unrolling, vectorising,
# inlining of Mix, which is called in several places.
LARGE_HELPER = """static double Mix{unit}_{k}(double X, double Y, int N) {{
  double Sum = {a}.0;
  for (int I = 0; I < {b}; ++I) {{
    if (X > {a}.5 + I)
      Sum += X * Y - {k}.0 * I;
    else if (Y < {b}.25)
      Sum -= Y * Sum + I;
    else
      Sum = Sum * 0.5 + X;
    X = X * 1.5 - Y * {k}.25;
    Y = Y * 0.75 + Sum / (N + {a});
  }}
  return Sum;
}}
void Step{unit}_{k}(double *Data, const double *Other, int Count) {{
  for (int I = 1; I + 1 < Count; ++I)
    Data[I] = (Data[I - 1] + Other[I + 1]) * {a}.0 + Other[I] * {b}.0;
  for (int I = 0; I < Count; ++I) {{
    double X = Data[I], Y = Other[I];
    for (int J = 0; J < 4; ++J)
      X += Mix{unit}_{k}(X, Y + J, Count) * Other[(I + J) % Count];
    Data[I] = X > -1e3 && X < 1e3 ? X : 0.5;
  }}
  for (int I = 0; I < Count; ++I)
    for (int J = 0; J < Count; ++J) {{
      double X = Mix{unit}_{k}(Data[I], Other[J], J);
      Data[I] += X > -1e3 && X < 1e3 ? X : 0.25;
    }}
}}
"""

LARGE_KERNEL = """  {{
#pragma omp target map(tofrom : Data[0 : Count])
    {{
      double Other[64];
      for (int I = 0; I < 64; ++I)
        Other[I] = Helper{next}(Data[I % Count]);
      Step{unit}_{k}(Data, Other, Count < 64 ? Count : 64);
    }}
  }}
"""


def numbers(unit, k):
    """Constants that differ from file to file, so that no two functions are
    one."""
    return {"unit": unit, "k": k, "a": 3 + (unit * 7 + k * 5) % 89,
            "b": 5 + (unit * 11 + k * 3) % 13}


def unit_text(unit, count, kernels, is_large):
    parts = ["#pragma omp begin declare target",
             "double Helper%d(double);" % ((unit + 1) % count),
             HELPER.format(**numbers(unit, 0))]
    if is_large:
        parts += [LARGE_HELPER.format(**numbers(unit, k)) for k in range(kernels)]
    parts += ["#pragma omp end declare target",
              "void run%d(double *Data, int Count) {" % unit]
    kernel = LARGE_KERNEL if is_large else KERNEL
    parts += [kernel.format(next=(unit + 1) % count, **numbers(unit, k))
              for k in range(kernels)]
    return "\n".join(parts + ["}\n"])


def main_text(count):
    return "\n".join(
        ["#include <cstdio>"]
        + ["void run%d(double *, int);" % unit for unit in range(count)]
        + ["int main() {",
           "  double Data[64], Sum = 0;",
           "  for (int I = 0; I < 64; ++I)",
           "    Data[I] = I * 0.25;"]
        + ["  run%d(Data, 64);" % unit for unit in range(count)]
        + ["  for (double Value : Data)",
           "    Sum += Value;",
           '  std::printf("%.6e\\n", Sum);',
           "}\n"])


def program(name, units, kernels=1, is_large=False):
    files = [("Unit%d.cpp" % unit, unit_text(unit, units, kernels, is_large))
             for unit in range(units)]
    if units == 1:
        return Program(name, [("Main.cpp", files[0][1] + main_text(units))])
    return Program(name, [("Main.cpp", main_text(units))] + files)


def changed(text):
    """The file as somebody might leave it who worked on it."""
    return text.replace("{\n  double Y = X *", "{\n  double Y = 1.0 + X *", 1)
