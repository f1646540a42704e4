// A replay names the file that is missing, cut, changed or no recording, and the first byte of the memory that differs.
// UNSUPPORTED: sanitizer
// (Recordings want addresses that sanitizers keep for themselves.)
// RUN: %build -O2 %s -o %t
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d
// RUN: env LIBOMPTARGET_RECORD=1 LIBOMPTARGET_RR_SAVE_OUTPUT=1 %ours %t

// RUN: cp *.input right && ls *.input | xargs -I{} python3 %S/../Inputs/change-byte.py {} 40
// RUN: ls *.json | (! xargs %builddir/bin/ompjit-kernel-replay 2>&1) | FileCheck %s --check-prefix=CHANGED
// CHANGED: error: '{{.*}}.0.input' was changed after it was recorded
// RUN: mv right *.input
// RUN: ls *.json | xargs %builddir/bin/ompjit-kernel-replay

// RUN: for Each in *; do mv $Each $(echo $Each | sed 's/.*_main_l[0-9]*/k/; s/^image.*/image/'); done
// RUN: sed -i 's/"name": "[^"]*_main_l[0-9]*/"name": "k/; s/"image-[^"]*"/"image"/' k.0.json
// Files that were renamed are changed, on purpose.
// RUN: not %builddir/bin/ompjit-kernel-replay k.0.json 2>&1 | FileCheck %s --check-prefix=RENAMED
// RENAMED: error: 'k.0.json' was changed after it was recorded
// RUN: %builddir/bin/ompjit-kernel-replay --allow-changes k.0.json | FileCheck %s --check-prefix=SAME
// SAME: kernel __omp_offloading_{{.*}}_main_l[[#]]: 1 arguments, 1 blocks and 1 variables with 404 bytes
// SAME: replay 1: {{[0-9.]+}} us
// SAME: the output is the recorded one

// An element that the kernel reads: byte 40 of the input is 10, and 11 comes out.
// RUN: cp k.0.input input.right && python3 %S/../Inputs/change-byte.py k.0.input 40
// RUN: not %builddir/bin/ompjit-kernel-replay --allow-changes --repeat=5 k.0.json | FileCheck %s --check-prefix=DIFFERS
// DIFFERS: replay 1: {{[0-9.]+}} us
// DIFFERS-NEXT: replay 1: the output is not the recorded one: 1 bytes differ, the first at 0x[[#%x,]], byte 40 of the block at 0x[[#%x,]], to which argument 0 points: recorded 0xb, replayed 0xf6
// RUN: %builddir/bin/ompjit-kernel-replay --allow-changes --no-compare --save-output=saved k.0.json
// RUN: not cmp saved k.0.output
// RUN: mv input.right k.0.input

// The variable of the program.
// RUN: cp k.0.output output.right && python3 %S/../Inputs/change-byte.py k.0.output 400
// RUN: not %builddir/bin/ompjit-kernel-replay --allow-changes k.0.json | FileCheck %s --check-prefix=VARIABLE
// VARIABLE: byte 0 of the variable 'Seen': recorded 0xfe, replayed 0x1
// RUN: mv output.right k.0.output

// RUN: cp image image.right && python3 %S/../Inputs/change-byte.py image cut
// RUN: not %builddir/bin/ompjit-kernel-replay --allow-changes k.0.json 2>&1 | FileCheck %s --check-prefix=CUT
// CUT: error: 'image' has {{[0-9]+}} bytes, recorded were {{[0-9]+}}
// RUN: cp image.right image && python3 %S/../Inputs/change-byte.py image 0
// RUN: not %builddir/bin/ompjit-kernel-replay --allow-changes k.0.json 2>&1 | FileCheck %s --check-prefix=IMAGE
// IMAGE: a device image is neither an ELF file nor PTX nor a JIT package
// IMAGE: error: there is no device 0 that runs the recorded device code
// RUN: rm image
// RUN: not %builddir/bin/ompjit-kernel-replay --allow-changes k.0.json 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: error: cannot open 'image': No such file or directory
// RUN: mv image.right image

// RUN: sed 's/"arguments": ."0x/&z/' k.0.json > bad.json
// RUN: not %builddir/bin/ompjit-kernel-replay --allow-changes bad.json 2>&1 | FileCheck %s --check-prefix=FIELD
// FIELD: error: 'bad.json': 'arguments' holds something that is no "0x1f"
// RUN: sed 's/"kernel": "/&no_such_/' k.0.json > bad.json
// RUN: not %builddir/bin/ompjit-kernel-replay --allow-changes bad.json 2>&1 | FileCheck %s --check-prefix=KERNEL
// KERNEL: error OT204: device 0: the kernel 'no_such_
// RUN: sed 's/"name": "Seen"/"name": "Gone"/' k.0.json > bad.json
// RUN: not %builddir/bin/ompjit-kernel-replay --allow-changes bad.json 2>&1 | FileCheck %s --check-prefix=GLOBAL
// GLOBAL: error OT205: device 0: the 'declare target' variable 'Gone' cannot be found
// The address of a page that the process has: the program's own.
// RUN: sed 's/0x100000000000/0x7ffffffff000/g' k.0.json > bad.json
// RUN: not %builddir/bin/ompjit-kernel-replay --allow-changes bad.json 2>&1 | FileCheck %s --check-prefix=PLACE
// PLACE: error OT603: device 0: the kernel cannot be replayed: cannot reserve [[#]] bytes at 0x7ffffffff000
// PLACE: error: the recorded memory cannot be put in its place
// RUN: not %builddir/bin/ompjit-kernel-replay --allow-changes --device=9 k.0.json 2>&1 | FileCheck %s --check-prefix=DEVICE
// DEVICE: error: there is no device 9

// A damaged package is refused as well, without a crash.
// RUN: %build-deferred -O2 %s -o %t.jit
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d
// RUN: env LIBOMPTARGET_RECORD=1 LIBOMPTARGET_RR_SAVE_OUTPUT=1 %ours %t.jit
// RUN: ls image-* | xargs -I{} python3 %S/../Inputs/change-byte.py {} 300
// RUN: ls *.json | (! xargs %builddir/bin/ompjit-kernel-replay 2>&1) | FileCheck %s --check-prefix=PACKAGE
// PACKAGE: error: '{{.*}}image-{{.*}}.image' was changed after it was recorded
// RUN: ls *.json | (! xargs %builddir/bin/ompjit-kernel-replay --allow-changes 2>&1) | FileCheck %s --check-prefix=REFUSED
// REFUSED: error: there is no device 0 that runs the recorded device code

#include "check.h"

#pragma omp declare target
int Seen;
#pragma omp end declare target

int main() {
  int Values[100];
  for (int I = 0; I < 100; ++I)
    Values[I] = I;
#pragma omp target map(tofrom : Values)
  {
    for (int I = 0; I < 100; ++I)
      Values[I] += 1;
    Seen = 1;
  }
  checkValue("last", Values[99], 100);
  return finish();
}
