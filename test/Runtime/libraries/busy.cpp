// A library that is closed while other regions run is unloaded once those are over that ran then, however many follow without a
// pause, and its variables are no other's that comes to its place.
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
#include <chrono>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <thread>

/// How many images are loaded.
static int countLoaded() {
  char Line[4096];
  int Count = 0;
  FILE *Maps = std::fopen("/proc/self/maps", "r");
  while (std::fgets(Line, sizeof(Line), Maps))
    Count += std::strstr(Line, ".images/") && std::strstr(Line, " 00000000 ");
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
  const auto Launch = [&] {
    for (int Sum = 0; !IsOver;) {
#pragma omp target map(tofrom : Sum)
      for (int I = 0; I < 1000; ++I)
        Sum = Sum * 3 + I;
    }
  };
  std::thread Busy[] = {std::thread(Launch), std::thread(Launch),
                        std::thread(Launch)};
  bool IsRight = true;
  for (int I = 0; I < 50; ++I)
    IsRight &= countsOnce(Arguments[1]);
  // A launch takes long where its thread has no processor.
  for (int I = 0; I < 200 && countLoaded() > 8; ++I) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    IsRight &= countsOnce(Arguments[1]);
  }
  const int NumLoaded = countLoaded();
  IsOver = true;
  for (std::thread &Each : Busy)
    Each.join();
  IsRight &= countsOnce(Arguments[1]);
  std::printf("%s, at most %d\n", IsRight ? "right" : "wrong", NumLoaded);
}

#endif
