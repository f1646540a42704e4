//===- ErrorSink.h - From texts to exceptions -----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the library.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_FRAGMENTS_ERRORSINK_H
#define OMPJIT_FRAGMENTS_ERRORSINK_H

#include "ompjit/FragmentKernels.h"
#include "ompjit/Fragments/FragmentError.h"

#include <string>

namespace ompjit {

/// Keeps what a function of the runtime tells about its failure.
class ErrorSink {
public:
  ompjit_error_sink interface() {
    return {[](void *Context, const char *Text) {
              static_cast<ErrorSink *>(Context)->Text = Text;
            },
            this};
  }
  [[noreturn]] void raise() const { throw FragmentError(Text); }

private:
  std::string Text;
};

} // namespace ompjit

#endif // OMPJIT_FRAGMENTS_ERRORSINK_H
