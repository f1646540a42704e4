// OMP_JIT_REPORT makes a page about the program's device work when it ends, and OMP_JIT_SUMMARY prints the short form:
// launches, run times, source lines, names, images, copies, and what stands out.
// UNSUPPORTED: thread-sanitizer
// Copies are too small a part of such a run to stand out.
// RUN: %clangxx -O2 -gline-tables-only -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit %s -o %t
// RUN: rm -rf %t.html* %t.dir && mkdir %t.dir
// RUN: env OMP_JIT_REPORT=%t.html OMP_JIT_SUMMARY=1 OMP_JIT_THRESHOLD=4 %ours %t 2>%t.err
// RUN: FileCheck %s --check-prefix=COLD < %t.err
// COLD: device work of {{.*}}report.cpp.tmp: {{.*}}, 60 launches, kernels ran
// COLD: compiled {{[0-9]+}} images in {{.*}}. The next start reads {{[0-9]+}} images from disk
//
// Nothing waits for compiles, so that copies are a larger share of the run.
// RUN: env OMP_JIT_SUMMARY=1 OMP_JIT_THRESHOLD=4 TMPDIR=%t.dir %ours %t 2>&1 | FileCheck %s --check-prefix=TEXT
// TEXT: device work of {{.*}}report.cpp.tmp: {{.*}}, 60 launches, kernels ran
// TEXT: {{[1-3]}}. 'Table[0:400000]' (report.cpp:[[#@LINE+30]]:{{[0-9]+}}) was copied to the device 60 times, 60 of them the same 3.05 MiB of the host
// TEXT-NEXT: target data
// TEXT: kernel {{ *}}launches
// TEXT: scale(double*, double, int), line [[#@LINE+28]]{{ +}}60 {{.*}} 366 MiB
// TEXT: read {{[1-9][0-9]*}} from disk. The next start
// RUN: FileCheck %s --check-prefix=PAGE < %t.html
// PAGE: <!doctype html>
// PAGE: default-src 'none'
// PAGE: scale(double*, double, int), line [[#@LINE+23]]
//
// The trace lies beside it, and anybody can make the same report.
// RUN: %builddir/bin/ompjit-report -o %t.again.html %t.html.trace && cmp %t.html %t.again.html
// RUN: python3 %S/Inputs/check_jit_trace.py %t.html.trace report
//
// A summary alone leaves no file.
// RUN: env OMP_JIT_SUMMARY=1 TMPDIR=%t.dir %ours %t 2>&1 | FileCheck %s --check-prefix=ALONE
// ALONE: device work of {{.*}}: {{.*}}, 60 launches
// RUN: ls -A %t.dir | not grep -v '^omp-jit-'
//
// Programs that are compiled ahead of time have reports as well.
// RUN: %build -O2 -gline-tables-only %s -o %t.ahead
// RUN: env OMP_JIT_SUMMARY=1 %ours %t.ahead 2>&1 | FileCheck %s --check-prefix=AHEAD
// AHEAD: device work of {{.*}}: {{.*}}, 60 launches
// AHEAD: scale(double*, double, int), line [[#@LINE+8]]{{ +}}60
// AHEAD-NOT: compiled

#include <cstdio>
#include <cstdlib>
#include <vector>

static void scale(double *Table, double Factor, int Number) {
#pragma omp target teams distribute parallel for map(tofrom : Table[0 : 400000])
  for (int I = 0; I < 400000; ++I)
    Table[I] = Table[I] * Factor + Number;
}

int main() {
  std::vector<double> Table(400000, 1.0);
  for (int Number = 0; Number < 60; ++Number)
    scale(Table.data(), 0.5, Number);
  if (Table[0] < 100)
    abort();
}
