// Entry points that clang 22 leaves alone and other programs call do what they are named for.
// RUN: %build -O2 %s -o %t
// RUN: %ours %t > %t.ours && %theirs %t > %t.theirs
// RUN: diff %t.ours %t.theirs
// RUN: %build-deferred -O2 %s -o %t.jit
// RUN: %ours %t.jit > %t.deferred && diff %t.deferred %t.theirs

#include "check.h"

#include <cstdint>
#include <omp.h>

struct Arguments;

extern "C" {
void __tgt_register_requires(int64_t);
void __tgt_init_all_rtls();
void __tgt_rtl_init();
void __tgt_rtl_deinit();
void *llvm_omp_target_alloc_device(size_t, int);
void llvm_omp_target_free_device(void *, int);
int __tgt_target_kernel_nowait(void *, int64_t, int, int, void *, Arguments *,
                               int, void *, int, void *);
}

static int Launches = 0;

// Takes the place of the runtime's for this program.
extern "C" [[gnu::visibility("hidden")]] int
__tgt_target_kernel(void *Location, int64_t Device, int Teams, int Limit,
                    void *Region, Arguments *A) {
  ++Launches;
  return __tgt_target_kernel_nowait(Location, Device, Teams, Limit, Region, A,
                                    0, nullptr, 0, nullptr);
}

static int region(int X) {
  int Y = 0;
#pragma omp target map(from : Y)
  Y = omp_is_initial_device() ? -1 : X + 1;
  return Y;
}

static void testMemory() {
  auto *Memory = (int *)llvm_omp_target_alloc_device(400, 1);
  int Back = 0;
#pragma omp target device(1) is_device_ptr(Memory)
  Memory[99] = 7;
  check("copied", !omp_target_memcpy(&Back, Memory, sizeof(int), 0, 396,
                                     omp_get_initial_device(), 1));
  checkValue("written", Back, 7);
  llvm_omp_target_free_device(Memory, 1);
}

int main() {
  __tgt_register_requires(1);
  __tgt_init_all_rtls();
  __tgt_rtl_init();
  checkValue("devices", omp_get_num_devices(), 4);
  testMemory();
  checkValue("launched", region(4), 5);
  __tgt_rtl_deinit();
  checkValue("as long as the program uses it", region(5), 6);
  checkValue("launches", Launches, 3);
  return finish();
}
