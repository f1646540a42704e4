//===- HostLink.h - Running the host linker -------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The last step of a link. The registration object is in memory and reaches the
// linker as an inherited file descriptor, so that no temporary file can be left
// behind. The linker replaces the wrapper in its process: its exit status and
// its signals are the wrapper's.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LINKERWRAPPER_HOSTLINK_H
#define OMPJIT_LINKERWRAPPER_HOSTLINK_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace ompjit::wrapper {

/// Puts \p Object into memory. The name stays valid across exec, until the
/// process ends.
llvm::Expected<std::string> placeInMemory(llvm::ArrayRef<char> Object);

/// Returns the linker's command line. \p Registration, if not empty, comes
/// before all inputs, so that a static libomptarget after it resolves its
/// references.
std::vector<std::string>
hostLinkerCommand(const std::string &Linker, const std::string &Registration,
                  llvm::ArrayRef<std::string> Arguments);

/// Returns the command quoted for a shell.
std::string printable(llvm::ArrayRef<std::string> Command);

/// Becomes the linker; returns only if that fails.
llvm::Error execute(const std::vector<std::string> &Command);

} // namespace ompjit::wrapper

#endif // OMPJIT_LINKERWRAPPER_HOSTLINK_H
