// Threads open and close libraries with device code while others launch.
//
// The constructors and destructors of the libraries offload too, with the
// dynamic linker's lock held, while the runtime has it open images.
//
// UNSUPPORTED: thread-sanitizer
// (It runs the exit handlers of closed libraries when the program ends.)
// RUN: %build -O1 -shared -fPIC -DLIBRARY %s -o %t.0.so
// RUN: cp %t.0.so %t.1.so && cp %t.0.so %t.2.so && cp %t.0.so %t.3.so
// RUN: %build -O1 %s -o %t
// RUN: %ours timeout 120 %t %t 12 | FileCheck %s
//
// Deferred: nothing compiled yet, all on disk, and a compile for each opening.
// RUN: %build-deferred -O1 -shared -fPIC -DLIBRARY %s -o %t.jit.0.so
// RUN: cp %t.jit.0.so %t.jit.1.so && cp %t.jit.0.so %t.jit.2.so
// RUN: %build-deferred -O1 -shared -fPIC -DLIBRARY -DOTHER %s -o %t.jit.3.so
// RUN: %build-deferred -O1 %s -o %t.jit
// RUN: rm -rf %t.cache && env OMP_JIT_CACHE_DIR=%t.cache %ours timeout 120 %t.jit %t.jit 12 | FileCheck %s
// RUN: env OMP_JIT_CACHE_DIR=%t.cache %ours timeout 120 %t.jit %t.jit 12 | FileCheck %s
// RUN: env OMP_JIT_CACHE=off %ours timeout 120 %t.jit %t.jit 2 | FileCheck %s

#include <atomic>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string>
#include <thread>
#include <vector>

#ifdef LIBRARY

#pragma omp begin declare target
static int Offset = 100;
#ifdef OTHER // Another image, compiled for itself.
int Unused = 1;
#endif
#pragma omp end declare target

extern "C" int work(int X) {
  int Result = 0;
#pragma omp target map(from : Result)
  Result = Offset + X;
  return Result;
}

static struct Life {
  int Begin = work(1);
  ~Life() {
    if (Begin != 101 || work(2) != 102)
      abort();
  }
} Lives;

#else

static std::atomic<int> Wrong = 0;

static void openAndClose(const std::string &Path, int Rounds) {
  for (int I = 0; I < Rounds; ++I) {
    void *Library = dlopen(Path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!Library) {
      fprintf(stderr, "%s\n", dlerror());
      ++Wrong;
      return;
    }
    auto Work = reinterpret_cast<int (*)(int)>(dlsym(Library, "work"));
    Wrong += Work(I) != 100 + I;
    dlclose(Library);
  }
}

int main(int, char **Arguments) {
  const std::string Base = Arguments[1];
  const int Rounds = atoi(Arguments[2]);
  std::atomic<bool> Stop = false;
  // No device is open when it begins.
  std::thread Busy([&] {
    int Value = 0, Expected = 0;
    while (!Stop) {
#pragma omp target map(tofrom : Value)
      ++Value;
      ++Expected;
    }
    Wrong += Value != Expected;
  });
  std::vector<std::thread> Threads;
  for (int T = 0; T < 4; ++T)
    Threads.emplace_back(openAndClose, Base + "." + std::to_string(T) + ".so",
                         Rounds);
  // Two threads share a library.
  Threads.emplace_back(openAndClose, Base + ".0.so", Rounds);
  for (std::thread &Each : Threads)
    Each.join();
  Stop = true;
  Busy.join();
  // CHECK: wrong: 0
  printf("wrong: %d\n", Wrong.load());
}

#endif
