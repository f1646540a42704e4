// Interop objects hold the driver's handles: the device, its context, and a stream of the object's own.
// RUN: %clangxx -O1 -fopenmp -fopenmp-version=51 -fopenmp-targets=nvptx64-nvidia-cuda --offload-arch=sm_90 -fopenmp-target-jit %s -o %t -ldl
// RUN: env OMPJIT_STANDIN_DEVICES=sm_90,sm_90 %standin %t | FileCheck %s
// CHECK: device 1 of nvidia by cuda_driver
// CHECK: the device: 1, status 0
// CHECK: the first: 0, status 0
// CHECK: the current context is right: 1
// CHECK: the stream takes work: 0 0
// CHECK: 65 66

#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <omp.h>

int main() {
  // As a library for CUDA would.
  void *Driver = dlopen("libcuda.so.1", RTLD_NOW);
  auto SetCurrent =
      reinterpret_cast<int (*)(void *)>(dlsym(Driver, "cuCtxSetCurrent"));
  auto Retain = reinterpret_cast<int (*)(void **, int)>(
      dlsym(Driver, "cuDevicePrimaryCtxRetain"));
  auto Release = reinterpret_cast<int (*)(int)>(
      dlsym(Driver, "cuDevicePrimaryCtxRelease_v2"));
  auto Fill =
      reinterpret_cast<int (*)(unsigned long long, unsigned char, size_t,
                               void *)>(dlsym(Driver, "cuMemsetD8Async"));
  auto Wait =
      reinterpret_cast<int (*)(void *)>(dlsym(Driver, "cuStreamSynchronize"));

  omp_interop_t Object = omp_interop_none;
#pragma omp interop init(targetsync : Object) device(1)
  int Failed = 0;
  printf("device %d of %s by %s\n",
         int(omp_get_interop_int(Object, omp_ipr_device_num, &Failed)),
         omp_get_interop_str(Object, omp_ipr_vendor_name, &Failed),
         omp_get_interop_str(Object, omp_ipr_fr_name, &Failed));
  void *Context = omp_get_interop_ptr(Object, omp_ipr_device_context, &Failed);
  void *Stream = omp_get_interop_ptr(Object, omp_ipr_targetsync, &Failed);
  printf("the device: %d, status %d\n",
         int(omp_get_interop_int(Object, omp_ipr_device, &Failed)), Failed);
  omp_interop_t OfFirst = omp_interop_none;
#pragma omp interop init(target : OfFirst) device(0)
  printf("the first: %d, status %d\n",
         int(omp_get_interop_int(OfFirst, omp_ipr_device, &Failed)), Failed);
#pragma omp interop destroy(OfFirst)
  void *Primary = nullptr;
  Retain(&Primary, 1);
  printf("the current context is right: %d\n", Context == Primary);

  char Bytes[2] = {};
  auto *Memory = static_cast<char *>(omp_target_alloc(2, 1));
  SetCurrent(Context);
  int First = Fill(reinterpret_cast<unsigned long long>(Memory), 65, 2, Stream);
  int Second = Wait(Stream);
  printf("the stream takes work: %d %d\n", First, Second);
#pragma omp target is_device_ptr(Memory) device(1)
  ++Memory[1];
  omp_target_memcpy(Bytes, Memory, 2, 0, 0, omp_get_initial_device(), 1);
  printf("%d %d\n", Bytes[0], Bytes[1]);
  omp_target_free(Memory, 1);
#pragma omp interop destroy(Object)
  Release(1);
}
