// OMP_JIT_DUMP shows what is compiled, before and after, with debug information, and does so again where
// the images are on disk. A folder that cannot be made is one warning.
// RUN: %clangxx -g -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit %s -o %t
// DEFINE: %{run} = env OMP_JIT_CACHE=disk OMP_JIT_CACHE_DIR=%t.cache OMP_JIT_ASYNC=0
// RUN: rm -rf %t.cache %t.dump* %t.file
// RUN: %{run} OMP_JIT_DUMP=%t.dump %t
// RUN: FileCheck %s --check-prefix=TXT < %t.dump/*.txt
// RUN: FileCheck %s --check-prefix=BEFORE < %t.dump/*.before.ll
// RUN: FileCheck %s --check-prefix=AFTER < %t.dump/*.after.ll
// RUN: FileCheck %s --check-prefix=ASM < %t.dump/*.s
// RUN: llvm-dwarfdump --name=Factor %t.dump/*.so | FileCheck %s --check-prefix=DWARF
// RUN: %{run} OMP_JIT_DUMP=%t.dump.again/%%p %t
// RUN: diff <(cat %t.dump/*.ll) <(cat %t.dump.again/*/*.ll)
// RUN: echo > %t.file
// RUN: %{run} OMP_JIT_DUMP=%t.file %t 2>&1 | FileCheck %s --check-prefix=FAILED

// TXT: image: kernel
// TXT: kernel: __omp_offloading_{{.*}}scale
// TXT: triple: x86_64-pc-linux-gnu
// TXT: options: O3
// TXT: fact: parameter [[#]] = 1234567 (0x12d687)
// TXT: times: load
// TXT: outcome: compiled

// BEFORE: define {{.*}}@__omp_offloading_{{.*}}scale{{.*}} !dbg
// BEFORE: mul {{.*}}, !dbg
// BEFORE-NOT: 1234567
// BEFORE: !DILocalVariable(name: "Factor"

// AFTER: define {{.*}}@__omp_offloading_{{.*}}scale{{.*}} !dbg
// AFTER: mul {{.*}}, {{(splat \(i64 )?}}1234567{{\)?}}, !dbg [[WHERE:![0-9]+]]
// AFTER: !DILocalVariable(name: "Factor"
// AFTER: [[WHERE]] = !DILocation(line: [[#@LINE+13]]

// ASM: __omp_offloading_{{.*}}scale{{.*}}:
// ASM: imulq $1234567
// ASM: .section{{.*}}.debug_info

// DWARF: DW_AT_const_value{{.*}}1234567

// FAILED: omp-jit: warning: OMP_JIT_DUMP: the folder {{.*}}.file cannot be made: {{.*}}; nothing more is dumped
// FAILED-NOT: warning

extern "C" void scale(long *Data, long Factor) {
#pragma omp target map(tofrom : Data[ : 1])
  Data[0] *= Factor;
}

int main() {
  long One = 1;
  scale(&One, 1234567);
  return One != 1234567;
}
