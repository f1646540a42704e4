// A section of a null pointer that is to be copied is an error that names it; one of no elements, and one that is only placed, are not.
// RUN: %build -O1 -g %s -o %t
// RUN: not --crash %ours %t to 2>&1 | FileCheck %s
// RUN: not --crash %ours %t from 2>&1 | FileCheck %s
// RUN: %build-deferred -O1 -g %s -o %t.jit
// RUN: not --crash %ours %t.jit to 2>&1 | FileCheck %s
// CHECK: before: 1
// CHECK-NEXT: omptarget: error OT309: {{.*}}null.cpp:{{[0-9]+}}: device 0: {{.*}} is to be copied and has 4 bytes at 0x{{[0-9a-f]+}}: its pointer is null; map it only where it points to something, or with 0 elements

#include <cstdio>
#include <cstring>

int main(int, char **Arguments) {
  int *P = nullptr;
  int IsNull = 0;
#pragma omp target map(to : P[0 : 0]) map(from : IsNull)
  IsNull = P == nullptr;
#pragma omp target enter data map(alloc : P[0 : 1])
#pragma omp target exit data map(delete : P[0 : 1])
  std::printf("before: %d\n", IsNull);
  std::fflush(stdout);
  if (!std::strcmp(Arguments[1], "to")) {
#pragma omp target map(to : P[0 : 1])
    (void)P[0];
  } else {
#pragma omp target map(from : P[3 : 1])
    P[3] = 1;
  }
}
