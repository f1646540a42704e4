// A program's images are tried in the order of how well they serve a GPU: cubins of
// its kind, cubins of older ones of its major version, PTX. Where none fits, the
// message says what each is for.
// REQUIRES: ptxas
// RUN: rm -rf %t && mkdir %t
// RUN: %clangxx -O2 -fopenmp --offload-arch=sm_75,sm_80,sm_86 -foffload-lto --cuda-include-ptx=sm_80 %s -o %t/prog
// DEFINE: %{devices} =
// DEFINE: %{program} = %t/prog
// DEFINE: %{run} = env LD_LIBRARY_PATH=%builddir/standin OMPJIT_STANDIN_EMULATE=0 OMPJIT_STANDIN_DEVICES=%{devices} OMPJIT_STANDIN_DRIVER=13000 OMP_TARGET_OFFLOAD=MANDATORY LIBOMPTARGET_DEBUG=1
//
// REDEFINE: %{devices} = sm_86
// RUN: %{run} %{program} 2>&1 | FileCheck %s --check-prefix=OWN --implicit-check-not='does not take'
// OWN: loaded the image
// REDEFINE: %{devices} = sm_89
// RUN: %{run} %{program} 2>&1 | FileCheck %s --check-prefix=OWN --implicit-check-not='does not take'
// The one for sm_86 comes first, and is too new.
// REDEFINE: %{devices} = sm_80
// RUN: %{run} %{program} 2>&1 | FileCheck %s --check-prefix=OLDER
// OLDER: does not take {{.*}}the image is a cubin for sm_86, GPU 0 is an sm_80
// OLDER-NOT: does not take
// OLDER: loaded the image
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
// NOTHING: error OT201: device 0: the program has no device code that this device can run: the image is a cubin for sm_86, GPU 0 is an sm_75, and the image is a cubin for sm_80, GPU 0 is an sm_75, and the image is PTX for sm_80, GPU 0 is an sm_75; compile for this device
//
// The same without link-time optimisation, which has cubins only.
// RUN: %clangxx -O2 -fopenmp --offload-arch=sm_75,sm_86 %s -o %t/plain
// REDEFINE: %{program} = %t/plain
// REDEFINE: %{devices} = sm_86
// RUN: %{run} %{program} 2>&1 | FileCheck %s --check-prefix=OWN --implicit-check-not='does not take'
int main() {
  int A[64] = {};
#pragma omp target teams distribute parallel for
  for (int I = 0; I < 64; ++I)
    A[I] = I;
}
