// Children forked while other threads compile and launch offload, and close libraries.
// UNSUPPORTED: thread-sanitizer
// (In the child libomp opens a tool, for ever where the sanitizer's loader was in use.)
// RUN: %build-deferred -O1 -shared -fPIC -DLIBRARY %s -o %t.so
// RUN: %build-deferred -O1 %s -o %t
// RUN: env OMP_JIT_CACHE=off OMP_JIT_THRESHOLD=1000 %ours timeout 120 %t %t.so | FileCheck %s

#include <atomic>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#ifdef LIBRARY

extern "C" int work(int X) {
  int Result = 0;
#pragma omp target map(from : Result)
  Result = 100 + X;
  return Result;
}

#else

/// Compiled for each value.
static int multiply(int X) {
  int Result = 0;
#pragma omp target map(tofrom : Result)
  for (int I = 0; I < X; ++I)
    Result += X;
  return Result;
}

static bool useLibrary(const char *Path) {
  void *Library = dlopen(Path, RTLD_NOW | RTLD_LOCAL);
  auto Work = reinterpret_cast<int (*)(int)>(dlsym(Library, "work"));
  bool Right = Work(5) == 105;
  return !dlclose(Library) && Right;
}

int main(int, char **Arguments) {
  std::atomic<int> Latest = 0;
  std::atomic<bool> Stop = false;
  std::thread Compiling([&] {
    while (!Stop)
      multiply(++Latest % 400);
  });
  int Wrong = 0;
  for (int I = 0; I < 15; ++I) {
    // In the middle of the next compile.
    for (int Before = Latest; Latest == Before;)
      std::this_thread::yield();
    const int Now = Latest % 400;
    const pid_t Child = fork();
    if (Child == 0) {
      const bool Right = multiply(Now) == Now * Now;
      _exit(!Right || !useLibrary(Arguments[1]));
    }
    int Status = -1;
    waitpid(Child, &Status, 0);
    Wrong += Status != 0;
  }
  Stop = true;
  Compiling.join();
  // CHECK: wrong: 0
  printf("wrong: %d\n", Wrong);
}

#endif
