// libomp is not started for a region that needs nothing of it, and is where a
// setting of devices, one that it warns of or a tool calls for it; what the program asks of it counts.
// UNSUPPORTED: sanitizer
// (They want to be the first library, and ThreadSanitizer has a tool.)
// DEFINE: %{start} = env LD_LIBRARY_PATH=%libdir
// RUN: %build -O2 %s -o %t
// RUN: %{start} %t | FileCheck %s --check-prefixes=CHECK,ASLEEP
// RUN: %{start} OMP_JIT_OPT_LEVEL=2 %t | FileCheck %s --check-prefixes=CHECK,ASLEEP
// RUN: %{start} OMP_TARGET_OFFLOAD=Mandatory %t | FileCheck %s --check-prefixes=CHECK,ASLEEP
// RUN: %{start} OMP_TARGET_OFFLOAD=disabled %t | FileCheck %s --check-prefixes=DISABLED
// RUN: %{start} OMP_TARGET_OFFLOAD=perhaps %t 2>&1 | FileCheck %s --check-prefixes=PERHAPS
// RUN: %{start} OMP_NUM_THREADS=2 KMP_BLOCKTIME=0 OMP_PROC_BIND=close %t | FileCheck %s --check-prefixes=CHECK,ASLEEP
// RUN: %{start} OMP_NUM_THREADS=0 %t 2>&1 | FileCheck %s --check-prefixes=WARNS
// RUN: %{start} KMP_AFFINITY=none %t | FileCheck %s --check-prefixes=CHECK,AWAKE
// RUN: %{start} OMP_DEFAULT_DEVICE=3 %t | FileCheck %s --check-prefixes=OTHER
// RUN: %{start} %t early | FileCheck %s --check-prefixes=EARLY
//
// RUN: %build-deferred -O2 %s -o %t.jit
// RUN: %{start} %t.jit | FileCheck %s --check-prefixes=CHECK,ASLEEP
// RUN: %{start} OMP_NUM_THREADS=2 %t.jit | FileCheck %s --check-prefixes=CHECK,ASLEEP
// RUN: %{start} %t.jit early | FileCheck %s --check-prefixes=EARLY
//
// A tool is in the program, in a library before it, or in one that it needs.
// RUN: %build -O2 -DIN_PROGRAM %s -o %t.tool
// RUN: %{start} %t.tool | FileCheck %s --check-prefixes=TOOL
// RUN: %packaged_clangxx -shared -fPIC -DTOOL_ONLY %s -o %t.so
// RUN: %{start} LD_PRELOAD=%t.so %t | FileCheck %s --check-prefixes=TOOL
// RUN: %build -O2 %s -o %t.needs -L%packaged_libdir -lomp -Wl,--no-as-needed %t.so
// RUN: %{start} %t.needs | FileCheck %s --check-prefixes=TOOL
// RUN: %{start} OMP_TOOL_LIBRARIES=%t.so %t | FileCheck %s --check-prefixes=TOOL

#include <stdio.h>

#if defined(IN_PROGRAM) || defined(TOOL_ONLY)
extern "C" __attribute__((visibility("default"))) void *
ompt_start_tool(unsigned, const char *) {
  puts("a tool is asked");
  fflush(stdout);
  return nullptr;
}
#endif

#ifndef TOOL_ONLY
#include <omp.h>

extern "C" int __kmpc_global_num_threads(void *);

// A kernel on a host device cannot tell its number; where the data is can.
static int deviceOfRegion() {
  int Ran = 0, Device = omp_get_num_devices();
#pragma omp target enter data map(to : Ran)
#pragma omp target map(always, tofrom : Ran)
  Ran = !omp_is_initial_device();
  while (Device-- && !omp_target_is_present(&Ran, Device))
    ;
#pragma omp target exit data map(delete : Ran)
  return Ran ? Device : -2;
}

__attribute__((noinline)) static int deviceOfOtherThread() {
  int Device = -1;
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 1) {
    omp_set_default_device(1);
    Device = deviceOfRegion();
  }
  return Device;
}

// CHECK: started before: 0
// TOOL: started before: 0
// TOOL-NEXT: a tool is asked
// OTHER: region on 3
// CHECK: region on 0
// ASLEEP: started: 0
// AWAKE: started: 1
// CHECK: then region on 2
// OTHER: then region on 2
// CHECK: other thread's region on 1
// EARLY: region on 1
// DISABLED: region on -2
// DISABLED: started: 0
// WARNS: OMP_NUM_THREADS
// WARNS: region on 0
// PERHAPS: OMP_TARGET_OFFLOAD
// PERHAPS: region on 0
// PERHAPS: started: 1
int main(int Count, char **) {
  if (Count > 1)
    omp_set_default_device(1);
  printf("started before: %d\n", __kmpc_global_num_threads(nullptr) != 0);
  fflush(stdout);
  printf("region on %d\n", deviceOfRegion());
  printf("started: %d\n", __kmpc_global_num_threads(nullptr) != 0);
  omp_set_default_device(2);
  printf("then region on %d\n", deviceOfRegion());
  printf("other thread's region on %d\n", deviceOfOtherThread());
}
#endif
