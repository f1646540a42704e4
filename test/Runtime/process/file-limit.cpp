// An image past the limit of file sizes is an error and not a signal.
// ThreadSanitizer has no shadow of what is loaded then, and ends where it is read.
// UNSUPPORTED: thread-sanitizer

// RUN: %build %s -o %t
// RUN: (ulimit -f 8; %ours %t; true) 2>&1 | FileCheck %s --check-prefix=FULL
// FULL: cannot write the image of {{[0-9]+}} bytes to memory: File too large

// With room for it, nothing has changed.
// RUN: (ulimit -f 10000; %ours %t) | FileCheck %s --check-prefix=DEVICE
// DEVICE: ran on the device

// What is compiled at run time is smaller.
// RUN: %build-deferred %s -o %t.jit
// RUN: (ulimit -f 1; %ours %t.jit; true) 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: omptarget: error OT208: {{.*(the limit of file sizes is lower|File too large)}}
// RUN: (ulimit -f 10000; %ours %t.jit) | FileCheck %s --check-prefix=DEVICE

#include <cstdio>
#include <omp.h>

int main() {
  int IsHost = 1;
#pragma omp target map(from : IsHost)
  IsHost = omp_is_initial_device();
  std::puts(IsHost ? "ran on the host" : "ran on the device");
}
