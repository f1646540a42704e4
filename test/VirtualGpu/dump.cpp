// OMP_JIT_DUMP shows a GPU's kernel before it is specialised and after, what it becomes for the processor
// that plays the GPU, and keeps debug information.
// RUN: export OMP_JIT_ASYNC=0
// RUN: %clangxx -g -O2 -fopenmp --offload-arch=sm_90 -fopenmp-target-jit %s -o %t.nvptx
// RUN: %clangxx -g -O2 -fopenmp --offload-arch=gfx90a -fopenmp-target-jit %s -o %t.amdgcn
// DEFINE: %{run} = env OMP_JIT_VGPU=1 OMP_TARGET_OFFLOAD=MANDATORY OMP_JIT_CACHE=memory
// DEFINE: %{target} =
// DEFINE: %{check} = FileCheck %s --check-prefixes=%{target}
// RUN: rm -rf %t.nvptx.dump %t.amdgcn.dump
// RUN: %{run} OMP_JIT_VGPU_ARCH=sm_90 OMP_JIT_DUMP=%t.nvptx.dump %t.nvptx
// RUN: %{run} OMP_JIT_VGPU_ARCH=gfx90a OMP_JIT_DUMP=%t.amdgcn.dump %t.amdgcn
// REDEFINE: %{target} = TXT,TXT-NVPTX
// RUN: %{check} < %t.nvptx.dump/*scale*.txt
// REDEFINE: %{target} = TXT,TXT-AMDGCN
// RUN: %{check} < %t.amdgcn.dump/*scale*.txt
// REDEFINE: %{target} = BEFORE,NVPTX
// RUN: %{check} < %t.nvptx.dump/*scale*.before.ll
// REDEFINE: %{target} = AFTER,NVPTX
// RUN: %{check} < %t.nvptx.dump/*scale*.after.ll
// REDEFINE: %{target} = BEFORE,AMDGCN
// RUN: %{check} < %t.amdgcn.dump/*scale*.before.ll
// REDEFINE: %{target} = AFTER,AMDGCN
// RUN: %{check} < %t.amdgcn.dump/*scale*.after.ll
// REDEFINE: %{target} = LOWERED
// RUN: %{check} < %t.nvptx.dump/*scale*.lowered.ll
// RUN: %{check} < %t.amdgcn.dump/*scale*.lowered.ll
// REDEFINE: %{target} = ASM
// RUN: %{check} < %t.nvptx.dump/*scale*.s
// RUN: %{check} < %t.amdgcn.dump/*scale*.s

// TXT: kernel: __omp_offloading_{{.*}}scale
// TXT-NVPTX: triple: nvptx64-nvidia-cuda
// TXT-NVPTX: arch: sm_90
// TXT-AMDGCN: triple: amdgcn-amd-amdhsa
// TXT-AMDGCN: arch: gfx90a
// TXT: emulated on: x86-64
// TXT: fact: parameter [[#]] = 1234567 (0x12d687)
// TXT: fact: the number of teams = 2 (0x2)
// TXT: outcome: compiled

// NVPTX: target triple = "nvptx64-nvidia-cuda"
// NVPTX: define {{.*}}ptx_kernel void @__omp_offloading_{{.*}}scale{{.*}} !dbg
// AMDGCN: target triple = "amdgcn-amd-amdhsa"
// AMDGCN: define {{.*}}amdgpu_kernel void @__omp_offloading_{{.*}}scale{{.*}} !dbg
// BEFORE-NOT: 1234567
// BEFORE: mul {{.*}}, !dbg
// BEFORE-NOT: 1234567
// BEFORE: !DILocation(line: [[#@LINE+13]]
// AFTER: mul {{.*}}1234567{{.*}}, !dbg [[WHERE:![0-9]+]]
// AFTER: [[WHERE]] = !DILocation(line: [[#@LINE+11]]

// LOWERED: target triple = "x86_64-pc-linux-gnu"
// LOWERED: 1234567
// ASM: __omp_offloading_{{.*}}scale{{.*}}:
// ASM: 1234567

extern "C" void scale(long *Data, long Factor, int Count) {
#pragma omp target teams distribute parallel for num_teams(2)                  \
    map(tofrom : Data[ : Count])
  for (int I = 0; I < Count; ++I)
    Data[I] *= Factor;
}

int main() {
  long Data[8] = {1, 1, 1, 1, 1, 1, 1, 1};
  scale(Data, 1234567, 8);
  for (long Each : Data)
    if (Each != 1234567)
      return 1;
}
