// Regions run in constructors, destructors and atexit handlers of the program.
// RUN: %build -O2 %s -o %t
// RUN: %ours %t > %t.ours && %theirs %t > %t.theirs
// RUN: diff %t.ours %t.theirs
// RUN: %build-deferred -O2 %s -o %t.jit
// RUN: %ours %t.jit > %t.deferred && diff %t.deferred %t.theirs
// RUN: FileCheck %s < %t.ours

#include <stdio.h>
#include <stdlib.h>

#pragma omp begin declare target
int Counter = 5;
#pragma omp end declare target

static int count() {
  int Result = 0;
#pragma omp target map(from : Result)
  Result = ++Counter;
  return Result;
}

struct Life {
  Life() { printf("constructor %d\n", count()); }
  ~Life() { printf("destructor %d\n", count()); }
} Static;

// CHECK: constructor 6
// CHECK-NEXT: main 7
// CHECK-NEXT: atexit 8
// CHECK-NEXT: destructor 9
int main() {
  atexit([] { printf("atexit %d\n", count()); });
  printf("main %d\n", count());
  return 0;
}
