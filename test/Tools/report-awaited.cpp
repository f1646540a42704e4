// Waiting for an image that another process compiles is told apart from reading it, in the trace and in reports.
// RUN: %clangxx -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit %s -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir
// DEFINE: %{with} = env OMP_JIT_ASYNC=0 OMP_JIT_CACHE_DIR=%t.dir/cache
// RUN: %{with} OMP_JIT_SUMMARY=1 TMPDIR=%t.dir %ours %t 2>&1 | FileCheck %s --check-prefix=ALONE
// ALONE: read 0 from disk. The next start reads 1 image from disk.
// RUN: %{with} OMP_JIT_TRACE=%t.dir/trace %ours python3 %S/Inputs/compile_elsewhere.py %t.dir/cache %t.dir/trace %t
// RUN: %builddir/bin/ompjit-report --text -o %t.dir/page.html %t.dir/trace | FileCheck %s --check-prefix=TEXT
// TEXT: compiled 0 images in {{.*}}, read 1 from disk, waited {{[0-9.]+}} {{m?s}} for compiles of 1 image in other processes. The next start reads 1 image from disk, {{.*}} each.
// RUN: FileCheck %s --check-prefix=TRACE < %t.dir/trace
// TRACE: "name": "look up"{{.*}}"outcome": "hit","waited_ns": "{{[1-9][0-9]*}}"
// RUN: FileCheck %s --check-prefix=PAGE < %t.dir/page.html
// PAGE: "awaited":{{ *}}"; launches waited {{[0-9.]+}} {{m?s}} for compiles of 1 image in other processes"

int main() {
  int Value = 1;
#pragma omp target map(tofrom : Value)
  ++Value;
  return Value - 2;
}
