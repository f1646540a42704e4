// What a variable or an argument names and is no regular file stays what it is, and is written to.
// RUN: %build-deferred %s -o %t.prog
// RUN: rm -rf %t && mkdir %t && mkfifo %t/pipe && echo before > %t/kept && ln -s kept %t/link
// RUN: (cat %t/pipe > %t/read & env OMP_JIT_STATS=%t/pipe %ours %t.prog && wait)
// RUN: test -p %t/pipe && FileCheck %s --check-prefix=STATS --input-file %t/read
// RUN: env OMP_JIT_STATS=%t/link %ours %t.prog
// RUN: test -h %t/link && FileCheck %s --check-prefix=STATS --input-file %t/kept
// RUN: env OMP_JIT_STATS=/dev/stdout %ours %t.prog > %t/out
// RUN: FileCheck %s --check-prefixes=PRINTED,STATS --input-file %t/out
// STATS-NOT: before
// PRINTED: 6
// STATS: "launches": 1
// A pipe that nobody reads holds nobody up.
// RUN: env OMP_JIT_STATS=%t/pipe %ours %t.prog 2>&1 | FileCheck %s --check-prefix=UNREAD
// UNREAD: OMP_JIT_STATS: cannot open {{.*}}/pipe: No such device or address
// RUN: ln -s kept.bundle %t/link.bundle
// RUN: env OMP_JIT_CACHE_DIR=%t/cache %ours %t.prog
// RUN: %builddir/bin/omp-jit-cache --dir=%t/cache export %t/link.bundle
// RUN: test -h %t/link.bundle -a -f %t/kept.bundle
// RUN: not %builddir/bin/omp-jit-cache --dir=%t/cache export %t/pipe 2>&1 | FileCheck %s --check-prefix=BUNDLE
// BUNDLE: {{.*}}/pipe cannot be made: No such device or address
// RUN: test -p %t/pipe

#include <cstdio>

int main() {
  int Sum = 0;
#pragma omp target map(tofrom : Sum)
  for (int I = 0; I < 4; ++I)
    Sum += I;
  std::printf("%d\n", Sum);
}
