// Inside of regions devices have the numbers and the unique names that they have on the host, also where there are several kinds of devices.
// DEFINE: %{build} = %clangxx -O2 -fopenmp -fopenmp-targets=nvptx64-nvidia-cuda,amdgcn-amd-amdhsa,x86_64-pc-linux-gnu
// DEFINE: %{run} = env OMP_JIT_VGPU=1 OMP_JIT_VGPU_ARCH=sm_90,gfx90a,sm_90 OMP_TARGET_OFFLOAD=MANDATORY
// RUN: %{build} -fopenmp-target-jit %s -o %t
// RUN: %{run} %t | FileCheck %s
// RUN: %{run} %t | FileCheck %s
// RUN: %{run} OMP_JIT_SPECIALIZE=none %t | FileCheck %s
// RUN: %{run} OMP_JIT=0 %t | FileCheck %s
// RUN: %{run} OMP_JIT_VGPU_CHECK=1 %t | FileCheck %s
// RUN: %clangxx -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu %s -o %t.ahead
// RUN: env OMP_TARGET_OFFLOAD=MANDATORY %t.ahead | FileCheck %s --check-prefix=HOST
// CHECK: vgpu-gfx90a-0: device 0 of 7
// CHECK-NEXT: vgpu-sm_90-0: device 1 of 7
// CHECK-NEXT: vgpu-sm_90-1: device 2 of 7
// CHECK-NEXT: host-0{{.*}}: device 3 of 7
// CHECK: right
// HOST: host-3{{.*}}: device 3 of 4
// HOST: right

#include <cstdio>
#include <cstring>
#include <omp.h>

struct Numbered {
  int Number;
  Numbered() : Number(omp_get_device_num()) {}
};
#pragma omp begin declare target
Numbered Constructed;
#pragma omp end declare target

static int NumWrong = 0;

static void expect(const char *What, bool Is) {
  if (!Is)
    std::printf("wrong: %s\n", What);
  NumWrong += !Is;
}

int main() {
  const int Count = omp_get_num_devices();
  for (int Device = 0; Device < Count; ++Device) {
    char Uid[64] = {}, Other[64] = {}, Host[8] = {}, Initial[8] = {};
    int Number = -1, NumDevices = -1, AtStart = -1, Back = -1, Nobody = 0,
        OfNull = 0, HostNumber = -1;
    bool HasMore = true;
#pragma omp target device(Device)                                              \
    map(from : Uid, Other, Host, Initial, Number, NumDevices, AtStart, Back,   \
            Nobody, OfNull, HostNumber, HasMore)
    {
      Number = omp_get_device_num();
      NumDevices = omp_get_num_devices();
      AtStart = Constructed.Number;
      std::strcpy(Uid, omp_get_uid_from_device(Number));
      std::strcpy(Other, omp_get_uid_from_device((Number + 1) % NumDevices));
      std::strcpy(Host, omp_get_uid_from_device(NumDevices));
      std::strcpy(Initial, omp_get_uid_from_device(-1));
      Back = omp_get_device_from_uid(Uid);
      HostNumber = omp_get_device_from_uid("HOST");
      Nobody = omp_get_device_from_uid("vgpu");
      OfNull = omp_get_device_from_uid(nullptr);
      HasMore = omp_get_uid_from_device(NumDevices + 1) ||
                omp_get_uid_from_device(omp_invalid_device);
    }
    std::printf("%s: device %d of %d\n", Uid, Number, NumDevices);
    const char *Next = omp_get_uid_from_device((Device + 1) % Count);
    expect("number", Number == Device && NumDevices == Count);
    if (Count == 7 && Device < 3) // GPUs.
      expect("number in a constructor", AtStart == Device);
    expect("own name", !std::strcmp(Uid, omp_get_uid_from_device(Device)));
    expect("another's name", !std::strcmp(Other, Next));
    expect("host", !std::strcmp(Host, "HOST") && HostNumber == Count);
    expect("initial device", !std::strcmp(Initial, "HOST"));
    expect("back", Back == Device);
    expect("nobody", Nobody == omp_invalid_device);
    expect("null", OfNull == omp_invalid_device && !HasMore);
  }
  expect("initial device, on the host",
         !std::strcmp(omp_get_uid_from_device(-1), "HOST"));
  if (!NumWrong)
    std::printf("right\n");
}
