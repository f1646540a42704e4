// Shared libraries with device code are opened, used, closed and opened again.
// UNSUPPORTED: thread-sanitizer
// (It runs the exit handlers of closed libraries when the program ends.)
// RUN: %build -O2 -fPIC -shared -DLIBRARY=1 %s -o %t.1.so
// RUN: %build -O2 -fPIC -shared -DLIBRARY=2 %s -o %t.2.so
// RUN: %build -O2 %s -o %t
// RUN: %ours %t %t.1.so %t.2.so
//
// Also where the program itself knows nothing of devices.
// RUN: %packaged_clangxx -O2 -I%S/../../Offload/Inputs -DPLAIN %s -o %t.plain
// RUN: %ours %t.plain %t.1.so %t.2.so
//
// And where the device code is compiled at run time, in all of them or in one.
// RUN: %build-deferred -O2 -fPIC -shared -DLIBRARY=1 %s -o %t.deferred.1.so
// RUN: %build-deferred -O2 -fPIC -shared -DLIBRARY=2 %s -o %t.deferred.2.so
// RUN: %build-deferred -O2 %s -o %t.deferred
// RUN: %ours %t.deferred %t.deferred.1.so %t.deferred.2.so
// RUN: %ours %t.plain %t.deferred.1.so %t.deferred.2.so
// RUN: %ours %t %t.1.so %t.deferred.2.so
// RUN: %ours %t.deferred %t.deferred.1.so %t.2.so

#include "check.h"

#include <dlfcn.h>
#ifndef PLAIN
#include <omp.h>
#endif

#ifdef LIBRARY

// The same line in both libraries: kernels of the same name.
#pragma omp begin declare target
static int State = 100 * LIBRARY;
#pragma omp end declare target

extern "C" int work(int X) {
  int Result = 0;
#pragma omp target map(from : Result)
  {
    State += X;
    Result = State;
  }
  return Result;
}

#else

typedef int (*Work)(int);

int main(int, char **Args) {
#ifndef PLAIN
  int Own = 0;
#pragma omp target map(from : Own)
  Own = 1;
  checkValue("own region", Own, 1);
#endif
  for (int Round = 0; Round < 20; ++Round) {
    void *First = dlopen(Args[1], RTLD_NOW | RTLD_LOCAL);
    void *Second = dlopen(Args[2], RTLD_NOW | RTLD_LOCAL);
    if (!First || !Second) {
      printf("%s\n", dlerror());
      return 1;
    }
    Work One = (Work)dlsym(First, "work"), Two = (Work)dlsym(Second, "work");
    checkValue("first", One(1), 101);
    checkValue("second", Two(1), 201);
    checkValue("first again", One(2), 103);
#ifndef PLAIN
    checkValue("devices", omp_get_num_devices(), 4);
#endif
    dlclose(First);
    checkValue("second without the first", Two(2), 203);
    dlclose(Second);
  }
  return finish();
}

#endif
