//===- ompjit/Fragments/Api.h - What the library exports ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_FRAGMENTS_API_H
#define OMPJIT_FRAGMENTS_API_H

/// Before a class or function of libompjit-fragments.so.
#define OMPJIT_FRAGMENTS_API __attribute__((visibility("default")))

#endif // OMPJIT_FRAGMENTS_API_H
