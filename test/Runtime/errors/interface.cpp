// What only a wrong compiler or linker asks of the runtime is refused with a number, the place and the next step.
// RUN: %build -O2 -I%sourcedir/offload/include %s -o %t
// RUN: %build-deferred -O2 -I%sourcedir/offload/include %s -o %t.jit
// RUN: %ours not --crash %t dimensions 2>&1 | FileCheck %s --check-prefix=DIMENSIONS
// RUN: %ours not --crash %t.jit dimensions 2>&1 | FileCheck %s --check-prefix=DIMENSIONS
// RUN: %ours not --crash %t arguments 2>&1 | FileCheck %s --check-prefix=ARGUMENTS
// RUN: env LIBOMPTARGET_HOST_QUEUES=1 %ours not --crash %t arguments 2>&1 | FileCheck %s --check-prefix=ARGUMENTS
//
// DIMENSIONS: omptarget: error OT306: place.cpp:7: device 0: an update of data with a step does not say how many dimensions the section has; clang 22 loses it where a count is a variable: compile the file with the clang of this toolchain, or use a constant count
// ARGUMENTS: omptarget: error OT207: place.cpp:7: device 0: the kernel '__omp_offloading_{{.*}}' failed: the kernel takes 1 arguments, the launch has 2; OMP_JIT_VGPU=1 and OMP_JIT_VGPU_CHECK=1 find wrong accesses of kernels in JIT packages

#include "ompjit/Abi.h"

#include <string.h>

using namespace ompjit;

extern "C" {
void __tgt_target_data_update_mapper(ident_t *, int64_t, int32_t, void **,
                                     void **, int64_t *, int64_t *, void **,
                                     void **);
int32_t __tgt_target_kernel(ident_t *, int64_t, int32_t, int32_t, void *,
                            __tgt_kernel_arguments *);
extern __tgt_offload_entry __start_llvm_offload_entries[];
}

int main(int, char **Arguments) {
  ident_t Place = {0, 2, 0, 0, ";place.cpp;main;7;1;;"};
  long Value = 0;
#pragma omp target
  Value += 1;
  if (!strcmp(Arguments[1], "dimensions")) {
    void *Base = &Value, *Descriptor = &Value;
    int64_t Size = 0, Type = MapTo | MapNonContig;
    __tgt_target_data_update_mapper(&Place, 0, 1, &Base, &Descriptor, &Size,
                                    &Type, nullptr, nullptr);
  } else {
    void *Values[2] = {};
    int64_t Sizes[2] = {8, 8};
    int64_t Types[2] = {MapTargetParam | MapLiteral,
                        MapTargetParam | MapLiteral};
    __tgt_kernel_arguments Two = {};
    Two.Version = 3;
    Two.NumArgs = 2;
    Two.ArgBasePtrs = Two.ArgPtrs = Values;
    Two.ArgSizes = Sizes;
    Two.ArgTypes = Types;
    __tgt_target_kernel(&Place, 0, -1, 0,
                        __start_llvm_offload_entries[0].Address, &Two);
  }
}
