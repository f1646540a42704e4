//===- Fragment.h - Makes a fragment file of device code ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Links the code of all inputs of a target into one module, and writes a record
// for each target, ordered by triple and architecture. The bytes depend on
// nothing but the code.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TOOLS_FRAGMENT_FRAGMENT_H
#define OMPJIT_TOOLS_FRAGMENT_FRAGMENT_H

#include "ompjit/DeviceLink/DeviceCode.h"

namespace ompjit::fragment {

/// What is said of inputs that are plain bitcode; may be empty.
struct PlainTarget {
  std::string Triple, Arch;
};

/// Reads the device code of an input. An error names the file.
llvm::Expected<std::vector<devicelink::DeviceCode>>
readInput(const std::string &File, const PlainTarget &Plain);

/// Returns the bytes of a fragment file. An error names file, target and
/// symbol.
llvm::Expected<std::string>
makeFragment(llvm::ArrayRef<devicelink::DeviceCode> Codes);

} // namespace ompjit::fragment

#endif // OMPJIT_TOOLS_FRAGMENT_FRAGMENT_H
