// A program that fails on a GPU is told of at the end: which step, its status, and what it said.
// RUN: env OMPJIT_THOROUGH=1 not %run-gpus --changed=none --checked --levels=O0 --gpus=sm_90,gfx90a %t %s >%t.log
// RUN: FileCheck %s --input-file=%t.log
// RUN: env OMPJIT_THOROUGH=1 not %run-gpus --changed=none --levels=O0 --gpus=sm_90 %t %s -DWRONG >%t.log
// RUN: FileCheck %s --input-file=%t.log --check-prefix=WRONG

#include <cstdio>

#ifdef WRONG
#error It does not compile.
#endif

int main() {
  int Value = 1;
#pragma omp target map(tofrom : Value)
  {
#ifdef __NVPTX__
    ++Value;
#endif
#ifdef __AMDGPU__
    if (Value == 1)
      __builtin_trap();
#endif
    Value += 0;
  }
  printf("value %d\n", Value);
}

// CHECK:      host built {{[0-9.]+}} s, host {{[0-9.]+}} s
// CHECK:      6 failed:
// CHECK-NEXT: failed: nvptx.O0, sm_90.specialised: status 0 ({{.*}}OMP_JIT_VGPU_ARCH=sm_90
// CHECK-NEXT:   1c1
// CHECK-NEXT:   < value 1
// CHECK-NEXT:   ---
// CHECK-NEXT:   > value 2
// CHECK-NEXT: failed: nvptx.O0, sm_90.unspecialised: status 0
// CHECK:      failed: nvptx.O0, sm_90.checked: status 0 ({{.*}}OMP_JIT_VGPU_CHECK=1
// CHECK:      failed: wave64.O0, gfx90a.specialised: status 134
// CHECK-NEXT:   omptarget: error OT108: {{.*}}: a trap
// CHECK:      failed: wave64.O0, gfx90a.unspecialised: status 134
// CHECK:      failed: wave64.O0, gfx90a.checked: status 134

// WRONG:      2 failed:
// WRONG-NEXT: failed: host: not built: -O2
// WRONG-NEXT:   {{.*}}error: It does not compile.
// WRONG:      failed: nvptx.O0: not built: -O0
