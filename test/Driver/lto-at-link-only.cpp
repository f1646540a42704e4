// With -foffload-lto at the link, files that were compiled without it take no part in LTO, and the link says so. It
// says nothing if all or none of the steps have it.
//
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{flags} = -O1 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu
// RUN: %clangxx %{flags} -c %s -DPART=1 -o %t/1.o
// RUN: %clangxx %{flags} -c %s -DPART=2 -o %t/2.o
// RUN: %clangxx %{flags} -foffload-lto -c %s -DPART=1 -o %t/1.lto.o
// RUN: %clangxx %{flags} -foffload-lto -c %s -DPART=2 -o %t/2.lto.o
//
// RUN: %clangxx %{flags} -foffload-lto %t/1.o %t/2.o -o %t/none 2>&1 | FileCheck %s --check-prefixes=NOTE,BOTH
// RUN: env OMP_TARGET_OFFLOAD=MANDATORY %t/none
// RUN: llvm-ar rcs %t/lib.a %t/2.o
// RUN: %clangxx %{flags} -foffload-lto %t/1.lto.o %t/lib.a -o %t/some 2>&1 | FileCheck %s --check-prefixes=NOTE,ONE
// RUN: env OMP_TARGET_OFFLOAD=MANDATORY %t/some
// NOTE: note:
// BOTH-SAME: {{/1.o and 1 more:}}
// ONE-SAME: {{/lib.a\(2.o\):}}
// NOTE-SAME: the device code for x86_64-pc-linux-gnu is machine code already, which -foffload-lto cannot optimise: compile with -foffload-lto, too{{$}}
// NOTE-NOT: {{.}}
//
// RUN: %clangxx %{flags} -foffload-lto %t/1.lto.o %t/2.lto.o -o %t/all 2>&1 | count 0
// RUN: %clangxx %{flags} %t/1.o %t/2.lto.o -o %t/unasked 2>&1 | count 0
// RUN: %clangxx %{flags} -foffload-lto -fno-offload-lto %t/1.o %t/2.o -o %t/unasked 2>&1 | count 0

#pragma omp declare target
int twice(int X);
#pragma omp end declare target

#if PART == 1
int main() {
  int Result = 0;
#pragma omp target map(from : Result)
  Result = twice(21);
  return Result != 42;
}
#else
int twice(int X) { return 2 * X; }
#endif
