// In a trace, kernels that run in queues have the times that the device measured, and the report shows these.
// RUN: %build -O2 -gline-tables-only %s -o %t
// DEFINE: %{run} = env OMP_JIT_TRACE=%t.trace OMP_JIT_SUMMARY=1
// RUN: %{run} LIBOMPTARGET_HOST_QUEUES=1 %ours %t 2>&1 | FileCheck %s
// RUN: grep -c '"cat":"kernel".*"queued":true' %t.trace | grep -x 20
// RUN: grep -c '"ph":"b","cat":"run"' %t.trace | grep -x 20
// RUN: grep -c '"ph":"e","cat":"run"' %t.trace | grep -x 20
// A device without queues runs a kernel while it is launched.
// RUN: %{run} LIBOMPTARGET_HOST_QUEUES=0 %ours %t 2>&1 | FileCheck %s
// RUN: not grep '"cat":"run"' %t.trace
// Of 20 kernels that sleep for a millisecond each.
// CHECK: nap(), line [[#@LINE+5]] {{ *}}20 {{ *}}{{[2-9][0-9]\.[0-9]|[0-9][0-9][0-9]}} ms

#include <unistd.h>

static void nap() {
#pragma omp target
  usleep(1000);
}

int main() {
  for (int I = 0; I < 20; ++I)
    nap();
}
