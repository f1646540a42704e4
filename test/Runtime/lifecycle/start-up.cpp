// A program that never offloads opens no plugin and starts no thread.
// Sanitizers load libraries in place of their callers, and one starts a thread of its own.
// UNSUPPORTED: sanitizer
// RUN: %build -O2 %s -o %t
// RUN: env LD_LIBRARY_PATH=%libdir LD_DEBUG=files %t 2> %t.log | FileCheck %s --check-prefix=IDLE
// RUN: grep -c 'libomptarget\.so' %t.log
// RUN: not grep 'libomptarget\.rtl' %t.log
// RUN: not grep -E 'libLLVM|libompjit-compiler|memfd|/proc/self/fd' %t.log
// RUN: env LIBOMPTARGET_HOST_QUEUES=0 LD_LIBRARY_PATH=%libdir LD_DEBUG=files %t now 2> %t.log | FileCheck %s --check-prefix=USED
// RUN: grep -c 'libomptarget\.rtl\.host' %t.log
// RUN: not grep -E 'libLLVM|libompjit-compiler' %t.log
// RUN: grep 'dynamically loaded by .*libomptarget\.rtl\.host' %t.log | FileCheck %s --check-prefix=IMAGE
//
// The image is a file in a folder of its own.
// IMAGE: file={{.*}}/omp-jit-{{[0-9]+}}/openmp_image-
// IMAGE-NOT: file=
//
// Compiled at run time, it opens the compiler once, and not any more when the
// image is in the cache.
// RUN: %build-deferred -O2 %s -o %t.jit
// RUN: env LD_LIBRARY_PATH=%libdir LD_DEBUG=files %t.jit 2> %t.log | FileCheck %s --check-prefix=IDLE
// RUN: not grep -E 'libomptarget\.rtl|libLLVM|libompjit-compiler|memfd' %t.log
// RUN: env OMP_JIT_ASYNC=0 OMP_JIT_COMPILER=thread LIBOMPTARGET_HOST_QUEUES=0 LD_LIBRARY_PATH=%libdir LD_DEBUG=files %t.jit now 2> %t.log | FileCheck %s --check-prefix=USED
// RUN: grep -c 'libompjit-compiler' %t.log
// RUN: env LIBOMPTARGET_HOST_QUEUES=0 LD_LIBRARY_PATH=%libdir LD_DEBUG=files %t.jit now 2> %t.log | FileCheck %s --check-prefix=USED
// RUN: not grep -E 'libLLVM|libompjit-compiler' %t.log

#include <dirent.h>
#include <stdio.h>

static int threads() {
  int Count = 0;
  DIR *Folder = opendir("/proc/self/task");
  while (dirent *Each = readdir(Folder))
    Count += Each->d_name[0] != '.';
  closedir(Folder);
  return Count;
}

// IDLE: 0, threads 1
// USED: 1, threads 1
int main(int Count, char **) {
  int Result = 0;
  if (Count > 1) {
#pragma omp target map(from : Result)
    Result = 1;
  }
  printf("%d, threads %d\n", Result, threads());
  return 0;
}
