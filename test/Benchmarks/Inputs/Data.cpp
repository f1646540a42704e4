// Data constructs and memory routines on one buffer: Data DIVISOR

#include "Timing.h"

#include <omp.h>

using namespace bench;

namespace {

constexpr int Batches = 40, PerBatch = 500;
constexpr int Small = 1 << 10, Large = 1 << 20, Huge = 1 << 24;

char SmallBuffer[Small], LargeBuffer[Large];

void enterExitSmall() {
#pragma omp target enter data map(to : SmallBuffer)
#pragma omp target exit data map(from : SmallBuffer)
}

void enterExitLarge() {
#pragma omp target enter data map(to : LargeBuffer)
#pragma omp target exit data map(from : LargeBuffer)
}

void structured() {
#pragma omp target data map(tofrom : SmallBuffer)
  {
  }
}

void update() {
#pragma omp target update to(SmallBuffer)
}

void reportConstructs() {
  report("enter-exit",
         timeCalls(Batches, PerBatch, [](int) { enterExitSmall(); }));
  report("structured", timeCalls(Batches, PerBatch, [](int) { structured(); }));
  report("enter-exit-large",
         timeCalls(Batches, 4, [](int) { enterExitLarge(); }));
#pragma omp target enter data map(to : SmallBuffer)
  report("enter-exit-present",
         timeCalls(Batches, PerBatch, [](int) { enterExitSmall(); }));
  report("update", timeCalls(Batches, PerBatch, [](int) { update(); }));
#pragma omp target exit data map(from : SmallBuffer)
}

/// Copies \p Size bytes to the device, where they lie in one direction only.
double copyTo(void *Device, void *Host, int Size, int Count) {
  return timeCalls(Batches, Count, [=](int) {
    omp_target_memcpy(Device, Host, size_t(Size), 0, 0,
                      omp_get_default_device(), omp_get_initial_device());
  });
}

void reportRoutines() {
  const int Id = omp_get_default_device();
  void *Device = omp_target_alloc(Huge, Id);
  std::vector<char> Host(Huge, 1);
  report("memcpy-64", copyTo(Device, Host.data(), 64, PerBatch));
  report("memcpy-16M", copyTo(Device, Host.data(), Huge, 1));
  omp_target_free(Device, Id);
  report("alloc-free", timeCalls(Batches, PerBatch, [=](int) {
           omp_target_free(omp_target_alloc(Small, Id), Id);
         }));
}

} // namespace

int main(int, char **Arguments) {
  setDivisor(Arguments[1]);
  reportConstructs();
  reportRoutines();
  return 0;
}
