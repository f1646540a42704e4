// LIBOMPTARGET_INFO prints with our runtime what it prints with the packaged
// one, apart from addresses, the order in which mappings of one construct go,
// repeated look-ups, which only the packaged one makes, and what the kernel's
// line says (see Runtime/launch/teams-limit.cpp). The packaged one reads decimal
// numbers only.
//
// RUN: %build -O1 -g %s -o %t
// RUN: env LIBOMPTARGET_INFO=1 %theirs %t > %t.theirs 2>&1
// RUN: env LIBOMPTARGET_INFO=1 %ours %t > %t.ours 2>&1
// RUN: diff %t.theirs %t.ours
// RUN: grep 'tofrom(A)\[40\]' %t.ours
//
// RUN: env LIBOMPTARGET_INFO=8 %theirs %t 2>&1 | sed 's/0x[0-9a-f]*/PTR/g' > %t.theirs
// RUN: env LIBOMPTARGET_INFO=8 %ours %t 2>&1 | sed 's/0x[0-9a-f]*/PTR/g' > %t.ours
// RUN: diff %t.theirs %t.ours
// RUN: grep 'Removing map entry .* Name=A' %t.ours
//
// Each list item that was found is in one line of theirs, without its name.
// RUN: env LIBOMPTARGET_INFO=2 %theirs %t 2>&1 | sed 's/0x[0-9a-f]*/PTR/g; s/, Name=.*//' > %t.theirs
// RUN: env LIBOMPTARGET_INFO=2 %ours %t 2>&1 | sed 's/0x[0-9a-f]*/PTR/g; s/, Name=.*//' > %t.ours
// RUN: not grep -vxFf %t.theirs %t.ours
// RUN: sort -u %t.theirs | grep -vxFf %t.ours | count 2
// RUN: count 8 < %t.ours
//
// RUN: env LIBOMPTARGET_INFO=32 %theirs %t 2>&1 | sed 's/0x[0-9a-f]*/PTR/g; s/A.2:3./A/' > %t.theirs
// RUN: env LIBOMPTARGET_INFO=32 %ours %t 2>&1 | sed 's/0x[0-9a-f]*/PTR/g; s/A.2:3./A/' > %t.ours
// RUN: diff %t.theirs %t.ours
//
// The program may set each flag as the variable does; and a deferred program
// prints the same.
// RUN: %build-deferred -O1 -g %s -o %t.jit
// RUN: for Flag in 1 2 4 8 16 32 64 127; do \
// RUN:   env LIBOMPTARGET_INFO=$Flag %ours %t 2>&1 | sed 's/0x[0-9a-f]*/PTR/g' > %t.ours; \
// RUN:   grep -q . %t.ours && \
// RUN:   %ours %t $Flag 2>&1 | sed 's/0x[0-9a-f]*/PTR/g' | diff %t.ours - && \
// RUN:   %ours %t.jit $Flag 2>&1 | sed 's/0x[0-9a-f]*/PTR/g' | diff %t.ours - && \
// RUN:   env LIBOMPTARGET_INFO=$Flag %ours %t.jit 2>&1 | sed 's/0x[0-9a-f]*/PTR/g' | diff %t.ours - || exit 1; \
// RUN: done
//
// RUN: env LIBOMPTARGET_INFO=0x60 %ours %t 2>&1 | sed 's/0x[0-9a-f]*/PTR/g' > %t.ours
// RUN: grep 'Copying data from device to host, .* Name=A' %t.ours
// RUN: grep 'variable Nothing\[0:0\] does not have' %t.ours
//
// RUN: env LIBOMPTARGET_INFO=0x12 %ours %t 2>&1 | FileCheck %s
// CHECK: Launching kernel __omp_offloading_{{.*}}main{{.*}} with [1,1,1] blocks and [0,1,1] threads
// CHECK: Mapping exists with HstPtrBegin={{.*}} DynRefCount=2 (incremented), HoldRefCount=0, Name=A
// CHECK: Mapping exists with HstPtrBegin={{.*}} DynRefCount=1 (decremented), HoldRefCount=0, Name=A
//
// Without debug information the rest stays.
// RUN: %build -O1 %s -o %t.plain
// RUN: env LIBOMPTARGET_INFO=1 %theirs %t.plain > %t.theirs 2>&1
// RUN: env LIBOMPTARGET_INFO=1 %ours %t.plain > %t.ours 2>&1
// RUN: diff %t.theirs %t.ours

#include <stdint.h>
#include <stdlib.h>

extern "C" void __tgt_set_info_flag(uint32_t);

int Global[4];
#pragma omp declare target to(Global)

int main(int Count, char **Args) {
  if (Count > 1)
    __tgt_set_info_flag(uint32_t(atoi(Args[1])));
  int A[10] = {}, B = 3, *Nothing = nullptr;
#pragma omp target map(tofrom : A) firstprivate(B)
  A[0] = B;
#pragma omp target data map(tofrom : A)
  {
#pragma omp target map(tofrom : A)
    A[1] = Global[0];
#pragma omp target update from(A[2 : 3])
#pragma omp target update to(Global)
  }
#pragma omp target enter data map(to : A)
#pragma omp target exit data map(delete : A)
#pragma omp target map(to : Nothing[0 : 0])
  {
  }
#pragma omp target map(alloc : A) nowait
  {
  }
#pragma omp taskwait
}
