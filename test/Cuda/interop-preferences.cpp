// Programs that prefer CUDA's runtime get its view of the same handles; those that prefer what nobody knows get the driver's.
// RUN: %clangxx -O1 -fopenmp -fopenmp-version=51 -fopenmp-targets=nvptx64-nvidia-cuda --offload-arch=sm_90 -fopenmp-target-jit %s -o %t
// RUN: env OMPJIT_STANDIN_DEVICES=sm_90,sm_80 %standin %t | FileCheck %s
// CHECK: nothing: cuda_driver 2, device 1 is a CUdevice, context 0, CUstream
// CHECK: cuda: cuda 1, device 1 is a int, context 1, cudaStream_t
// CHECK: cuda_driver: cuda_driver 2
// CHECK: hip, sycl, cuda: cuda 1
// CHECK: unknown, hip: cuda_driver 2
// CHECK: no list: cuda_driver 2
// CHECK: the same for the same preferences: 1, for others: 0

#include <cstdint>
#include <cstdio>
#include <omp.h>
#include <vector>

// As a compiler passes them.
struct Preference {
  int32_t Runtime;
  uint32_t Attributes;
  int64_t ImplementationAttributes;
};
struct Context {
  uint32_t Version, Flags;
  int32_t Thread;
};

extern "C" {
omp_interop_t __tgt_interop_get(void *, int32_t Type, int64_t Device,
                                int32_t Count, const Preference *, Context *,
                                void *);
int __tgt_interop_release(void *, omp_interop_t, Context *, void *);
}

namespace {

enum { Cuda = 1, CudaDriver = 2, Sycl = 4, Hip = 5, Unknown = 99 };
constexpr int32_t TargetSync = 1;
Context Plain = {0, 0, 0}, Dispatch = {0, 1, 0};

omp_interop_t get(std::vector<int> Runtimes, Context &In) {
  std::vector<Preference> List;
  for (int Each : Runtimes)
    List.push_back({Each, 0, 0});
  return __tgt_interop_get(nullptr, TargetSync, 1, int32_t(List.size()),
                           List.data(), &In, nullptr);
}

void say(const char *What, omp_interop_t Object) {
  int OfContext = 7;
  omp_get_interop_ptr(Object, omp_ipr_device_context, &OfContext);
  std::printf("%s: %s %d, device %d is a %s, context %d, %s\n", What,
              omp_get_interop_str(Object, omp_ipr_fr_name, nullptr),
              int(omp_get_interop_int(Object, omp_ipr_fr_id, nullptr)),
              int(omp_get_interop_int(Object, omp_ipr_device, nullptr)),
              omp_get_interop_type_desc(Object, omp_ipr_device), OfContext,
              omp_get_interop_type_desc(Object, omp_ipr_targetsync));
  if (!omp_get_interop_ptr(Object, omp_ipr_targetsync, nullptr))
    std::puts("there is no stream");
  __tgt_interop_release(nullptr, Object, &Plain, nullptr);
}

} // namespace

int main() {
  say("nothing", get({}, Plain));
  say("cuda", get({Cuda}, Plain));
  say("cuda_driver", get({CudaDriver, Cuda}, Plain));
  say("hip, sycl, cuda", get({Hip, Sycl, Cuda}, Plain));
  say("unknown, hip", get({Unknown, Hip}, Plain));
  say("no list",
      __tgt_interop_get(nullptr, TargetSync, 1, 3, nullptr, &Plain, nullptr));
  omp_interop_t Mine = get({Cuda}, Dispatch);
  std::printf("the same for the same preferences: %d, for others: %d\n",
              Mine == get({Cuda}, Dispatch),
              Mine == get({CudaDriver}, Dispatch) || Mine == get({}, Dispatch));
}
