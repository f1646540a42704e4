// What a variable or an argument names and is no regular file stays what it is, and is written to.
// (A shell that has opened the pipe knows that somebody reads.)
// RUN: %build-deferred %s -o %t.prog
// RUN: rm -rf %t && mkdir %t && mkfifo %t/pipe && echo before > %t/kept && ln -s kept %t/link
// RUN: (cat %t/pipe > %t/read & exec 3> %t/pipe; env OMP_JIT_STATS=%t/pipe %ours %t.prog && exec 3>&- && wait)
// RUN: test -p %t/pipe && FileCheck %s --check-prefix=STATS --input-file %t/read
// RUN: env OMP_JIT_STATS=%t/link %ours %t.prog
// RUN: test -h %t/link && FileCheck %s --check-prefix=STATS --input-file %t/kept
// Where the program prints, what others printed before stays, and what comes behind it.
// DEFINE: %{variable} = OMP_JIT_STATS
// DEFINE: %{content} = '"launches": 1'
// DEFINE: %{print} = (echo before && env %{variable}=/dev/stdout %ours %t.prog && echo after) > %t/out && \
// DEFINE:   grep -x before %t/out && grep -x 6 %t/out && grep -x after %t/out && grep -F %{content} %t/out
// RUN: %{print}
// REDEFINE: %{variable} = OMP_JIT_TRACE
// REDEFINE: %{content} = process_name
// RUN: %{print}
// REDEFINE: %{variable} = LIBOMPTARGET_PROFILE
// RUN: %{print}
// REDEFINE: %{variable} = OMP_JIT_RECORD
// REDEFINE: %{content} = OJRD
// RUN: %{print} -a
// STATS-NOT: before
// STATS: "launches": 1
// A pipe that nobody reads holds nobody up.
// RUN: env OMP_JIT_STATS=%t/pipe %ours %t.prog 2>&1 | FileCheck %s --check-prefix=UNREAD
// UNREAD: OMP_JIT_STATS: cannot open {{.*}}/pipe: No such device or address
// RUN: env OMP_JIT_RECORD=%t/pipe %ours %t.prog 2>&1 | FileCheck %s --check-prefix=RECORD
// RECORD: OMP_JIT_RECORD: {{.*}}/pipe: No such device or address; nothing more is recorded
// RUN: env OMP_JIT_TRACE=%t/pipe LIBOMPTARGET_PROFILE=%t/pipe %ours %t.prog 2>&1 | FileCheck %s --check-prefix=TRACE
// TRACE-DAG: OMP_JIT_TRACE: the trace cannot be written to {{.*}}/pipe: No such device or address
// TRACE-DAG: OT701: the trace cannot be written to {{.*}}/pipe, or not to its end: No such device or address
// RUN: (cat %t/pipe > %t/read & exec 3> %t/pipe; env OMP_JIT_RECORD=%t/pipe %ours %t.prog && exec 3>&- && wait)
// RUN: test -p %t/pipe && grep -a OJRD %t/read
// RUN: ln -s kept.bundle %t/link.bundle
// RUN: env OMP_JIT_CACHE_DIR=%t/cache %ours %t.prog
// RUN: %builddir/bin/omp-jit-cache --dir=%t/cache export %t/link.bundle
// RUN: test -h %t/link.bundle -a -f %t/kept.bundle
// RUN: not %builddir/bin/omp-jit-cache --dir=%t/cache export %t/pipe 2>&1 | FileCheck %s --check-prefix=BUNDLE
// BUNDLE: cannot open {{.*}}/pipe: No such device or address
// RUN: test -p %t/pipe

#include <cstdio>

int main() {
  int Sum = 0;
#pragma omp target map(tofrom : Sum)
  for (int I = 0; I < 4; ++I)
    Sum += I;
  std::printf("%d\n", Sum);
}
