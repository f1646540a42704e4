// A program that has neither OpenMP nor C++ opens a library that has both; what its device code uses is found.
// RUN: %packaged_clangxx -O2 -Wl,--as-needed -DPROGRAM %s -o %t
// RUN: readelf -d %t | not grep 'libm\.\|libstdc++\|libomp'
// RUN: %build -O2 -fPIC -shared %s -o %t.packaged.so
// RUN: %ours %t %t.packaged.so | FileCheck %s
// RUN: %clangxx -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -O2 -fPIC -shared %s -o %t.aot.so
// RUN: %ours %t %t.aot.so | FileCheck %s
// RUN: %theirs %t %t.aot.so | FileCheck %s
// RUN: %build-deferred -O2 -fPIC -shared %s -o %t.jit.so
// RUN: %ours %t %t.jit.so | FileCheck %s
//
// CHECK: right

#ifdef PROGRAM

#include <dlfcn.h>
#include <stdio.h>

int main(int, char **Arguments) {
  void *Library = dlopen(Arguments[1], RTLD_NOW | RTLD_LOCAL);
  if (!Library) {
    puts(dlerror());
    return 1;
  }
  auto Work = (bool (*)(int))dlsym(Library, "work");
  puts(Work(40) ? "right" : "wrong");
}

#else

#include <math.h>
#include <string>

// libomp, libm, libgcc (the division) and the C++ library.
extern "C" bool work(int N) {
  double Sum = 0;
  long Length = 0;
  long Third = 0;
#pragma omp target teams distribute parallel for reduction(+ : Sum)
  for (int I = 0; I < N; ++I)
    Sum += sin(double(I) / N);
#pragma omp target map(from : Length, Third)
  {
    std::string Text;
    for (int I = 0; I < N; ++I)
      Text += "abc";
    Length = long(Text.size());
    Third = long((__int128(N) << 70) / (__int128(3) << 70));
  }
  double Expected = 0;
  for (int I = 0; I < N; ++I)
    Expected += sin(double(I) / N);
  return fabs(Sum - Expected) < 1e-9 && Length == 3 * N && Third == N / 3;
}

#endif
