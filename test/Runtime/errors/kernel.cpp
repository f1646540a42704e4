// A kernel that the device code lacks is named, with the place of its region.
// RUN: %build -O2 -gline-tables-only %s -o %t
// RUN: %ours %t
// RUN: python3 %S/../Inputs/patch-image.py %t kernel
// RUN: %ours not --crash %t 2>&1 | FileCheck %s
// RUN: env LD_LIBRARY_PATH=%libdir not --crash %t 2>&1 | FileCheck %s

int main() {
  int Result = 0;
  // CHECK: omptarget: error OT204: {{.*}}kernel.cpp:[[@LINE+1]]: device 0: the kernel '__omp_offloading_{{.*}}_main_l[[@LINE+1]]' cannot be taken from the device code: the image has no kernel '__omp_offloading_{{.*}}'; link the program again; host and device code do not belong together
#pragma omp target map(from : Result)
  Result = 1;
  return Result != 1;
}
