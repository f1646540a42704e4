// Constructors and destructors of device globals run once per device, on the device.
// RUN: %build -O2 %s -o %t
// RUN: %ours %t > %t.ours && %theirs %t > %t.theirs
// RUN: diff %t.ours %t.theirs
// RUN: %build-deferred -O2 %s -o %t.jit
// RUN: %ours %t.jit > %t.deferred && diff %t.deferred %t.theirs
// RUN: FileCheck %s < %t.ours

#include "check.h"
#include <omp.h>
#pragma omp begin declare target
int Log = 0;
struct Life {
  int Value;
  Life(int V) : Value(V) { Log = Log * 10 + V; }
  ~Life() {
    if (Value >= 100)
      printf("destroyed on device %d\n", Value - 100);
    Value = -1;
  }
};
Life First(1);
static Life Second(2);
struct Table {
  int Squares[8];
  Table() {
    for (int I = 0; I < 8; ++I)
      Squares[I] = I * I;
  }
} Squares;
int Computed = First.Value + 40;
#pragma omp end declare target

// CHECK: done
// CHECK-DAG: destroyed on device 0
// CHECK-DAG: destroyed on device 1
// CHECK-DAG: destroyed on device 2
// CHECK-DAG: destroyed on device 3
// CHECK-NOT: destroyed
int main() {
  for (int D = 0; D < omp_get_num_devices(); ++D) {
    int Seen[4] = {};
#pragma omp target device(D) map(from : Seen)
    {
      Seen[0] = Log;
      Seen[1] = Squares.Squares[7];
      Seen[2] = Computed;
      Seen[3] = Second.Value++;
      First.Value = 100 + D;
    }
    checkValue("order", Seen[0], 12);
    checkValue("table", Seen[1], 49);
    checkValue("computed", Seen[2], 41);
    checkValue("own", Seen[3], 2);
  }
  return finish();
}
