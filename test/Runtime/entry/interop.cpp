// An interop object has the handles of its device and a queue of its own, which use and destroy wait for.
// RUN: rm -rf %t && mkdir %t && cp -a %libdir/libomptarget.so* %t && ln -s %libdir/libompjit-*.so %t
// RUN: %packaged_clangxx -shared -fPIC -I%sourcedir/offload/include -DREAL_PLUGIN='"%libdir/libomptarget.rtl.host.so"' %S/../Inputs/talking-plugin.cpp -o %t/libomptarget.rtl.host.so
// RUN: %build -O2 %s -o %t/program
// RUN: env LD_LIBRARY_PATH=%t:%packaged_libdir %t/program | FileCheck %s
// RUN: %build-deferred -O2 %s -o %t/deferred
// RUN: env LD_LIBRARY_PATH=%t:%packaged_libdir %t/deferred | FileCheck %s
// RUN: env LD_LIBRARY_PATH=%t:%packaged_libdir REFUSE_NATIVE=1 %t/program 2>&1 | FileCheck %s --check-prefix=REFUSED
//
// CHECK: program: init
// CHECK-NEXT: plugin: queue
// CHECK-NEXT: program: task was first
// CHECK-NEXT: program: hip 5 amd 1 device 0
// CHECK-NEXT: program: no platform 1, int instead of pointer -4, outside -2
// CHECK-NEXT: program: hipStream_t N/A
// CHECK-NEXT: program: vendor device_num, unknown: null
// CHECK-NEXT: program: use nowait
// CHECK-NEXT: program: use nowait, before a task
// CHECK-NEXT: plugin: wait
// CHECK-NEXT: program: completed
// CHECK-NEXT: program: task behind use
// CHECK-NEXT: program: use
// CHECK-NEXT: plugin: wait
// CHECK-NEXT: program: init target
// CHECK-NEXT: program: no queue -6
// CHECK-NEXT: program: destroy target
// CHECK-NEXT: program: destroy
// CHECK-NEXT: plugin: wait
// CHECK-NEXT: program: completed
// CHECK-NEXT: plugin: no queue
// CHECK-NEXT: program: gone
//
// REFUSED: program: init
// REFUSED: omptarget: warning OT501: device 0: no interop object can be made: the driver sleeps
// REFUSED: program: omp_interop_none

#include <omp.h>
#include <stdio.h>
#include <unistd.h>

extern "C" int ompx_interop_add_completion_callback(omp_interop_t,
                                                    void (*)(void *), void *);

static void completed(void *Text) { puts((const char *)Text); }

static int codeOf(omp_interop_t Object, omp_interop_property_t Property,
                  bool AsPointer) {
  int Code = 7;
  if (AsPointer)
    omp_get_interop_ptr(Object, Property, &Code);
  else
    omp_get_interop_int(Object, Property, &Code);
  return Code;
}

int main() {
  setvbuf(stdout, nullptr, _IOLBF, 0);
  char Done[] = "program: completed";
  omp_interop_t Sync = omp_interop_none;
  int X = 0;
#pragma omp target
  {
  }
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task depend(out : X) shared(X)
    {
      usleep(1000);
      X = 1;
    }
    puts("program: init");
// No preference that the device can serve: it gives what it has.
#pragma omp interop init(prefer_type("cuda", 6), targetsync : Sync)            \
    depend(inout : X)
  }
  if (Sync == omp_interop_none) {
    puts("program: omp_interop_none");
    return 0;
  }
  printf("program: task was %s\n", X ? "first" : "not waited for");
  printf("program: %s %ld %s %ld device %ld\n",
         omp_get_interop_str(Sync, omp_ipr_fr_name, nullptr),
         (long)omp_get_interop_int(Sync, omp_ipr_fr_id, nullptr),
         omp_get_interop_str(Sync, omp_ipr_vendor_name, nullptr),
         (long)omp_get_interop_int(Sync, omp_ipr_vendor, nullptr),
         (long)omp_get_interop_int(Sync, omp_ipr_device_num, nullptr));
  printf("program: no platform %d, int instead of pointer %d, outside %d\n",
         codeOf(Sync, omp_ipr_platform, true),
         codeOf(Sync, omp_ipr_device_context, false),
         codeOf(Sync, (omp_interop_property_t)1, false));
  printf("program: %s %s\n",
         omp_get_interop_type_desc(Sync, omp_ipr_targetsync),
         omp_get_interop_type_desc(Sync, omp_ipr_platform));
  const char *Unknown = omp_get_interop_name(Sync, (omp_interop_property_t)1);
  printf("program: %s %s, unknown: %s\n",
         omp_get_interop_name(Sync, omp_ipr_vendor),
         omp_get_interop_name(Sync, omp_ipr_device_num),
         Unknown ? Unknown : "null");
  if (!omp_get_interop_ptr(Sync, omp_ipr_targetsync, nullptr) ||
      !omp_get_interop_ptr(Sync, omp_ipr_device, nullptr))
    puts("program: a handle is missing");

  ompx_interop_add_completion_callback(Sync, completed, Done);
  puts("program: use nowait");
#pragma omp interop use(Sync) nowait
  puts("program: use nowait, before a task");
#pragma omp interop use(Sync) nowait depend(inout : X)
#pragma omp task depend(in : X)
  puts("program: task behind use");
#pragma omp taskwait
  puts("program: use");
#pragma omp interop use(Sync)

  puts("program: init target");
  omp_interop_t Target = omp_interop_none;
#pragma omp interop init(target : Target) device(0)
  printf("program: no queue %d\n", codeOf(Target, omp_ipr_targetsync, true));
  puts("program: destroy target");
#pragma omp interop destroy(Target)

  ompx_interop_add_completion_callback(Sync, completed, Done);
  puts("program: destroy");
#pragma omp interop destroy(Sync)
  puts(Sync == omp_interop_none ? "program: gone" : "program: still there");
  return 0;
}
