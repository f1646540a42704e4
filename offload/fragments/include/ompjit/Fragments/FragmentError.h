//===- ompjit/Fragments/FragmentError.h - What the library throws ---------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_FRAGMENTS_FRAGMENTERROR_H
#define OMPJIT_FRAGMENTS_FRAGMENTERROR_H

#include "ompjit/Fragments/Api.h"

#include <stdexcept>

namespace ompjit {

/// Why a kernel could not be put together, or not be run. The text names the
/// kernel, and the fragment, symbol or device that is to blame.
class OMPJIT_FRAGMENTS_API FragmentError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

} // namespace ompjit

#endif // OMPJIT_FRAGMENTS_FRAGMENTERROR_H
