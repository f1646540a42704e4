// Programs that end at the same time all add to what was counted.
// RUN: rm -rf %t.cache && %build %s -o %t
// RUN: %count %t 2> /dev/null
// RUN: (for I in 1 2 3 4 5 6 7; do %count %t 2> /dev/null & done; wait)
// RUN: %use %t 2>&1 | FileCheck %s --check-prefix=USE
// USE: by what earlier runs counted
// RUN: cat %t.dump/*.after.ll | FileCheck %s
// Eight runs of 100 iterations.
// CHECK: !{!"branch_weights", i32 80, i32 720}
int main() {
  long Sum = 0;
#pragma omp target teams distribute parallel for reduction(+ : Sum)
  for (int I = 0; I < 100; ++I) {
    unsigned Value = I;
    if (I % 10 == 3)
      for (int Turn = 0; Turn < 1000 * (I + 1); ++Turn)
        Value = Value * Value + Turn;
    Sum += Value;
  }
  return Sum == 0;
}
