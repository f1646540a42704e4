// Recordings never overwrite files; what cannot be written is told once, and the program goes on.
// UNSUPPORTED: thread-sanitizer
// (Recordings want addresses that it keeps for itself.)
// RUN: %build -O2 %s -o %t
// RUN: %ours %t > %t.expected

// Each run has files of its own; the device code is there once.
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: env LIBOMPTARGET_RECORD=1 LIBOMPTARGET_RECORD_FOLDER=%t.d LIBOMPTARGET_RECORD_LAUNCHES=2 %ours %t
// RUN: cat %t.d/* | md5sum > %t.sum && ls %t.d > %t.first
// RUN: FileCheck %s --check-prefix=FIRST < %t.first
// FIRST: __omp_offloading_{{.*}}main_l[[#]].0.input
// FIRST-NEXT: __omp_offloading_{{.*}}main_l[[#]].0.json
// FIRST-NEXT: __omp_offloading_{{.*}}main_l[[#]].1.input
// FIRST-NEXT: __omp_offloading_{{.*}}main_l[[#]].1.json
// FIRST-NEXT: image-{{[0-9a-f]+}}.image
// FIRST-NOT: {{.}}
// RUN: env LIBOMPTARGET_RECORD=1 LIBOMPTARGET_RECORD_FOLDER=%t.d LIBOMPTARGET_RECORD_LAUNCHES=1 %ours %t
// RUN: ls %t.d | count 7
// RUN: (cd %t.d && cat $(cat %t.first)) | md5sum | diff %t.sum -
// A deferred program's files have the same form; its package lies in place of the image.
// RUN: %build-deferred -O2 %s -o %t.jit
// RUN: rm -rf %t.jit.d && mkdir %t.jit.d
// RUN: env LIBOMPTARGET_RECORD=1 LIBOMPTARGET_RECORD_FOLDER=%t.jit.d LIBOMPTARGET_RECORD_LAUNCHES=2 %ours %t.jit
// RUN: ls %t.jit.d | FileCheck %s --check-prefix=FIRST
// RUN: ls %t.jit.d/image-* | xargs %builddir/bin/ompjit-package-dump | grep main_l
// Without an output there is nothing to compare with.
// RUN: ls %t.d/*.0.json | xargs %builddir/bin/ompjit-kernel-replay | FileCheck %s --check-prefix=NOTHING
// NOTHING: not compared: the recording has no output; record with LIBOMPTARGET_RR_SAVE_OUTPUT=1

// RUN: env LIBOMPTARGET_RECORD=1 LIBOMPTARGET_RECORD_FOLDER=%t.none %ours %t > %t.out 2> %t.err
// RUN: diff %t.expected %t.out && FileCheck %s --check-prefix=FOLDER < %t.err
// FOLDER: warning OT602: device 0: nothing is recorded any more, from this launch of '{{.*}}' on: cannot create '{{.*}}.none/image-{{.*}}: No such file or directory
// FOLDER-NOT: warning

// A limit of 100 blocks of 512 or 1024 bytes: the memory has more. No half of it stays.
// RUN: rm -rf %t.full && mkdir %t.full
// RUN: (ulimit -f 100; env LIBOMPTARGET_RECORD=1 LIBOMPTARGET_RECORD_FOLDER=%t.full %ours %t > %t.out 2> %t.err)
// RUN: diff %t.expected %t.out && FileCheck %s --check-prefix=FULL < %t.err
// RUN: ls %t.full/image* && ls %t.full | count 1
// FULL: warning OT602: {{.*}}cannot write '{{.*}}.0.input': File too large
// FULL-NOT: warning

// The same of code that was compiled at run time.
// RUN: %build-deferred -O2 %s -o %t.jit
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: env LIBOMPTARGET_RECORD=1 LIBOMPTARGET_RECORD_FOLDER=%t.d LIBOMPTARGET_RECORD_LAUNCHES=2 %ours %t.jit
// RUN: ls %t.d | FileCheck %s --check-prefix=FIRST
// RUN: ls %t.d/*.0.json | xargs %builddir/bin/ompjit-kernel-replay | FileCheck %s --check-prefix=NOTHING
// RUN: env LIBOMPTARGET_RECORD=1 LIBOMPTARGET_RECORD_FOLDER=%t.none %ours %t.jit > %t.out 2> %t.err
// RUN: diff %t.expected %t.out && FileCheck %s --check-prefix=FOLDER < %t.err

#include "check.h"

static int Values[100000];

int main() {
  for (int Round = 0; Round < 4; ++Round) {
#pragma omp target map(tofrom : Values)
    for (int I = 0; I < 100; ++I)
      Values[I] += I;
  }
  checkValue("last", Values[99], 4 * 99);
  return finish();
}
