// Errors name file and line with -g and with -gline-tables-only, the device and the next step.
// RUN: %build -O2 -g -fopenmp-version=52 %s -o %t.debug
// RUN: %build -O2 -gline-tables-only -fopenmp-version=52 %s -o %t.lines
// RUN: %ours not --crash %t.debug overlap 2>&1 | FileCheck %s --check-prefix=OVERLAP
// RUN: %ours not --crash %t.lines overlap 2>&1 | FileCheck %s --check-prefix=OVERLAP
// RUN: %ours not --crash %t.debug region 2>&1 | FileCheck %s --check-prefix=REGION
// RUN: %ours not --crash %t.lines region 2>&1 | FileCheck %s --check-prefix=REGION
// RUN: %ours not --crash %t.debug nowait 2>&1 | FileCheck %s --check-prefix=NOWAIT
// RUN: %ours not --crash %t.lines nowait 2>&1 | FileCheck %s --check-prefix=NOWAIT
// RUN: %ours not --crash %t.debug exit 2>&1 | FileCheck %s --check-prefix=EXIT
// RUN: %ours not --crash %t.lines exit 2>&1 | FileCheck %s --check-prefix=EXIT
// RUN: %ours not --crash %t.debug memory 2>&1 | FileCheck %s --check-prefix=MEMORY
// RUN: %ours not --crash %t.lines memory 2>&1 | FileCheck %s --check-prefix=MEMORY
// RUN: %ours not --crash %t.debug number 2>&1 | FileCheck %s --check-prefix=NUMBER
// RUN: %ours not --crash %t.lines number 2>&1 | FileCheck %s --check-prefix=NUMBER
//
// Each is one line and the only one.
// RUN: %ours not --crash %t.lines overlap 2>&1 | grep -c omptarget | FileCheck %s --check-prefix=ONE
// ONE: {{^1$}}
//
// By default, too, the error ends the program: nothing falls back to the host.
// RUN: env LD_LIBRARY_PATH=%libdir not --crash %t.lines region 2>&1 | FileCheck %s --check-prefix=REGION
//
// RUN: %build-deferred -O2 -gline-tables-only -fopenmp-version=52 %s -o %t.jit
// RUN: %ours not --crash %t.jit overlap 2>&1 | FileCheck %s --check-prefix=OVERLAP
// RUN: %ours not --crash %t.jit region 2>&1 | FileCheck %s --check-prefix=REGION
// RUN: %ours not --crash %t.jit nowait 2>&1 | FileCheck %s --check-prefix=NOWAIT
// RUN: %ours not --crash %t.jit exit 2>&1 | FileCheck %s --check-prefix=EXIT
// RUN: %ours not --crash %t.jit memory 2>&1 | FileCheck %s --check-prefix=MEMORY
// RUN: %ours not --crash %t.jit number 2>&1 | FileCheck %s --check-prefix=NUMBER

#include <string.h>

int main(int, char **Args) {
  int Data[100] = {};
  int *P = Data;
  auto Is = [&](const char *What) { return !strcmp(Args[1], What); };
#pragma omp target enter data map(to : P[10 : 20]) device(1)
  if (Is("overlap")) {
    // OVERLAP: omptarget: error OT301: {{.*}}places.cpp:[[@LINE+1]]: device 1: 'P[20:40]' ({{.*}}places.cpp:{{[0-9]+}}) to be mapped, [0x{{[0-9a-f]+}}, 0x{{[0-9a-f]+}}), lies only partly within [0x{{[0-9a-f]+}}, 0x{{[0-9a-f]+}}), which is mapped already; map the larger range first, or sections that do not overlap
#pragma omp target enter data map(to : P[20 : 40]) device(1)
  }
  if (Is("region")) {
    // REGION: omptarget: error OT301: {{.*}}places.cpp:[[@LINE+1]]: device 1: 'P[0:11]' {{.*}}; map the larger range first
#pragma omp target map(tofrom : P[0 : 11]) device(1)
    P[0] = 1;
  }
  if (Is("nowait")) {
    // NOWAIT: omptarget: error OT302: {{.*}}places.cpp:[[@LINE+1]]: device 0: 'Data[2:5]' ({{.*}}) at 0x{{[0-9a-f]+}} (20 bytes) has a 'present' modifier and is not mapped; map it in an enclosing 'target data' or with 'target enter data'
#pragma omp target nowait map(present, alloc : Data[2 : 5])
    Data[3] = 1;
#pragma omp taskwait
  }
  if (Is("exit")) {
    // EXIT: omptarget: error OT302: {{.*}}places.cpp:[[@LINE+1]]: device 0: 'Data' ({{.*}}) at 0x{{[0-9a-f]+}} (400 bytes) has a 'present' modifier and is not mapped
#pragma omp target exit data map(present, release : Data)
  }
  if (Is("memory")) {
    // MEMORY: omptarget: error OT303: {{.*}}places.cpp:[[@LINE+1]]: device 2: no device memory for 'P[0:1152921504606846976{{L?}}]' ({{.*}}) (4611686018427387904 bytes): out of memory{{.*}}; map less at a time, or release mappings that are no longer needed
#pragma omp target map(alloc : P[0 : 1152921504606846976]) device(2)
    P[0] = 1;
  }
  if (Is("number")) {
    // NUMBER: omptarget: error OT102: {{.*}}places.cpp:[[@LINE+1]]: there is no device 9, the devices are 0 to 3; check device clauses, OMP_DEFAULT_DEVICE and omp_set_default_device
#pragma omp target update to(Data) device(9)
  }
  return 0;
}
