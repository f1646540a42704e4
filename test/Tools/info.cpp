// LIBOMPTARGET_INFO prints with our runtime what it prints with the packaged
// one, apart from addresses, the order in which mappings of one construct go,
// and repeated look-ups, which only the packaged one makes.
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

int Global[4];
#pragma omp declare target to(Global)

int main() {
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
