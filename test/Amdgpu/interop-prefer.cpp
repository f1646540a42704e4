// `prefer_type` chooses among the runtimes of the device, in files for any device; `target` beside `targetsync` takes nothing away.
// DEFINE: %{cc} = %clangxx -fopenmp -fopenmp-version=51 -fopenmp-targets=nvptx64-nvidia-cuda,amdgcn-amd-amdhsa -fopenmp-target-jit
// RUN: %{cc} -O2 %s -o %t
// DEFINE: %{gpus} = gfx90a
// DEFINE: %{run} = env OMPJIT_STANDIN_DEVICES=%{gpus} %standin %t
// RUN: %{run} | FileCheck %s --check-prefix=AMD
// REDEFINE: %{gpus} = sm_90
// RUN: %{run} | FileCheck %s --check-prefix=NVIDIA
// RUN: %{cc} -O0 -g %s -o %t && %{run} | FileCheck %s --check-prefix=NVIDIA
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %t | FileCheck %s --check-prefix=NONE
// AMD: plain: hsa with a queue
// AMD-NEXT: hip, then cuda: hip with a queue
// AMD-NEXT: numbers: hip with a queue
// AMD-NEXT: both kinds: hsa with a queue
// AMD-NEXT: several: hsa without, hip with a queue
// AMD-NEXT: plain: hsa with a queue
// AMD-NEXT: in a template: hip with a queue
// NVIDIA: plain: cuda_driver with a queue
// NVIDIA-NEXT: hip, then cuda: cuda with a queue
// NVIDIA-NEXT: numbers: cuda with a queue
// NVIDIA-NEXT: both kinds: cuda with a queue
// NVIDIA-NEXT: several: cuda_driver without, cuda with a queue
// NVIDIA-NEXT: plain: cuda_driver with a queue
// NVIDIA-NEXT: in a template: cuda_driver with a queue
// NONE: plain: none

#include <cstdio>
#include <omp.h>

static const char *nameOf(omp_interop_t Object) {
  int Code = 0;
  const char *Name = omp_get_interop_str(Object, omp_ipr_fr_name, &Code);
  return Name ? Name : "none";
}

static const char *queueOf(omp_interop_t Object) {
  int Code = 0;
  return omp_get_interop_ptr(Object, omp_ipr_targetsync, &Code)
             ? " with a queue"
             : " without";
}

template <int Runtime> static void inTemplate(omp_interop_t &Object) {
#pragma omp interop init(prefer_type(Runtime), targetsync : Object)
}

static void plain() {
  omp_interop_t Object = omp_interop_none;
#pragma omp interop init(targetsync : Object)
  std::printf("plain: %s%s\n", nameOf(Object), queueOf(Object));
#pragma omp interop destroy(Object)
}

int main() {
#pragma omp target
  {
  }
  plain();
  omp_interop_t Object = omp_interop_none, Other = omp_interop_none;
#pragma omp interop init(prefer_type("hip", "cuda"), targetsync : Object)
  std::printf("hip, then cuda: %s%s\n", nameOf(Object), queueOf(Object));
#pragma omp interop destroy(Object)

#pragma omp interop init(prefer_type(omp_ifr_sycl, omp_ifr_hip, omp_ifr_cuda), \
                             targetsync : Object)
  std::printf("numbers: %s%s\n", nameOf(Object), queueOf(Object));
#pragma omp interop destroy(Object)

#pragma omp interop init(prefer_type("cuda", "hsa"), target,                   \
                             targetsync : Object)
  std::printf("both kinds: %s%s\n", nameOf(Object), queueOf(Object));
#pragma omp interop destroy(Object)

#pragma omp interop init(target : Object)                                      \
    init(prefer_type("hip", "cuda"), targetsync : Other)
  std::printf("several: %s%s, ", nameOf(Object), queueOf(Object));
  std::printf("%s%s\n", nameOf(Other), queueOf(Other));
#pragma omp interop destroy(Object)
#pragma omp interop destroy(Other)
  plain();

  inTemplate<5>(Object);
  std::printf("in a template: %s%s\n", nameOf(Object), queueOf(Object));
#pragma omp interop destroy(Object)
}
