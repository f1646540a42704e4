// Calls of the host's functions by kernels: from several threads and devices at once, in deferred regions, and by a library that comes and
// goes; a function may fork, and use devices in the child, start programs, and end this one. What is no function of the host's is an error.
// DEFINE: %{mode} = -fopenmp-targets=x86_64-pc-linux-gnu
// DEFINE: %{devices} = OMP_JIT_VGPU_ARCH=sm_90
// DEFINE: %{cc} = %clangxx -O2 -fopenmp %{mode} %s
// DEFINE: %{build} = %{cc} -fPIC -shared -DLIBRARY -o %t.so && %{cc} -o %t -ldl
// DEFINE: %{run} = env OMP_JIT_VGPU=1 OMP_TARGET_OFFLOAD=MANDATORY %{devices} %t
// DEFINE: %{all} = %{run} right %t.so | FileCheck %s && not %{run} exit | FileCheck %s --check-prefix=EXIT && not --crash %{run} null 2>&1 | FileCheck %s --check-prefix=NULL && not --crash %{run} large 2>&1 | FileCheck %s --check-prefix=LARGE
// DEFINE: %{wrong} = not --crash %{run} variable 2>&1 | FileCheck %s --check-prefix=VARIABLE
// RUN: %{build} && %{all}
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %t right %t.so | FileCheck %s
// REDEFINE: %{mode} = -fopenmp-targets=nvptx64-nvidia-cuda,amdgcn-amd-amdhsa -fopenmp-target-jit
// RUN: %{build} && %{all} && %{wrong}
// REDEFINE: %{devices} = OMP_JIT_VGPU_ARCH=sm_90,sm_90,gfx90a,gfx1100 OMP_JIT_VGPU_CHECK=1
// RUN: %{all} && %{wrong}
//
// Before its image is loaded, nobody is there for a constructor.
// RUN: %{cc} -DCONSTRUCTOR -o %t.constructor && not --crash env OMP_JIT_VGPU=1 OMP_TARGET_OFFLOAD=MANDATORY %t.constructor right 2>&1 | FileCheck %s --check-prefix=CONSTRUCTOR
// CONSTRUCTOR: __llvm_omp_host_call: no thread of the host takes calls
//
// CHECK: threads: 1600 of 1600
// CHECK-NEXT: nowait: 10
// CHECK-NEXT: fork: 7
// CHECK-NEXT: fork and use: 100
// CHECK-NEXT: program: 5
// CHECK-NEXT: libraries: 42 42
// EXIT: exits
// EXIT-NOT: after
// NULL: OT212:{{.*}} 0x0 is no function of the host's; hand the region
// VARIABLE: OT212:{{.*}} 0x{{[0-9a-f]+}} is no function of the host's; hand the region
// LARGE: OT212:{{.*}} there is no memory for its 1152921504606846976 bytes of data; hand the region

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <omp.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

extern "C" unsigned long long __llvm_omp_host_call(void *Function, void *Data,
                                                   size_t Bytes);
#pragma omp declare target to(__llvm_omp_host_call) device_type(any)

using Value = unsigned long long;

static Value callFrom(int Device, Value (*Function)(void *), size_t Bytes = 0) {
  Value Result = 0;
  void *Address = reinterpret_cast<void *>(Function);
#pragma omp target map(Result) firstprivate(Address, Bytes) device(Device)
  {
    int Data[256] = {};
    Result = __llvm_omp_host_call(Address, Data, Bytes);
  }
  return Result;
}

#ifdef LIBRARY

static Value answer(void *) { return 42; }
extern "C" Value askLibrary() { return callFrom(0, answer); }

#else

static int Variable;

static Value one(void *) { return 1; }

#ifdef CONSTRUCTOR
#pragma omp begin declare target
Value Early = __llvm_omp_host_call(reinterpret_cast<void *>(one), nullptr, 0);
#pragma omp end declare target
#endif

/// What \p Child makes of itself.
template <typename Function> static Value statusOfChild(Function Child) {
  std::fflush(stdout);
  const pid_t Id = fork();
  if (Id == 0)
    _exit(Child());
  int Status = 0;
  waitpid(Id, &Status, 0);
  return WIFEXITED(Status) ? WEXITSTATUS(Status) : 1000;
}

static Value forks(void *) {
  return statusOfChild([] { return 7; });
}

static Value forksAndUses(void *) {
  return statusOfChild([] {
    void *Address = reinterpret_cast<void *>(one);
    Value Sum = 0;
#pragma omp target teams distribute parallel for reduction(+ : Sum)            \
    firstprivate(Address)
    for (int I = 0; I < 100; ++I)
      Sum += __llvm_omp_host_call(Address, nullptr, 0);
    return int(Sum);
  });
}

static Value starts(void *) { return Value(WEXITSTATUS(system("exit 5"))); }

static Value ends(void *) {
  std::puts("exits");
  std::exit(1);
}

static Value fromThreads() {
  constexpr int Threads = 8, Calls = 200;
  std::vector<std::thread> All;
  std::vector<Value> Sums(Threads);
  for (int I = 0; I < Threads; ++I)
    All.emplace_back([I, &Sum = Sums[I]] {
      for (int Call = 0; Call < Calls; ++Call)
        Sum += callFrom(omp_get_num_devices() ? I % omp_get_num_devices()
                                              : omp_get_initial_device(),
                        one);
    });
  Value Sum = 0;
  for (int I = 0; I < Threads; ++I) {
    All[I].join();
    Sum += Sums[I];
  }
  return Sum;
}

static Value deferred() {
  void *Address = reinterpret_cast<void *>(one);
  Value Results[10] = {}, Sum = 0;
  for (Value &Each : Results)
#pragma omp target nowait map(tofrom : Each) firstprivate(Address)
    Each = __llvm_omp_host_call(Address, nullptr, 0);
#pragma omp taskwait
  for (Value Each : Results)
    Sum += Each;
  return Sum;
}

static Value fromLibrary(const char *File) {
  void *Library = dlopen(File, RTLD_NOW);
  if (!Library)
    return 0;
  const Value Result =
      reinterpret_cast<Value (*)()>(dlsym(Library, "askLibrary"))();
  dlclose(Library);
  return Result;
}

int main(int Count, char **Arguments) {
  const char *What = Arguments[1];
  if (!std::strcmp(What, "null"))
    callFrom(0, nullptr);
  if (!std::strcmp(What, "variable"))
    callFrom(0, reinterpret_cast<Value (*)(void *)>(&Variable));
  if (!std::strcmp(What, "large"))
    callFrom(0, one, size_t(1) << 60);
  if (!std::strcmp(What, "exit"))
    callFrom(0, ends);
  if (std::strcmp(What, "right")) {
    std::puts("after");
    return 0;
  }
  std::printf("threads: %llu of 1600\n", fromThreads());
  std::printf("nowait: %llu\n", deferred());
  std::printf("fork: %llu\n", callFrom(0, forks));
  std::printf("fork and use: %llu\n", callFrom(0, forksAndUses));
  std::printf("program: %llu\n", callFrom(0, starts));
  const Value First = fromLibrary(Arguments[Count - 1]);
  std::printf("libraries: %llu %llu\n", First,
              fromLibrary(Arguments[Count - 1]));
}

#endif
