// A tool is told of the images of shared libraries that come and go.
//
// UNSUPPORTED: thread-sanitizer
// (It runs the exit handlers of closed libraries when the program ends.)
// RUN: %build -O1 -fPIC -shared -DLIBRARY %s -o %t.so
// RUN: %build -O1 -I%S/Inputs %s -o %t -ldl
// RUN: env TOOL=e %ours %t %t.so | FileCheck %s --implicit-check-not=load
// RUN: %build-deferred -O1 -fPIC -shared -DLIBRARY %s -o %t.jit.so
// RUN: %build-deferred -O1 -I%S/Inputs %s -o %t.jit -ldl
// RUN: env TOOL=e %ours %t.jit %t.jit.so | FileCheck %s --implicit-check-not=load
//
// CHECK: load 0 bytes=1 host=1 module=0
// CHECK-NEXT: target_emi 1 begin
// CHECK: -- open
// CHECK: load 0 bytes=1 host=1 module=1
// CHECK-NEXT: target_emi 1 begin
// CHECK: -- close
// CHECK-NEXT: unload 0 module=1
// CHECK-NEXT: -- open
// CHECK-NEXT: load 0 bytes=1 host=1 module=2
// CHECK-NEXT: target_emi 1 begin
// CHECK: -- close
// CHECK-NEXT: unload 0 module=2
// CHECK-NEXT: finalize 0

#ifdef LIBRARY

extern "C" void work() {
#pragma omp target
  {
  }
}

#else

#include "ompt-tool.h"

#include <dlfcn.h>

int main(int, char **Args) {
#pragma omp target
  {
  }
  for (int I = 0; I < 2; ++I) {
    puts("-- open");
    void *Library = dlopen(Args[1], RTLD_NOW);
    ((void (*)())dlsym(Library, "work"))();
    puts("-- close");
    dlclose(Library);
  }
}

#endif
