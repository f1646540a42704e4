// A variable that the host's code and the device's define with different sizes is named, with both.
// RUN: %build -O2 -Xopenmp-target -DIS_DEVICE %s -o %t
// RUN: %ours not --crash %t 2>&1 | FileCheck %s
// CHECK: omptarget: error OT206: device 0: the 'declare target' variable 'Table' has 20 bytes on the host and 12 on the device; compile host and device code with the same definitions

#ifdef IS_DEVICE
#define COUNT 3
#else
#define COUNT 5
#endif

#pragma omp begin declare target
int Table[COUNT];
#pragma omp end declare target

int main() {
#pragma omp target
  Table[0] = 1;
  return 0;
}
