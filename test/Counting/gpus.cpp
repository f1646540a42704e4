// Kernels for GPUs count exactly, though all of their threads count at the same time; what they counted becomes weights of branches.
// RUN: rm -rf %t.cache && %build-gpus %s -o %t
// DEFINE: %{gpu} =
// DEFINE: %{run} = %count env OMP_JIT_VGPU=1 OMP_JIT_VGPU_ARCH=%{gpu} %t 2> %t.err && FileCheck %s --check-prefix=COUNT --input-file=%t.err && \
// DEFINE:   %use env OMP_JIT_VGPU=1 OMP_JIT_VGPU_ARCH=%{gpu} %t 2> %t.err && FileCheck %s --check-prefix=USE --input-file=%t.err && \
// DEFINE:   cat %t.dump/*.after.ll | FileCheck %s
// REDEFINE: %{gpu} = sm_90
// RUN: %{run}
// REDEFINE: %{gpu} = gfx90a
// RUN: %{run}
// COUNT-DAG: what [[First:__omp_offloading_[^ ]*main[^ ]*]] counted is kept for later runs
// COUNT-DAG: compiled [[First]] for device 0 {{.*}}; it counts
// USE: compiled {{.*}}main{{.*}}; by what earlier runs counted
// 4096 iterations, of which 128 do something else.
// CHECK: !{!"branch_weights", i32 128, i32 3968}

// In machine code of GPUs these are additions to global memory whose results nobody waits for.
// DEFINE: %{dump} = rm -rf %t.dump && %count env OMP_JIT_DUMP=%t.dump OMP_JIT_VGPU=1 OMP_JIT_VGPU_ARCH=%{gpu} %t 2> %t.err
// REDEFINE: %{gpu} = sm_90
// RUN: %{dump} && llc -mcpu=sm_90 -O2 %t.dump/*main*.after.ll -o - | FileCheck %s --check-prefix=PTX
// PTX: .visible .global .align 8 .b8 __omp_jit_counters[
// PTX: __omp_jit_counters
// PTX: {{red|atom}}{{.*}}.global.add.u64
// REDEFINE: %{gpu} = gfx90a
// RUN: %{dump} && llc -mcpu=gfx90a -O2 %t.dump/*main*.after.ll -o - | FileCheck %s --check-prefix=GCN
// GCN: global_atomic_add_x2 v{{[0-9]+}}, v[{{[0-9:]+}}], s[
// GCN: .size __omp_jit_counters
int main() {
  long Sum = 0;
#pragma omp target teams distribute parallel for reduction(+ : Sum)
  for (int I = 0; I < 4096; ++I) {
    unsigned Value = I;
    if (I % 32 == 5)
      for (int Turn = 0; Turn < I + 10; ++Turn)
        Value = Value * Value + Turn;
    Sum += Value;
  }
  return Sum == 0;
}
