//===- OtherCode.h - Recorded kernels of fragments for other GPUs ---------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A record holds what fragments have for the device on which it was made. What
// they have for others is in the program.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TOOLS_CACHE_OTHERCODE_H
#define OMPJIT_TOOLS_CACHE_OTHERCODE_H

#include "ompjit/PackageFile.h"

#include <deque>
#include <string>
#include <string_view>

namespace ompjit::cachetool {

/// Returns the package of fragments, or of a kernel and what is bound to it,
/// that the runtime would put together for a device of \p Arch in place of \p
/// Recorded, with code from the programs. An error says what none of them has.
Result<std::string> codeFor(std::string_view Arch, const PackageView &Recorded,
                            std::string_view EntryPoint,
                            const std::deque<PackageFile> &Programs);

} // namespace ompjit::cachetool

#endif // OMPJIT_TOOLS_CACHE_OTHERCODE_H
