// A tool sees all of a deferred construct, also what is freed when the queue is
// done, between its beginning and its end and with its id: the events of the
// packaged runtime, which defers nothing on the host, apart from the nowait
// kinds.
//
// UNSUPPORTED: thread-sanitizer
// (The program's tool takes the place of libomp's, which tells what libomp orders.)
// RUN: %build -O1 -g -I%S/Inputs %s -o %t
// RUN: env TOOL=e %theirs %t | grep -v "^initialize\|^finalize" > %t.theirs
// RUN: env TOOL=e LIBOMPTARGET_HOST_QUEUES=1 %ours %t | %S/Inputs/plain-kinds.sh > %t.ours
// RUN: diff %t.theirs %t.ours
// RUN: grep -c "target_emi.*end" %t.ours | grep -x 5
// RUN: %build-deferred -O1 -g -I%S/Inputs %s -o %t.jit
// RUN: env TOOL=e LIBOMPTARGET_HOST_QUEUES=1 %ours %t.jit | %S/Inputs/plain-kinds.sh | diff %t.theirs -
//
// They were deferred.
// RUN: env LIBOMPTARGET_DEBUG=1 LIBOMPTARGET_HOST_QUEUES=1 %ours %t 2>&1 | grep -c "device 0: resume.* nowait" | grep -x 5

#include "ompt-tool.h"

int main() {
  int A[10] = {};
  namePlace(A, "A");
// libomp resumes tasks only where a team looks for them.
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp target map(tofrom : A) nowait
    A[0] = 1;
#pragma omp taskwait
#pragma omp target enter data map(to : A) nowait
#pragma omp taskwait
#pragma omp target update from(A) nowait
#pragma omp taskwait
#pragma omp target map(tofrom : A) nowait
    A[0] = 1;
#pragma omp taskwait
#pragma omp target exit data map(from : A) nowait
#pragma omp taskwait
  }
}
