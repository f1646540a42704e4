// The tool lists the host's devices as programs find them, ahead-of-time and deferred ones.
// RUN: %packaged_clangxx -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu %s -o %t
// RUN: %clangxx -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fopenmp-target-jit %s -o %t.jit
// RUN: %builddir/bin/ompjit-device-info | sed -n 's/^ *UID *host/host/p' > %t.tool
// RUN: env LD_LIBRARY_PATH=%libdir %t | diff %t.tool -
// RUN: env LD_LIBRARY_PATH=%libdir %t.jit | diff %t.tool -
// RUN: grep -c @ %t.tool | grep -x 4

#include <omp.h>
#include <stdio.h>

extern "C" const char *omp_get_uid_from_device(int);

int main() {
  for (int I = 0; I < omp_get_num_devices(); ++I) {
    puts(omp_get_uid_from_device(I));
    int OnHost = 1;
#pragma omp target map(from : OnHost) device(I)
    OnHost = omp_is_initial_device();
    if (OnHost)
      return 1;
  }
}
