// The tables of mappings show data with the name that it has in a library which
// has been closed meanwhile.
//
// UNSUPPORTED: thread-sanitizer
// (It runs the exit handlers of closed libraries when the program ends.)
// RUN: %build -O1 -g -fPIC -shared -DLIBRARY %s -o %t.so
// RUN: %build -O1 -g %s -o %t -ldl
// RUN: %ours %t %t.so | FileCheck %s
// RUN: env LIBOMPTARGET_INFO=4 %ours %t %t.so 2>&1 | FileCheck %s --check-prefix=INFO
// RUN: %build-deferred -O1 -g -fPIC -shared -DLIBRARY %s -o %t.jit.so
// RUN: %build-deferred -O1 -g %s -o %t.jit -ldl
// RUN: %ours %t.jit %t.jit.so | FileCheck %s
//
// CHECK: closed
// CHECK-NEXT: mappings after block at libomptarget:0:0
// CHECK-NEXT: DynRefCount
// CHECK-NEXT: 40 1 0 Borrowed[0:10] at info-closed-library.cpp:[[@LINE+17]]:28
// CHECK-NEXT: device 1 info: OpenMP Host-Device pointer mappings table empty
//
// INFO: mappings after block at info-closed-library.cpp:[[@LINE+30]]:1:
// INFO-NEXT: DynRefCount
// INFO: Borrowed[0:10] at info-closed-library.cpp:[[@LINE+12]]:28

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

extern "C" void ompx_dump_mapping_tables();

#ifdef LIBRARY

static int Static[4];
#pragma omp declare target to(Static)
extern "C" void mapIt(int *Borrowed) {
#pragma omp target enter data map(to : Borrowed[0 : 10])
#pragma omp target
  Static[0] = 1;
}

#else

int main(int, char **Args) {
  int *Data = static_cast<int *>(calloc(10, sizeof(int)));
  void *Library = dlopen(Args[1], RTLD_NOW);
  ((void (*)(int *))dlsym(Library, "mapIt"))(Data);
  if (dlclose(Library) || dlopen(Args[1], RTLD_NOW | RTLD_NOLOAD))
    return 1;
  puts("closed");
  ompx_dump_mapping_tables();
#pragma omp target map(to : Data[0 : 1])
  Data[0] = 1;
}

#endif
