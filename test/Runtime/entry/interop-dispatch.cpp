// OpenMP 6.0's entry points: the object of a dispatch belongs to its thread, and a task wait waits for it.
// RUN: rm -rf %t && mkdir %t && cp -a %libdir/libomptarget.so* %t && ln -s %libdir/libompjit-*.so %t
// RUN: %packaged_clangxx -shared -fPIC -I%sourcedir/offload/include -DREAL_PLUGIN='"%libdir/libomptarget.rtl.host.so"' %S/../Inputs/talking-plugin.cpp -o %t/libomptarget.rtl.host.so
// RUN: %build -O2 %s -o %t/program
// RUN: env LIBOMPTARGET_HOST_QUEUES=0 LD_LIBRARY_PATH=%t:%packaged_libdir %t/program | FileCheck %s
// RUN: %build-deferred -O2 %s -o %t/deferred
// RUN: env LIBOMPTARGET_HOST_QUEUES=0 LD_LIBRARY_PATH=%t:%packaged_libdir %t/deferred | FileCheck %s
//
// CHECK: plugin: queue
// CHECK-NEXT: same 1
// CHECK-NEXT: plugin: queue
// CHECK-NEXT: same 0
// CHECK-NEXT: release 0
// CHECK-NEXT: plugin: wait
// CHECK-NEXT: done
// CHECK-NEXT: synchronised
// CHECK-NEXT: use 0
// CHECK-NEXT: plugin: wait
// CHECK-NEXT: use 0
// CHECK-NEXT: none -1 -1

#include <omp.h>
#include <stdint.h>
#include <stdio.h>

struct Context {
  uint32_t Version, Flags;
  int32_t Thread;
};

extern "C" {
omp_interop_t __tgt_interop_get(void *, int32_t, int64_t, int32_t, void *,
                                Context *, void *);
int __tgt_interop_use60(void *, omp_interop_t, Context *, void *);
int __tgt_interop_release(void *, omp_interop_t, Context *, void *);
void __tgt_target_sync(void *, int32_t, void *, void *);
int ompx_interop_add_completion_callback(omp_interop_t, void (*)(void *),
                                         void *);
}

int main() {
  setvbuf(stdout, nullptr, _IOLBF, 0);
#pragma omp target
  {
  }
  constexpr uint32_t Dispatch = 1, NoWait = 2;
  Context First = {0, Dispatch, 0}, Second = {0, Dispatch, 1};
  omp_interop_t Mine =
      __tgt_interop_get(nullptr, 1, 0, 0, nullptr, &First, nullptr);
  printf("same %d\n",
         Mine == __tgt_interop_get(nullptr, 1, 0, 0, nullptr, &First, nullptr));
  printf("same %d\n", Mine == __tgt_interop_get(nullptr, 1, 0, 0, nullptr,
                                                &Second, nullptr));
  ompx_interop_add_completion_callback(
      Mine, [](void *) { puts("done"); }, nullptr);
  printf("release %d\n", __tgt_interop_release(nullptr, Mine, &First, nullptr));
  __tgt_target_sync(nullptr, 0, nullptr, nullptr);
  puts("synchronised");
  Context Later = {0, NoWait, 0};
  printf("use %d\n", __tgt_interop_use60(nullptr, Mine, &Later, nullptr));
  printf("use %d\n", __tgt_interop_use60(nullptr, Mine, &First, nullptr));
  printf("none %d %d\n", __tgt_interop_use60(nullptr, nullptr, &First, nullptr),
         __tgt_interop_release(nullptr, nullptr, &First, nullptr));
  return 0;
}
