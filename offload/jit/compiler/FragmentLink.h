//===- FragmentLink.h - A package from fragments --------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Links fragments and the device runtime, and prepares the result for compiles
// as the linker wrapper prepares a program. The device runtime is part of the
// service, so that it belongs to the service's identity in cache keys.
//
// Private to the compile service. Thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_COMPILER_FRAGMENTLINK_H
#define OMPJIT_COMPILER_FRAGMENTLINK_H

#include "ompjit/Package.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace ompjit::jit {

/// Returns the bytes of a package whose only kernel is made of the function
/// \p EntryPoint, or is the program's kernel \p EntryPoint with its late-bound
/// functions. An error names the fragment to blame.
llvm::Expected<std::string> linkFragments(const PackageView &Fragments,
                                          llvm::StringRef EntryPoint);

} // namespace ompjit::jit

#endif // OMPJIT_COMPILER_FRAGMENTLINK_H
