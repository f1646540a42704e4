// A program can hold code for another host beside that for this one; it runs as if it had only the latter.
// DEFINE: %{cc} = %clangxx -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu,aarch64-linux-gnu %s
// RUN: %{cc} -o %t.ahead && env OMP_TARGET_OFFLOAD=MANDATORY %t.ahead | FileCheck %s
// RUN: %{cc} -foffload-lto -o %t.lto && env OMP_TARGET_OFFLOAD=MANDATORY %t.lto | FileCheck %s
// RUN: %{cc} -fopenmp-target-jit -o %t.jit && env OMP_TARGET_OFFLOAD=MANDATORY %t.jit | FileCheck %s
// CHECK: 496.0
// RUN: env LIBOMPTARGET_DEBUG=1 %t.ahead 2>&1 | FileCheck %s --check-prefix=KNOWN
// KNOWN: is an ELF file for aarch64, the plugins serve x86_64, nvptx64, amdgcn
//
// A program with nothing else says what is missing, and runs on the host.
// RUN: %clangxx -O2 -fopenmp -fopenmp-targets=aarch64-linux-gnu -fopenmp-target-jit %s -o %t.other
// RUN: %t.other 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: it is for aarch64-unknown-linux-gnu, which no plugin serves
// OTHER: 496.0
//
// Packages are compiled for any processor.
// RUN: rm -rf %t.images && mkdir %t.images
// RUN: %builddir/bin/ompjit-compile --triple=aarch64-unknown-linux-gnu --arch=armv8.2-a,neoverse-v1 --output=%t.images %t.jit | FileCheck %s --check-prefix=COMPILED
// COMPILED: armv8.2-a.__omp_offloading_main_l[[#]]:
// COMPILED: neoverse-v1.__omp_offloading_main_l[[#]]:
// RUN: llvm-readelf -h -d %t.images/neoverse-v1.__omp_offloading_main_*.so | FileCheck %s --check-prefix=IMAGE
// IMAGE: Machine: AArch64
// IMAGE: Shared library: [libomp.so.5]
// RUN: llvm-objdump -d %t.images/neoverse-v1.__omp_offloading_main_*.so | FileCheck %s --check-prefix=SVE
// SVE: z[[#]].d
// RUN: not %builddir/bin/ompjit-compile --triple=aarch64-unknown-linux-gnu --arch=x86-64-v3 %t.jit 2>&1 | FileCheck %s --check-prefix=ARCH
// ARCH: 'x86-64-v3' is not a CPU of the target aarch64-unknown-linux-gnu

extern "C" int printf(const char *, ...);

int main() {
  double Values[32], Sum = 0;
  for (int I = 0; I != 32; ++I)
    Values[I] = I;
#pragma omp target teams distribute parallel for reduction(+ : Sum)            \
    map(tofrom : Values)
  for (int I = 0; I < 32; ++I) {
    Values[I] *= 2;
    Sum += Values[I] / 2;
  }
  printf("%.1f\n", Sum);
}
