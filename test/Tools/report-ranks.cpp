// The traces of a job's ranks make one report, with a row for each rank; one rank works longer than the others.
// RUN: %build -O2 -gline-tables-only %s -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir
// DEFINE: %{rank} =
// DEFINE: %{run} = env OMP_JIT_TRACE=%t.dir/trace.%%p %{rank} %ours %t
// REDEFINE: %{rank} = OMPI_COMM_WORLD_RANK=0
// RUN: %{run} 10
// REDEFINE: %{rank} = PMI_RANK=1
// RUN: %{run} 10
// REDEFINE: %{rank} = SLURM_PROCID=2
// RUN: %{run} 80
// RUN: %builddir/bin/ompjit-report --text -o %t.html %t.dir/trace.* | FileCheck %s
// CHECK: device work of {{.*}}, 3 processes: {{.*}}, 100 launches
// CHECK: The kernels of rank 2 ran {{.*}} the median
// CHECK: process {{ *}}host
// CHECK-DAG: rank 0 {{.*}} 10 {{.*}} ms
// CHECK-DAG: rank 1 {{.*}} 10 {{.*}} ms
// CHECK-DAG: rank 2 {{.*}} 80 {{.*}} ms
// RUN: grep -c 'process_labels.*rank 2' %t.dir/trace.* | grep -c ':1$' | grep -x 1

#include <cstdlib>
#include <unistd.h>

int main(int, char **Arguments) {
  for (int I = 0; I < std::atoi(Arguments[1]); ++I) {
#pragma omp target
    usleep(2000);
  }
}
