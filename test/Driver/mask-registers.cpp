// What is put into a mask register of AVX-512 stays there if an instruction changes the register later, which LLVM 22
// does not see: in code for the host and its device, ahead of time and from links.
// DEFINE: %{build} = %clangxx -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -march=skylake-avx512 -Xopenmp-target=x86_64-pc-linux-gnu -march=skylake-avx512
// RUN: %{build} -c %s -o %t.o && llvm-objdump -d %t.o | FileCheck %s
// RUN: %{build} --offload-device-only -S %s -o - | FileCheck %s
// RUN: rm -rf %t && mkdir %t && cd %t && %{build} -foffload-lto=full -save-temps %s -o full && llvm-objdump -d full.x86_64-pc-linux-gnu.skylake-avx512.img | FileCheck %s
// RUN: cd %t && %{build} -foffload-lto=thin -save-temps %s -o thin && llvm-objdump -d thin.x86_64-pc-linux-gnu.skylake-avx512.img | FileCheck %s
// CHECK: vpmovd2m
// CHECK: kmovb
// CHECK: kshiftrb ${{0x4|4}}, %k0, %k0
// CHECK-NOT: vmovmskps

#include <immintrin.h>

int main() {
  constexpr int N = 64;
  int A[8 * N] = {}, Out[N];
#pragma omp target teams distribute parallel for map(to : A) map(from : Out)
  for (int I = 0; I < N; ++I) {
    __m256i X = _mm256_loadu_si256((const __m256i *)(A + 8 * I));
    __asm__ volatile("" : "+v"(X)); // In a register.
    __mmask8 Signs = _mm256_movepi32_mask(X);
    const int Count = __builtin_popcount(_cvtmask8_u32(Signs));
    __asm__ volatile("kshiftrb $4, %0, %0" : "+k"(Signs));
    Out[I] = Count + int(_cvtmask8_u32(Signs));
  }
}
