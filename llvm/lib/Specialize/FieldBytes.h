//===- FieldBytes.h - Known bytes behind parameters -----------------------===//
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

#ifndef OMPJIT_SPECIALIZE_FIELDBYTES_H
#define OMPJIT_SPECIALIZE_FIELDBYTES_H

#include "ConstantBytes.h"
#include "ompjit/Specialize/Fields.h"

#include "llvm/IR/Argument.h"

namespace ompjit {

/// What is known behind a pointer parameter.
struct FieldBytes {
  llvm::Argument *Pointer;
  ConstantBytes Bytes;
};

/// Returns the fields by parameters. Fails if there is no such parameter or it
/// is no pointer.
llvm::Expected<llvm::SmallVector<FieldBytes, 0>>
fieldBytes(llvm::Function &Kernel, llvm::ArrayRef<FieldValue> Fields);

} // namespace ompjit

#endif // OMPJIT_SPECIALIZE_FIELDBYTES_H
