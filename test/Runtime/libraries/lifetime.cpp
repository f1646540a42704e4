// A library whose constructors and destructors offload, with device globals of its own, is opened and closed again and again.
// UNSUPPORTED: thread-sanitizer
// (It runs the exit handlers of closed libraries when the program ends.)
// RUN: %build -O2 -fPIC -shared -DLIBRARY %s -o %t.so
// RUN: %build -O2 -rdynamic %s -o %t && %ours %t %t.so | FileCheck %s
// RUN: %build-deferred -O2 -fPIC -shared -DLIBRARY %s -o %t.jit.so
// RUN: %build-deferred -O2 -rdynamic %s -o %t.jit && %ours %t.jit %t.jit.so | FileCheck %s
// RUN: %ours %t %t.jit.so | FileCheck %s
// RUN: %ours %t.jit %t.so | FileCheck %s
//
// Each time its device globals are made anew: 1 + 2, to which the host's
// constructor is the first to add 10.
// CHECK: library 1: constructor 13
// CHECK-NEXT: library 1: work 23
// CHECK-NEXT: library 1: destructor 33
// CHECK-NEXT: library 2: constructor 13
// CHECK-NEXT: library 2: work 23
// CHECK-NEXT: library 2: destructor 33
// CHECK-NEXT: rounds 30, wrong 0

#include <stdio.h>

#ifdef LIBRARY

#pragma omp begin declare target
struct Sum {
  int Value;
  Sum(int A, int B) : Value(A + B) {}
};
int First = 1;
Sum Made(First, 2);
#pragma omp end declare target

static int add() {
  int Result = 0;
#pragma omp target map(from : Result)
  {
    Made.Value += 10;
    Result = Made.Value;
  }
  return Result;
}

/// The program's.
extern "C" void tell(const char *What, int Value);

extern "C" int work() {
  int Result = add();
  tell("work", Result);
  return Result;
}

static struct Life {
  Life() { tell("constructor", add()); }
  ~Life() { tell("destructor", add()); }
} Lives;

#else

#include <dlfcn.h>

static int Round = 0, Wrong = 0, Step = 0;

extern "C" __attribute__((visibility("default"))) void tell(const char *What,
                                                            int Value) {
  Wrong += Value != 13 + 10 * Step++;
  if (Round <= 2)
    printf("library %d: %s %d\n", Round, What, Value);
}

int main(int, char **Args) {
  int Own = 0;
#pragma omp target map(from : Own)
  Own = 1;
  Wrong += Own != 1;
  for (Round = 1; Round <= 30; ++Round) {
    Step = 0;
    void *Library = dlopen(Args[1], RTLD_NOW | RTLD_LOCAL);
    if (!Library) {
      printf("%s\n", dlerror());
      return 1;
    }
    reinterpret_cast<int (*)()>(dlsym(Library, "work"))();
    dlclose(Library);
    Wrong += Step != 3;
  }
  printf("rounds %d, wrong %d\n", Round - 1, Wrong);
  return Wrong != 0;
}

#endif
