// Of a program's images a GPU gets the one that serves it best: one for its features,
// else one for its kind, else one for its family. Where none fits, the message says
// what each is for.
// DEFINE: %{devices} = gfx90a
// DEFINE: %{program} =
// DEFINE: %{run} = env OMPJIT_STANDIN_EMULATE=0 OMPJIT_STANDIN_DEVICES=%{devices} LIBOMPTARGET_DEBUG=1 %standin %{program}
//
// The GPU is a gfx90a:sramecc+:xnack-. The wrapper sorts images by name.
// DEFINE: %{features} = --offload-arch=gfx90a:sramecc+:xnack-,gfx90a:xnack+,gfx90a:xnack-
// REDEFINE: %{program} = %t.features
// RUN: %clangxx -O2 -fopenmp -foffload-lto %{features} %s -o %t.features
// RUN: %{run} 2>&1 | FileCheck %s --check-prefixes=THREE,FEATURES
// RUN: %clangxx -O2 -fopenmp %{features} %s -o %t.features
// RUN: %{run} 2>&1 | FileCheck %s --check-prefixes=THREE,FEATURES
// THREE: [[FIRST:0x[0-9a-f]+]] is an image for amdgcn
// THREE: [[SECOND:0x[0-9a-f]+]] is an image for amdgcn
// THREE: [[THIRD:0x[0-9a-f]+]] is an image for amdgcn
// FEATURES: does not take the image [[SECOND]]: the image is for gfx90a:xnack+, GPU 0 is a gfx90a:sramecc+:xnack-
// FEATURES: loaded the image at [[FIRST]],
// FEATURES: found the kernel __omp_offloading_{{.*}}main_l{{[0-9]+}} in the image [[FIRST]]
//
// What leaves a feature open runs on both kinds.
// REDEFINE: %{program} = %t.plain
// RUN: %clangxx -O2 -fopenmp -foffload-lto --offload-arch=gfx90a,gfx942 %s -o %t.plain
// RUN: %{run} 2>&1 | FileCheck %s --check-prefixes=PLAIN
// PLAIN: [[FIRST:0x[0-9a-f]+]] is an image for amdgcn
// PLAIN: [[SECOND:0x[0-9a-f]+]] is an image for amdgcn
// PLAIN: does not take the image [[SECOND]]: the image is for gfx942, GPU 0 is a gfx90a:sramecc+:xnack-
// PLAIN: loaded the image at [[FIRST]],
//
// Compression is for HIP's fat binaries: images of OpenMP are there as they are, as with the packaged clang.
// RUN: %clangxx -O2 -fopenmp --offload-compress --offload-compression-level=3 --offload-arch=gfx90a,gfx942 %s -o %t.plain
// RUN: %{run} 2>&1 | FileCheck %s --check-prefixes=PLAIN
//
// Two GPUs of different kinds each get their own.
// REDEFINE: %{devices} = gfx942,gfx90a
// RUN: env OMP_DEFAULT_DEVICE=0 %{run} 2>&1 | FileCheck %s --check-prefixes=OTHERS,OTHER0
// RUN: env OMP_DEFAULT_DEVICE=1 %{run} 2>&1 | FileCheck %s --check-prefixes=OTHERS,OTHER1
// OTHERS: [[FIRST:0x[0-9a-f]+]] is an image for amdgcn
// OTHERS: [[SECOND:0x[0-9a-f]+]] is an image for amdgcn
// OTHER0: device 0: loaded the image at [[SECOND]],
// OTHER1: device 1: loaded the image at [[FIRST]],
//
// An image for a family serves those of its members that have none of their own.
// REDEFINE: %{program} = %t.generic
// RUN: %clangxx -O2 -fopenmp -foffload-lto --offload-arch=gfx9-generic,gfx906,gfx11-generic %s -o %t.generic
// REDEFINE: %{devices} = gfx906
// RUN: %{run} 2>&1 | FileCheck %s --check-prefixes=THREE,MEMBER
// MEMBER: does not take the image [[FIRST]]: the image is for gfx11-generic, GPU 0 is a gfx906:sramecc+:xnack-
// MEMBER: loaded the image at [[THIRD]],
// REDEFINE: %{devices} = gfx900
// RUN: %{run} 2>&1 | FileCheck %s --check-prefixes=THREE,FAMILY
// FAMILY: does not take the image [[THIRD]]: the image is for gfx906, GPU 0 is a gfx900:xnack-
// FAMILY: loaded the image at [[SECOND]],
// REDEFINE: %{devices} = gfx1151
// RUN: %{run} 2>&1 | FileCheck %s --check-prefixes=THREE,FAMILY11
// FAMILY11: loaded the image at [[FIRST]],
//
// Nothing fits.
// REDEFINE: %{devices} = gfx90a
// RUN: not --crash %{run} 2>&1 | FileCheck %s --check-prefix=NOTHING
// NOTHING: error OT201: device 0: the program has no device code that this device can run: the image is for gfx11-generic, GPU 0 is a gfx90a:sramecc+:xnack-, and the image is for gfx9-generic, GPU 0 is a gfx90a:sramecc+:xnack-, and the image is for gfx906, GPU 0 is a gfx90a:sramecc+:xnack-; compile for this device
// REDEFINE: %{program} = %t.xnack
// RUN: %clangxx -O2 -fopenmp -foffload-lto --offload-arch=gfx90a:xnack+ %s -o %t.xnack
// RUN: not --crash %{run} 2>&1 | FileCheck %s --check-prefix=XNACK
// XNACK: error OT201: {{.*}}: the image is for gfx90a:xnack+, GPU 0 is a gfx90a:sramecc+:xnack-; compile for this device
int main() {
  int A[64] = {};
#pragma omp target teams distribute parallel for
  for (int I = 0; I < 64; ++I)
    A[I] = I;
}
