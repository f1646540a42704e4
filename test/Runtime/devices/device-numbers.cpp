// Target regions know the number of their device, in every mode; on the host they have the host's.
// DEFINE: %{flags} = -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu
// RUN: %clangxx -O2 %{flags} %s -o %t && %ours %t | FileCheck %s
// RUN: %clangxx -O0 %{flags} %s -o %t && %ours %t | FileCheck %s
// RUN: %clangxx -O2 %{flags} -foffload-lto %s -o %t && %ours %t | FileCheck %s
// RUN: %clangxx -O2 %{flags} -fopenmp-target-jit %s -o %t && %ours %t | FileCheck %s
// RUN: env OMP_JIT_SPECIALIZE=none %ours %t | FileCheck %s
// RUN: env OMP_JIT=0 %ours %t | FileCheck %s
// RUN: env LD_LIBRARY_PATH=%libdir OMP_TARGET_OFFLOAD=DISABLED %t | FileCheck %s --check-prefix=HOST
// CHECK: 0: 0 device
// CHECK-NEXT: 1: 1 device
// CHECK-NEXT: 3: 3 device
// CHECK-NEXT: 4: 4 host
// CHECK-NEXT: in parallel: 2 2
// CHECK-NEXT: by address: 1 1
// HOST: 0: 0 host

#include <cstdio>
#include <initializer_list>
#include <omp.h>

static void ask(int Device) {
  int Number = -1;
  bool IsHost = false;
#pragma omp target device(Device) map(from : Number, IsHost)
  {
    Number = omp_get_device_num();
    IsHost = omp_is_initial_device();
  }
  std::printf("%d: %d %s\n", Device, Number, IsHost ? "host" : "device");
}

/// The routine in constants, equal ones among them.
struct Routine {
  int (*Ask)();
  int Number;
};
static const Routine Routines[] = {
    {omp_get_num_threads, 0}, {omp_get_device_num, 1}, {omp_get_device_num, 1}};
#pragma omp declare target(Routines)

int main() {
  if (!omp_get_num_devices()) {
    ask(0);
    return 0;
  }
  for (int Device : {0, 1, 3, omp_get_initial_device()})
    ask(Device);
  int Least = 99, Most = -1;
#pragma omp target teams distribute parallel for device(2)                     \
    reduction(min : Least) reduction(max : Most)
  for (int I = 0; I < 100; ++I) {
    const int Mine = omp_get_device_num();
    Least = Mine < Least ? Mine : Least;
    Most = Mine > Most ? Mine : Most;
  }
  std::printf("in parallel: %d %d\n", Least, Most);
#pragma omp target device(1) map(from : Least) map(to : Most)
  Least = Routines[Most - 1].Ask() + Routines[Most].Ask() - 1;
  std::printf("by address: %d %d\n", Least, Routines[Most].Number);
}
