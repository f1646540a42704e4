// groupprivate variables are shared, with a warning, where teams have no memory; what cannot be is refused.
// DEFINE: %{compile} = %clangxx -O1 -fopenmp -fopenmp-version=60 -nogpulib -c %s -o %t.o
// DEFINE: %{host} = %{compile} -fopenmp-targets=x86_64-pc-linux-gnu
// DEFINE: %{gpu} = %{compile} -fopenmp-targets=amdgcn --offload-arch=gfx90a
// RUN: %{host} -DLATE 2>&1 | FileCheck %s --check-prefix=HOST
// RUN: %{gpu} 2>&1 | count 0
// RUN: not %{gpu} -DVALUE 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: not %{gpu} -DNAMED 2>&1 | FileCheck %s --check-prefix=NAMED
// RUN: not %{gpu} -DLATE 2>&1 | FileCheck %s --check-prefix=LATE

#include <omp.h>

int Own;
#pragma omp groupprivate(Own)
// HOST-NOT: {{warning|error}}:
// HOST: team-variables.cpp:[[#@LINE-3]]:5: warning: groupprivate variable 'Own' is shared by all teams on a device that is not a GPU

#ifdef VALUE
#pragma omp begin declare target
static int WithValue = 5;
#pragma omp allocate(WithValue) allocator(omp_pteam_mem_alloc)
#pragma omp end declare target
#else
static int WithValue;
#endif
// VALUE: error: the variable '_ZL9WithValue' is in the memory of each team, which cannot have an initial value

#ifdef NAMED
int Before, After;
#pragma omp declare target enter(Before)
#pragma omp groupprivate(Before, After)
#pragma omp declare target enter(After)
#endif
// NAMED-DAG: error: groupprivate variable 'Before' must not be in a clause of a 'declare target' directive
// NAMED-DAG: error: groupprivate variable 'After' must not be in a clause of a 'declare target' directive

#ifdef LATE
int Late;
#pragma omp declare target enter(Late)
#pragma omp allocate(Late) allocator(omp_pteam_mem_alloc)
#endif
// HOST-NOT: {{warning|error}}:
// LATE: error: the 'allocate' directive of 'Late' must come before the 'declare target' directive that names it

int main() {
#pragma omp target
  Own = WithValue;
}
