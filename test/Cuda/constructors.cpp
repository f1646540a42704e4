// The constructors of an image's variables run when it is loaded, those with a low
// priority first, and the destructors when it is unloaded, however it was made.
// REQUIRES: ptxas
// RUN: %clangxx -O1 %s -o %t -ldl
// DEFINE: %{flags} =
// DEFINE: %{build} = %clangxx -O1 -fPIC -shared -DLIBRARY -fopenmp -fopenmp-targets=nvptx64-nvidia-cuda --offload-arch=sm_90 %{flags} %s %S/Inputs/constructors-second.cpp -o %t.so
// DEFINE: %{run} = env OMPJIT_STANDIN_EMULATE=0 OMP_JIT_CACHE=memory OMPJIT_STANDIN_LOG=%t.log %standin %t %t.so
// RUN: rm -f %t.log && %{build} && %{run} && FileCheck %s --input-file=%t.log
// REDEFINE: %{flags} = -foffload-lto
// RUN: rm -f %t.log && %{build} && %{run} && FileCheck %s --input-file=%t.log
// REDEFINE: %{flags} = -fopenmp-target-jit
// RUN: rm -f %t.log && %{build} && %{run} && FileCheck %s --input-file=%t.log
//
// CHECK: cuModuleGetGlobal_v2({{.*}}name=__init_array_object__GLOBAL__I_000101_{{.*}}_101) = 0
// CHECK: cuModuleGetGlobal_v2({{.*}}name=__init_array_object__GLOBAL__I_000200_{{.*}}_200) = 0
// CHECK: cuModuleGetGlobal_v2({{.*}}name=__init_array_object__GLOBAL__sub_I_constructors_{{.*}}_65535) = 0
// CHECK: cuModuleGetGlobal_v2({{.*}}name=__init_array_object__GLOBAL__sub_I_constructors_second_{{.*}}_65535) = 0
// CHECK: cuMemcpyHtoDAsync_v2({{.*}}bytes=32,
// CHECK: cuLaunchKernel({{.*}}grid=1x1x1, block=1x1x1, {{.*}} nvptx$device$init
// CHECK-COUNT-2: cuLaunchKernel({{.*}} __omp_offloading_
// CHECK-COUNT-4: cuModuleGetGlobal_v2({{.*}}name=__fini_array_object_
// CHECK: cuMemcpyHtoDAsync_v2({{.*}}bytes=32,
// CHECK: cuLaunchKernel({{.*}}grid=1x1x1, block=1x1x1, {{.*}} nvptx$device$fini
// CHECK: cuModuleUnload(

#ifdef LIBRARY

#pragma omp begin declare target
int Calls = 0;
/// The optimiser does not know.
__attribute__((noinline)) int tripled(int Value) {
#if defined(__NVPTX__)
  __asm__ volatile("" ::: "memory");
#endif
  return 3 * Value;
}
struct Counted {
  explicit Counted(int By) : Value(tripled(By)), Self(this) { ++Calls; }
  ~Counted() { Value = tripled(Value); }
  int Value;
  Counted *Self;
};
__attribute__((init_priority(200))) Counted Second(2);
__attribute__((init_priority(101))) Counted First(1);
Counted Third(3), Fourth(4);
#pragma omp end declare target

int second();

extern "C" int use() {
  int Sum = 0;
#pragma omp target map(from : Sum)
  Sum = First.Value + Second.Value + Third.Value + Fourth.Value;
  return Sum + second();
}

#else

#include <dlfcn.h>

int main(int, char **Arguments) {
  void *Library = dlopen(Arguments[1], RTLD_NOW);
  if (!Library)
    return 1;
  reinterpret_cast<int (*)()>(dlsym(Library, "use"))();
  return dlclose(Library);
}

#endif
