// Device code is compiled and loaded without /proc; where there is no folder for it either, the error says so.
// REQUIRES: tmpfs
// UNSUPPORTED: sanitizer
// DEFINE: %{hidden} = unshare -m sh -c 'mount -t tmpfs none /proc && exec "$@"' sh env LD_LIBRARY_PATH=%libdir OMP_JIT_CACHE_DIR=%t.cache
// RUN: rm -rf %t.cache
// RUN: %build -O1 %s -o %t.ahead
// RUN: %build-deferred -O1 %s -o %t.deferred
// RUN: %{hidden} %t.ahead | FileCheck %s
// RUN: %{hidden} %t.deferred | FileCheck %s
// RUN: %{hidden} %t.deferred | FileCheck %s
// RUN: mkdir -p %t.run && chmod 700 %t.run
// RUN: %{hidden} XDG_RUNTIME_DIR=%t.run OMP_JIT_CACHE=off OMP_JIT_COMPILER=process %t.deferred 2>&1 | FileCheck %s --check-prefixes=QUIET,CHECK
// RUN: %{hidden} XDG_RUNTIME_DIR=%t.run OMP_JIT_CACHE=off OMP_JIT_COMPILER=node %t.deferred 2>&1 | FileCheck %s --check-prefixes=QUIET,CHECK
// QUIET-NOT: warning
// CHECK: 42
//
// RUN: %{hidden} LIBOMPTARGET_IMAGE_FOLDER=none not --crash %t.ahead 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: %{hidden} LIBOMPTARGET_IMAGE_FOLDER=%t/none/images not --crash %t.ahead 2>&1 | FileCheck %s --check-prefix=MISSING
// NONE: error OT202: {{.*}}the image cannot be named without /proc; and LIBOMPTARGET_IMAGE_FOLDER is none
// MISSING: error OT202: {{.*}}without /proc; and the folder {{.*}}/none/images is not used: No such file or directory

#include <cstdio>

int main() {
  int Answer = 0;
#pragma omp target map(from : Answer)
  Answer = 42;
  std::printf("%d\n", Answer);
}
