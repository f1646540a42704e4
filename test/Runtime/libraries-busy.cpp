// A library that is closed while other regions run is unloaded once they are over, and its variables are no other's that comes to its place.
// Sanitizers keep what was closed.
// UNSUPPORTED: sanitizer
// RUN: rm -rf %t.images
// RUN: %build -O1 -pthread %s -o %t.ahead
// RUN: %build -O1 -shared -fPIC -DLIBRARY %s -o %t.ahead.so
// RUN: %build-deferred -O1 -pthread %s -o %t.deferred
// RUN: %build-deferred -O1 -shared -fPIC -DLIBRARY %s -o %t.deferred.so
// DEFINE: %{program} =
// DEFINE: %{run} = env LIBOMPTARGET_IMAGE_FOLDER=%t.images %ours %{program} %{program}.so | FileCheck %s
// REDEFINE: %{program} = %t.ahead
// RUN: %{run}
// REDEFINE: %{program} = %t.deferred
// RUN: %{run}
// CHECK: right, at most {{[1-8]$}}

#ifdef LIBRARY

#pragma omp begin declare target
int Counter = 100;
#pragma omp end declare target

extern "C" int count() {
  int Now = 0;
#pragma omp target map(from : Now)
  Now = ++Counter;
#pragma omp target update from(Counter)
  return Now == Counter ? Now : -1;
}

#else

#include <atomic>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <thread>

/// How much code of the library there is; a program's own is one.
static int countLoaded() {
  char Line[4096];
  int Count = 0;
  FILE *Maps = std::fopen("/proc/self/maps", "r");
  while (std::fgets(Line, sizeof(Line), Maps))
    Count += std::strstr(Line, ".images/") && std::strstr(Line, "r-xp");
  std::fclose(Maps);
  return Count;
}

static bool countsOnce(const char *Path) {
  void *Library = dlopen(Path, RTLD_NOW | RTLD_LOCAL);
  if (!Library)
    return false;
  auto *Count = reinterpret_cast<int (*)()>(dlsym(Library, "count"));
  const bool IsRight = Count() == 101 && Count() == 102;
  dlclose(Library);
  return IsRight;
}

int main(int, char **Arguments) {
  std::atomic<bool> IsOver = false;
  std::thread Busy([&] {
    for (int Sum = 0; !IsOver;) {
#pragma omp target map(tofrom : Sum)
      for (int I = 0; I < 100000; ++I)
        Sum = Sum * 3 + I;
    }
  });
  bool IsRight = true;
  for (int I = 0; I < 20; ++I)
    IsRight &= countsOnce(Arguments[1]);
  IsOver = true;
  Busy.join();
  IsRight &= countsOnce(Arguments[1]);
  std::printf("%s, at most %d\n", IsRight ? "right" : "wrong", countLoaded());
}

#endif
