// Errors of mapping name the place in the source, the device and the data.
// RUN: %build -O2 -g -fopenmp-version=51 %s -o %t
// RUN: env LD_LIBRARY_PATH=%libdir not --crash %t overlap 2>&1 | FileCheck %s --check-prefix=OVERLAP
// RUN: env LD_LIBRARY_PATH=%libdir not --crash %t present 2>&1 | FileCheck %s --check-prefix=PRESENT
// RUN: env LD_LIBRARY_PATH=%libdir not --crash %t device 2>&1 | FileCheck %s --check-prefix=DEVICE
// RUN: env LD_LIBRARY_PATH=%libdir not --crash %t update 2>&1 | FileCheck %s --check-prefix=UPDATE
// RUN: env LD_LIBRARY_PATH=%libdir not --crash %t memory 2>&1 | FileCheck %s --check-prefix=MEMORY
//
// RUN: %build-deferred -O2 -g -fopenmp-version=51 %s -o %t.jit
// RUN: env LD_LIBRARY_PATH=%libdir not --crash %t.jit overlap 2>&1 | FileCheck %s --check-prefix=OVERLAP
// RUN: env LD_LIBRARY_PATH=%libdir not --crash %t.jit present 2>&1 | FileCheck %s --check-prefix=PRESENT
// RUN: env LD_LIBRARY_PATH=%libdir not --crash %t.jit device 2>&1 | FileCheck %s --check-prefix=DEVICE
// RUN: env LD_LIBRARY_PATH=%libdir not --crash %t.jit update 2>&1 | FileCheck %s --check-prefix=UPDATE
// RUN: env LD_LIBRARY_PATH=%libdir not --crash %t.jit memory 2>&1 | FileCheck %s --check-prefix=MEMORY
//
// Without debug information the rest of the message is the same.
// RUN: %build -O2 -fopenmp-version=51 %s -o %t.plain
// RUN: env LD_LIBRARY_PATH=%libdir not --crash %t.plain present 2>&1 | FileCheck %s --check-prefix=PLAIN
// RUN: %build-deferred -O2 -fopenmp-version=51 %s -o %t.plain.jit
// RUN: env LD_LIBRARY_PATH=%libdir not --crash %t.plain.jit present 2>&1 | FileCheck %s --check-prefix=PLAIN

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int, char **Args) {
  int Data[100] = {};
  int *P = Data;
  if (!strcmp(Args[1], "overlap")) {
#pragma omp target enter data map(to : P[10 : 20])
    // OVERLAP: omptarget: error OT301: {{.*}}mapping.cpp:[[@LINE+1]]: device 0: 'P[20:40]' ({{.*}}mapping.cpp:{{[0-9]+}}) to be mapped, [0x{{[0-9a-f]+}}, 0x{{[0-9a-f]+}}), lies only partly within
#pragma omp target enter data map(to : P[20 : 40])
  }
  if (!strcmp(Args[1], "present")) {
    // PRESENT: omptarget: error OT302: {{.*}}mapping.cpp:[[@LINE+2]]: device 0: 'Data' ({{.*}}) at 0x{{[0-9a-f]+}} (400 bytes) has a 'present' modifier
    // PLAIN: omptarget: error OT302: device 0: data at 0x{{[0-9a-f]+}} (400 bytes) has a 'present' modifier
#pragma omp target map(present, to : Data)
    Data[0] = 1;
  }
  if (!strcmp(Args[1], "device")) {
    // DEVICE: omptarget: error OT102: {{.*}}mapping.cpp:[[@LINE+1]]: there is no device 77, the devices are 0 to 3
#pragma omp target device(77)
    Data[0] = 1;
  }
  if (!strcmp(Args[1], "update")) {
    // UPDATE: omptarget: error OT302: {{.*}}mapping.cpp:[[@LINE+1]]: device 0
#pragma omp target update to(present : Data)
  }
  if (!strcmp(Args[1], "memory")) {
    // MEMORY: omptarget: error OT303: {{.*}}mapping.cpp:[[@LINE+1]]: device 0: no device memory for {{.*}} (4611686018427387904 bytes): out of memory
#pragma omp target enter data map(alloc : P[0 : 1152921504606846976])
  }
  return 0;
}
