// The device and if clauses and the default device choose where a region runs.
// RUN: %build -O2 -fopenmp-version=60 %s -o %t
// RUN: %ours %t > %t.ours && %theirs %t > %t.theirs
// RUN: diff %t.ours %t.theirs
// RUN: %build-deferred -O2 -fopenmp-version=60 %s -o %t.jit
// RUN: %ours %t.jit > %t.deferred && diff %t.deferred %t.theirs
// RUN: env LD_LIBRARY_PATH=%libdir OMP_TARGET_OFFLOAD=DISABLED %t disabled
// RUN: env LD_LIBRARY_PATH=%libdir OMP_DEFAULT_DEVICE=2 %t default-2
// RUN: env LD_LIBRARY_PATH=%libdir OMP_TARGET_OFFLOAD=DISABLED %t.jit disabled
// RUN: env LD_LIBRARY_PATH=%libdir OMP_DEFAULT_DEVICE=2 %t.jit default-2
//
// A number that no device has is an error.
// RUN: %ours not --crash %t invalid 2>&1 | FileCheck %s --check-prefix=INVALID
// RUN: %ours not --crash %t.jit invalid 2>&1 | FileCheck %s --check-prefix=INVALID
// INVALID: omptarget: error OT102: there is no device -2, the devices are 0 to 3

#include "check.h"

#include <omp.h>
#include <string.h>

#pragma omp begin declare target
int Where = -1;
#pragma omp end declare target

// What the region finds in its own copy of a global.
static int regionOn(int Device) {
  int Seen = 0;
#pragma omp target device(Device) map(from : Seen)
  Seen = Where;
  return Seen;
}

static void mark(int Devices) {
  for (int D = 0; D < Devices; ++D) {
#pragma omp target device(D)
    Where = 100 + 0 * Where;
#pragma omp target device(D) firstprivate(D)
    Where += D;
  }
}

static void testNumbers(int Devices) {
  const int Host = omp_get_initial_device();
  checkValue("host", Host, Devices);
  for (int D = 0; D < Devices; ++D)
    checkValue("device", regionOn(D), 100 + D);
  checkValue("initial device", regionOn(Host), -1);
}

static void testIf(int Devices) {
  for (int Choice = 0; Choice < 2; ++Choice) {
    int Seen = 0;
#pragma omp target if (target : Choice) map(from : Seen)
    Seen = Where;
    const int Default = omp_get_default_device();
    checkValue("if", Seen, Choice && Default < Devices ? 100 + Default : -1);
    int Data = 1;
#pragma omp target data if (Choice) map(tofrom : Data)
    checkValue("target data if",
               omp_target_is_present(&Data, omp_get_default_device()),
               Devices == 0 || Choice);
  }
}

static void testDefault(int Devices) {
  const int Before = omp_get_default_device();
  for (int D = 0; D <= Devices; ++D) {
    omp_set_default_device(D);
    int Seen = 0;
#pragma omp target map(from : Seen)
    Seen = Where;
    checkValue("default device", Seen, D < Devices ? 100 + D : -1);
  }
  omp_set_default_device(Before);
}

// One host variable on all devices at once, each with data of its own.
static void testDifferentData(int Devices) {
  int Data[4] = {};
  for (int D = 0; D < Devices; ++D) {
    Data[0] = 10 * D;
#pragma omp target enter data device(D) map(to : Data)
#pragma omp target device(D)
    Data[0] += 1;
  }
  for (int D = Devices - 1; D >= 0; --D) {
#pragma omp target exit data device(D) map(from : Data)
    checkValue("data of a device", Data[0], 10 * D + 1);
  }
}

int main(int Count, char **Args) {
  const char *Way = Count > 1 ? Args[1] : "";
  const int Devices = omp_get_num_devices();
  checkValue("devices", Devices, !strcmp(Way, "disabled") ? 0 : 4);
  if (!strcmp(Way, "invalid"))
    return regionOn(-2);
  mark(Devices);
  testNumbers(Devices);
  testIf(Devices);
  testDefault(Devices);
  testDifferentData(Devices);
  return finish();
}
