"""Prints a C++ program of many kernels, each with a function of some size of its
own, that share a counter, a table of functions and a helper.

many-kernels.py COUNT
"""

import sys

count = int(sys.argv[1])
print("""#include <cstdio>
#pragma omp begin declare target
static int counter;
static int add(int x) { return x + 1; }
static int twice(int x) { return 2 * x; }
static int (*const table[])(int) = {add, twice};
__attribute__((noinline)) static int helper(int x) { return counter += x; }""")
for number in range(count):
    print(f"__attribute__((noinline)) static int own{number}(int x) {{")
    for step in range(1, 40):
        print(f"  x = x * {step + number} + {step}; if (x > {step * 1000}) x %= {step * 7 + 3};")
    print("  return x;\n}")
print("#pragma omp end declare target\nlong sum;")
for number in range(count):
    print(f"""void region{number}(int x) {{
  int result;
#pragma omp target map(from : result)
  result = own{number}(x) + helper(1) + table[x & 1](x);
  sum += result;
}}""")
print("int main(int argc, char **) {")
for number in range(count):
    print(f"  region{number}(argc + {number});")
print("  std::printf(\"%ld\\n\", sum);\n}")
