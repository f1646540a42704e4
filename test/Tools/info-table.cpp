// The tables of mappings: after each construct with LIBOMPTARGET_INFO=4, when
// the program fails, and when it asks for them.
//
// RUN: %build -O1 -g -fopenmp-version=51 %s -o %t
// RUN: env LIBOMPTARGET_INFO=4 %theirs %t 2>&1 | sed 's/0x[0-9a-f]*/PTR/g' | sed '/^the end/,$d' > %t.theirs
// RUN: env LIBOMPTARGET_INFO=4 %ours %t 2>&1 | sed 's/0x[0-9a-f]*/PTR/g' | sed '/^the end/,$d' > %t.ours
// RUN: diff %t.theirs %t.ours
// RUN: grep -c 'A at .*info-table.cpp' %t.ours | grep -x 2
//
// RUN: %ours %t dump > %t.ours
// RUN: FileCheck %s < %t.ours
// RUN: %theirs %t dump | sed 's/0x[0-9a-f]*/PTR/g' > %t.theirs
// RUN: sed 's/0x[0-9a-f]*/PTR/g' %t.ours | diff %t.theirs -
// CHECK: omptarget device 0 info: OpenMP Host-Device pointer mappings after block at libomptarget:0:0:
// CHECK-NEXT: Host Ptr           Target Ptr         Size (B) DynRefCount HoldRefCount Declaration
// CHECK: 0x{{[0-9a-f]+}} 0x{{[0-9a-f]+}} 16       INF         0            Global at unknown:0:0
// CHECK: 0x{{[0-9a-f]+}} 0x{{[0-9a-f]+}} 40       1           0            A at {{.*}}info-table.cpp:[[@LINE+32]]:7
//
// RUN: env LIBOMPTARGET_INFO=4 LD_LIBRARY_PATH=%libdir not --crash %t fail 2>&1 | FileCheck %s --check-prefix=FAIL
// FAIL: error OT{{.*}}info-table.cpp
// FAIL: mappings after block at {{.*}}info-table.cpp:[[@LINE+39]]:1:
// FAIL: Global at unknown
//
// A deferred program has the same tables, also when it fails.
// RUN: %build-deferred -O1 -g -fopenmp-version=51 %s -o %t.jit
// RUN: env LIBOMPTARGET_INFO=4 %theirs %t 2>&1 | sed 's/0x[0-9a-f]*/PTR/g' | sed '/^the end/,$d' > %t.theirs
// RUN: env LIBOMPTARGET_INFO=4 %ours %t.jit 2>&1 | sed 's/0x[0-9a-f]*/PTR/g' | sed '/^the end/,$d' > %t.ours
// RUN: diff %t.theirs %t.ours
// RUN: %ours %t.jit dump | FileCheck %s
// RUN: env LIBOMPTARGET_INFO=4 LD_LIBRARY_PATH=%libdir not --crash %t.jit fail 2>&1 | FileCheck %s --check-prefix=FAIL
//
// The program can change its mind.
// RUN: env LIBOMPTARGET_INFO=4 %ours %t quiet 2>&1 | not grep info:
// RUN: %ours %t loud 2>&1 | grep -c 'Launching kernel' | grep -x 1
// RUN: env LIBOMPTARGET_INFO=4 %ours %t.jit quiet 2>&1 | not grep info:
// RUN: %ours %t.jit loud 2>&1 | grep -c 'Launching kernel' | grep -x 1

#include <stdint.h>
#include <stdio.h>
#include <string.h>

extern "C" void ompx_dump_mapping_tables();
extern "C" void __tgt_set_info_flag(uint32_t);

int Global[4];
#pragma omp declare target to(Global)

int main(int Count, char **Args) {
  int A[10] = {};
  const char *What = Count > 1 ? Args[1] : "";
  if (!strcmp(What, "quiet"))
    __tgt_set_info_flag(0);
  if (!strcmp(What, "loud"))
    __tgt_set_info_flag(0x10);
#pragma omp target enter data map(to : A)
  if (!strcmp(What, "dump"))
    ompx_dump_mapping_tables();
  if (!strcmp(What, "fail")) {
    int Absent = 0;
#pragma omp target map(present, to : Absent)
    (void)Absent;
  }
#pragma omp target map(tofrom : A)
  A[0] = 1;
#pragma omp target exit data map(from : A)
  // The packaged runtime prints the tables once more when it ends.
  fputs("the end\n", stderr);
}
