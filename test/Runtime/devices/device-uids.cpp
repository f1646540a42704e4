// Each device has a name of its own, which leads back to it; the host's is HOST.
// RUN: %build -O2 %s -o %t
// RUN: %ours %t > %t.ours && %theirs %t > %t.theirs
// RUN: diff %t.ours %t.theirs
// RUN: %build-deferred -O2 %s -o %t.jit
// RUN: %ours %t.jit > %t.deferred && diff %t.deferred %t.theirs
// RUN: env LD_LIBRARY_PATH=%libdir OMP_TARGET_OFFLOAD=disabled %t | FileCheck %s --check-prefix=DISABLED
// RUN: env LD_LIBRARY_PATH=%libdir OMP_TARGET_OFFLOAD=disabled %t.jit | FileCheck %s --check-prefix=DISABLED
// DISABLED: host 'HOST' is 0, here 0, of 0

#include "check.h"

#include <omp.h>
#include <set>
#include <string>

int main() {
  const int Count = omp_get_num_devices();
  std::set<std::string> Names;
  for (int I = 0; I <= Count; ++I) {
    const char *Name = omp_get_uid_from_device(I);
    check("has a name", Name != nullptr);
    checkValue("leads back", omp_get_device_from_uid(Name), I);
    check("stays", Name == omp_get_uid_from_device(I) ||
                       std::string(Name) == omp_get_uid_from_device(I));
    Names.insert(Name);
  }
  checkValue("are different", int(Names.size()), Count + 1);
  checkValue("unknown", omp_get_device_from_uid("no such device"),
             omp_invalid_device);
  checkValue("null", omp_get_device_from_uid(nullptr), omp_invalid_device);
  check("invalid", omp_get_uid_from_device(omp_invalid_device) == nullptr);
  const char *Host = omp_get_uid_from_device(omp_get_initial_device());
  printf("host '%s' is %d, here %d, of %d\n", Host,
         omp_get_device_from_uid(Host), omp_get_device_num(), Count);
  check("shared", llvm_omp_target_dynamic_shared_alloc() == nullptr);
  // Makes this a program with device code.
#pragma omp target
  {
  }
  return finish();
}
