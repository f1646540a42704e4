// Device code that is handed a function's host address calls the device's function: as an
// argument, in mapped data, and from a library; compared with a function it is that function's; addresses of its own stay what they are.
// The host device is no exception.
// RUN: %clangxx -O2 -fPIC -shared -DLIBRARY -fopenmp -fopenmp-targets=nvptx64-nvidia-cuda,amdgcn-amd-amdhsa -fopenmp-target-jit %s -o %t.so
// DEFINE: %{level} = -O2
// DEFINE: %{build} = %clangxx %{level} -fopenmp -fopenmp-targets=nvptx64-nvidia-cuda,amdgcn-amd-amdhsa -fopenmp-target-jit %s -o %t -ldl
// DEFINE: %{run} = env OMP_JIT_VGPU=1 OMP_TARGET_OFFLOAD=MANDATORY %t %t.so
// RUN: %{build} && %{run} | FileCheck %s
// RUN: env OMP_JIT_VGPU_CHECK=1 %{run} | FileCheck %s
// REDEFINE: %{level} = -O0
// RUN: %{build} && %{run} | FileCheck %s
// CHECK: device 0: 2 112 111 102 112 1112 7
// CHECK-NEXT: with a library: 105 1105 102
// CHECK-NEXT: without it: 2 112 111 102 112 1112 7
// CHECK: device 1: 2 112 111 102 112 1112 7
// CHECK-NEXT: with a library: 105 1105 102
// CHECK-NEXT: without it: 2 112 111 102 112 1112 7

// DEFINE: %{mode} =
// DEFINE: %{on_host} = %clangxx %{level} -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu %{mode} %s
// DEFINE: %{build_on_host} = %{on_host} -fPIC -shared -DLIBRARY -o %t.so && %{on_host} -o %t -ldl
// DEFINE: %{run_on_host} = env OMP_TARGET_OFFLOAD=MANDATORY %t %t.so
// RUN: %{build_on_host} && %{run_on_host} | FileCheck --check-prefix=HOST %s
// REDEFINE: %{level} = -O2 -g
// RUN: %{build_on_host} && %{run_on_host} | FileCheck --check-prefix=HOST %s
// REDEFINE: %{mode} = -foffload-lto
// RUN: %{build_on_host} && %{run_on_host} | FileCheck --check-prefix=HOST %s
// REDEFINE: %{mode} = -fopenmp-target-jit
// RUN: %{build_on_host} && env OMP_JIT_ASYNC=0 %{run_on_host} | FileCheck --check-prefix=HOST %s
// HOST: device 0: 2 112 111 102 112 1112 7
// HOST-NEXT: with a library: 105 1105 102
// HOST-NEXT: without it: 2 112 111 102 112 1112 7

#include <cstdio>
#include <omp.h>

using Function = int(int);

/// 100 says that it is the device's.
#pragma omp begin declare target
static int Place = 0;
static int place() { return Place; }
#pragma omp end declare target

static void setPlace(int Device) {
#pragma omp target device(Device)
  Place = 100;
}

#ifdef LIBRARY

#pragma omp begin declare target indirect
int five(int X) { return place() + 5 * X; }
#pragma omp end declare target

extern "C" Function *getFive() { return five; }

/// Calls what the program has, here.
extern "C" int callHere(Function *F, int Device) {
  setPlace(Device);
  int Result = 0;
#pragma omp target map(from : Result) firstprivate(F) device(Device)
  Result = F(1);
  return Result;
}

#else

#include <dlfcn.h>

#pragma omp begin declare target indirect
int two(int X) { return place() + 2 * X; }
int twelve(int X) { return place() + 12 * X; }
#pragma omp end declare target

#pragma omp begin declare target
__attribute__((noinline)) static int seven(int X) { return 7 * X; }
Function *volatile Own = nullptr;
#pragma omp end declare target

struct Pair {
  Function *Functions[2];
};

static int call(Function *F, int Device) {
  int Result = 0;
#pragma omp target map(from : Result) firstprivate(F) device(Device)
  Result = F(1);
  return Result;
}

static int callInParallel(Function *F, int Device) {
  int Results[10] = {};
#pragma omp target teams distribute parallel for map(from : Results)           \
    device(Device)
  for (int I = 0; I < 10; ++I)
    Results[I] = F(1);
  int Sum = 0;
  for (int Each : Results)
    Sum += Each;
  return Sum + 1000 - 9 * Results[0];
}

static int callMapped(int Device) {
  Pair Both = {{two, twelve}};
  int Result = 0;
#pragma omp target map(to : Both) map(from : Result) device(Device)
  {
    Pair *volatile Place = &Both;
    Result = Place->Functions[1](1);
  }
  return Result;
}

/// Which of the functions it is, by its address alone.
static int which(Function *F, int Device) {
  int Result = 0;
#pragma omp target map(from : Result) firstprivate(F) device(Device)
  {
    Function *volatile Copy = F;
    Result = (Copy == two ? 2 : 0) + (F == twelve ? 12 : 0) +
             (F != two ? 100 : 0) + (F == nullptr ? 1000 : 0);
  }
  return Result;
}

/// What is captured by itself is the device's already; what is mapped is not.
static int whichCaptured(Function *F, int Device) {
  Function *InMemory = F;
  int Result = 0;
#pragma omp target map(from : Result) map(to : InMemory) device(Device)
  Result = (F == two) + 10 * (InMemory == two) + 100 * (F(1) == InMemory(1));
  return Result;
}

static int callOwn(int Device) {
  int Result = 0;
#pragma omp target map(from : Result) device(Device)
  {
    Own = seven;
    Result = Own(1);
  }
  return Result;
}

static void all(int Device) {
  std::printf("%d %d ", which(two, Device), which(twelve, Device));
  std::printf("%d ", whichCaptured(two, Device));
  std::printf("%d %d %d %d\n", call(two, Device), callMapped(Device),
              callInParallel(twelve, Device), callOwn(Device));
}

int main(int, char **Arguments) {
  for (int Device = 0; Device < omp_get_num_devices(); ++Device) {
    std::printf("device %d: ", Device);
    setPlace(Device);
    all(Device);
    void *Library = dlopen(Arguments[1], RTLD_NOW);
    if (!Library)
      return 1;
    auto *GetFive =
        reinterpret_cast<Function *(*)()>(dlsym(Library, "getFive"));
    auto *CallHere =
        reinterpret_cast<int (*)(Function *, int)>(dlsym(Library, "callHere"));
    std::printf("with a library: %d %d %d\n", CallHere(GetFive(), Device),
                1000 + call(GetFive(), Device), CallHere(two, Device));
    dlclose(Library);
    std::printf("without it: ");
    all(Device);
  }
}

#endif
