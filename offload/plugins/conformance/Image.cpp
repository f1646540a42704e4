//===- Image.cpp - Device code of the conformance suite -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This is compiled once for each kind of device. Kernels take the launch
// environment and then pointer-sized arguments.
//
//===----------------------------------------------------------------------===//

#include <stdint.h>

#ifdef __NVPTX__
#define KERNEL                                                                 \
  extern "C" [[gnu::visibility("default"), clang::device_kernel]] void
#else
#define KERNEL extern "C" [[gnu::visibility("default")]] void
#endif

/// The host finds this variable by name, and a kernel changes it.
extern "C" [[gnu::visibility("default")]] int64_t conformance_counter = 40;

/// Says that the kernels compute something. Images whose kernels do nothing do
/// not have it.
extern "C" [[gnu::visibility("default")]] const int64_t conformance_computes =
    1;

/// Runs until the host writes to the word.
KERNEL conformance_wait(void *, const int64_t *Word) {
  while (!__atomic_load_n(Word, __ATOMIC_ACQUIRE)) {
  }
}

KERNEL conformance_count(void *) { ++conformance_counter; }

KERNEL conformance_add(void *, int64_t *Out, int64_t A, int64_t B) {
  *Out = A + B;
}

/// Takes no launch environment.
KERNEL conformance_bare(int64_t *Out, int64_t A, int64_t B) { *Out = A + B; }

/// Takes more arguments than any plugin passes in registers.
KERNEL conformance_many(void *, int64_t *Out, int64_t A1, int64_t A2,
                        int64_t A3, int64_t A4, int64_t A5, int64_t A6,
                        int64_t A7, int64_t A8, int64_t A9, int64_t A10,
                        int64_t A11, int64_t A12, int64_t A13, int64_t A14,
                        int64_t A15, int64_t A16, int64_t A17, int64_t A18,
                        int64_t A19, int64_t A20, int64_t A21, int64_t A22,
                        int64_t A23, int64_t A24, int64_t A25, int64_t A26,
                        int64_t A27, int64_t A28, int64_t A29) {
  const int64_t All[] = {A1,  A2,  A3,  A4,  A5,  A6,  A7,  A8,  A9,  A10,
                         A11, A12, A13, A14, A15, A16, A17, A18, A19, A20,
                         A21, A22, A23, A24, A25, A26, A27, A28, A29};
  for (int I = 0; I < 29; ++I)
    Out[I] = All[I];
}
