// What a killed process of the same number left of libomp's in /dev/shm does not end the program; a program that ends by an error leaves nothing.
// RUN: %build -O1 %s -o %t.prog
// DEFINE: %{left} =
// DEFINE: %{content} =
// DEFINE: %{run} = %ours sh -c 'Left=/dev/shm/__KMP_REGISTERED_LIB_$$_$(id -u); printf "%{content}" > $Left; \
// DEFINE:   touch -d "%{left}" $Left; exec %t.prog' | FileCheck %s
// REDEFINE: %{left} = yesterday
// RUN: %{run}
// REDEFINE: %{content} = 0x1000-cafe0000-libomp.so
// RUN: %{run}
// A file that is being written, or was left at once.
// REDEFINE: %{left} = tomorrow
// REDEFINE: %{content} =
// RUN: %{run}
// CHECK: 3 threads
//
// RUN: %ours not --crash %t.prog fail 2>&1 | FileCheck %s --check-prefix=FAILS
// FAILS: [[NAME:/dev/shm/.*]]
// FAILS: error OT
// RUN: %ours sh -c '%t.prog fail > %t.name 2> /dev/null; true' && not test -e "$(cat %t.name)"

#include <cstdio>
#include <omp.h>
#include <unistd.h>

int main(int Count, char **) {
  int Threads = 0;
#pragma omp parallel num_threads(3)
#pragma omp atomic
  Threads++;
  if (Count > 1) {
    std::printf("/dev/shm/__KMP_REGISTERED_LIB_%d_%d\n", int(getpid()),
                int(getuid()));
    std::fflush(stdout);
    omp_set_default_device(1000);
  }
#pragma omp target map(tofrom : Threads)
  Threads += 0;
  std::printf("%d threads\n", Threads);
}
