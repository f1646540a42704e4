// Loops that keep a pointer to one of a few local values read what it points to, and not what it pointed to first.
// RUN: %run-gpus --levels=O1,O2 --gpus=sm_90,gfx90a %t %s -std=c++20
// RUN: %clangxx -O1 -std=c++20 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit %s -o %t.host
// RUN: %t.host | FileCheck %s
// RUN: env OMP_JIT=0 %t.host | FileCheck %s
// CHECK: {{^}}0 wrong

#include <algorithm>
#include <cstdio>

typedef unsigned long Number;
static int Wrong;

static void expect(const char *What, Number Got, Number Right) {
  if (Got == Right)
    return;
  ++Wrong;
  std::printf("%s: %lu and not %lu\n", What, Got, Right);
}

static void largest(Number First, Number Second, Number Third) {
  Number Most = 0, Least = 0, Around = 0;
#pragma omp target map(from : Most, Least, Around)
  {
    Most = std::max({First, Second, Third});
    Least = std::min({First, Second, Third});
    Number Few[4] = {First, Second, Third, First};
    Around = *std::max_element(Few, Few + 4) - *std::min_element(Few, Few + 4);
  }
  expect("largest", Most, std::max({First, Second, Third}));
  expect("least", Least, std::min({First, Second, Third}));
  expect("distance", Around, Most - Least);
}

int main() {
  Number Values[] = {3, 5, 8};
  do
    largest(Values[0], Values[1], Values[2]);
  while (std::next_permutation(Values, Values + 3));
  std::printf("%d wrong\n", Wrong);
  return Wrong != 0;
}
