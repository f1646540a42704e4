// Of a program's images a GPU gets the one that serves it best: a cubin of its kind,
// the newest cubin of an older one of its major version, PTX. Where none fits, the
// message says what each is for.
// REQUIRES: ptxas
// RUN: rm -rf %t && mkdir %t
// RUN: %clangxx -O2 -fopenmp --offload-arch=sm_75,sm_80,sm_86 -foffload-lto --cuda-include-ptx=sm_80 %s -o %t/prog
// DEFINE: %{devices} =
// DEFINE: %{program} = %t/prog
// DEFINE: %{run} = env LD_LIBRARY_PATH=%builddir/standin OMPJIT_STANDIN_EMULATE=0 OMPJIT_STANDIN_DEVICES=%{devices} OMPJIT_STANDIN_DRIVER=13000 OMP_TARGET_OFFLOAD=MANDATORY LIBOMPTARGET_DEBUG=1
//
// REDEFINE: %{devices} = sm_86
// RUN: %{run} %{program} 2>&1 | FileCheck %s --check-prefixes=ALL,OWN
// ALL: [[FIRST:0x[0-9a-f]+]] is an image for nvptx64
// ALL: [[SECOND:0x[0-9a-f]+]] is an image for nvptx64
// ALL: [[THIRD:0x[0-9a-f]+]] is an image for nvptx64
// OWN: does not take the image [[FIRST]]: the image is a cubin for sm_75
// OWN: loaded the image at [[THIRD]],
// REDEFINE: %{devices} = sm_89
// RUN: %{run} %{program} 2>&1 | FileCheck %s --check-prefixes=ALL,OWN
// The one for sm_86 is too new.
// REDEFINE: %{devices} = sm_80
// RUN: %{run} %{program} 2>&1 | FileCheck %s --check-prefixes=ALL,OLDER
// OLDER: does not take the image [[THIRD]]: the image is a cubin for sm_86, GPU 0 is an sm_80
// OLDER: loaded the image at [[SECOND]],
// PTX serves newer GPUs, if their driver knows its version.
// REDEFINE: %{devices} = sm_90
// RUN: %{run} %{program} 2>&1 | FileCheck %s --check-prefix=PTX
// PTX-DAG: does not take {{.*}}the image is a cubin for sm_86, GPU 0 is an sm_90
// PTX-DAG: does not take {{.*}}the image is a cubin for sm_80, GPU 0 is an sm_90
// PTX-DAG: does not take {{.*}}the image is a cubin for sm_75, GPU 0 is an sm_90
// PTX: loaded the image
// RUN: not --crash env LD_LIBRARY_PATH=%builddir/standin OMPJIT_STANDIN_EMULATE=0 OMPJIT_STANDIN_DEVICES=sm_90 OMPJIT_STANDIN_DRIVER=11080 OMP_TARGET_OFFLOAD=MANDATORY %{program} 2>&1 | FileCheck %s --check-prefix=OLDDRIVER
// OLDDRIVER: the image is PTX of version {{[0-9.]+}}, the driver of GPU 0 understands up to 7.8
//
// Nothing fits.
// RUN: %clangxx -O2 -fopenmp --offload-arch=sm_80,sm_86 -foffload-lto --cuda-include-ptx=sm_80 %s -o %t/new
// REDEFINE: %{program} = %t/new
// REDEFINE: %{devices} = sm_75
// RUN: not --crash %{run} %{program} 2>&1 | FileCheck %s --check-prefix=NOTHING
// NOTHING: error OT201: device 0: the program has no device code that this device can run: the image is a cubin for sm_80, GPU 0 is an sm_75, and the image is a cubin for sm_86, GPU 0 is an sm_75, and the image is PTX for sm_80, GPU 0 is an sm_75; compile for this device
//
// The same without link-time optimisation, which has cubins only.
// RUN: %clangxx -O2 -fopenmp --offload-arch=sm_75,sm_86 %s -o %t/plain
// REDEFINE: %{program} = %t/plain
// REDEFINE: %{devices} = sm_86
// RUN: %{run} %{program} 2>&1 | FileCheck %s --check-prefix=PLAIN
// PLAIN: [[FIRST:0x[0-9a-f]+]] is an image for nvptx64
// PLAIN: [[SECOND:0x[0-9a-f]+]] is an image for nvptx64
// PLAIN: does not take the image [[FIRST]]: the image is a cubin for sm_75
// PLAIN: loaded the image at [[SECOND]],
int main() {
  int A[64] = {};
#pragma omp target teams distribute parallel for
  for (int I = 0; I < 64; ++I)
    A[I] = I;
}
