// Teams, threads and the pushed trip count of an older launch arrive at the plugin; the trip count is for one launch.
// RUN: rm -rf %t && mkdir %t && cp -a %libdir/libomptarget.so* %t
// RUN: %packaged_clangxx -shared -fPIC -I%sourcedir/offload/include -DREAL_PLUGIN='"%libdir/libomptarget.rtl.host.so"' %S/../Inputs/talking-plugin.cpp -o %t/libomptarget.rtl.host.so
// RUN: %build -O2 %s -o %t/program
// RUN: env LIBOMPTARGET_HOST_QUEUES=0 LD_LIBRARY_PATH=%t:%packaged_libdir %t/program | FileCheck %s
//
// CHECK: plugin: launch form 1, 4294967295 teams x 1 x 1, 0 threads x 1 x 1, 1000 trips, 0 bytes
// CHECK-NEXT: plugin: launch form 1, 5 teams x 1 x 1, 6 threads x 1 x 1, 0 trips, 0 bytes
// CHECK-NEXT: plugin: launch form 1, 5 teams x 1 x 1, 6 threads x 1 x 1, 77 trips, 0 bytes

#include <stdint.h>

extern "C" {
int __tgt_target_mapper(void *, int64_t, void *, int, void **, void **,
                        int64_t *, int64_t *, void **, void **);
int __tgt_target_teams_mapper(void *, int64_t, void *, int, void **, void **,
                              int64_t *, int64_t *, void **, void **, int, int);
void __kmpc_push_target_tripcount(int64_t, uint64_t);
void __kmpc_push_target_tripcount_mapper(void *, int64_t, uint64_t);
}

static int Launch = 0;

// Takes the place of the runtime's for this program.
extern "C" [[gnu::visibility("hidden")]] int
__tgt_target_kernel(void *Location, int64_t Device, int, int, void *Region,
                    void *) {
  if (Launch++ == 0)
    return __tgt_target_mapper(Location, Device, Region, 0, nullptr, nullptr,
                               nullptr, nullptr, nullptr, nullptr);
  return __tgt_target_teams_mapper(Location, Device, Region, 0, nullptr,
                                   nullptr, nullptr, nullptr, nullptr, nullptr,
                                   5, 6);
}

static void run() {
#pragma omp target
  {
  }
}

int main() {
  __kmpc_push_target_tripcount_mapper(nullptr, -1, 1000);
  run();
  run();
  __kmpc_push_target_tripcount(-1, 77);
  run();
  return 0;
}
