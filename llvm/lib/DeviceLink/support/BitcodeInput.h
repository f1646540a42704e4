//===- BitcodeInput.h - Bitcode that takes part in a link -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_BITCODEINPUT_H
#define OMPJIT_DEVICELINK_BITCODEINPUT_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/LTO/LTO.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <string>

namespace ompjit::devicelink {

/// A bitcode input of the link, or several that were merged; Files holds their
/// positions in the link.
struct BitcodeInput {
  llvm::SmallVector<unsigned, 1> Files;
  std::unique_ptr<std::string> Name; ///< LTO refers to it until it ends.
  std::unique_ptr<llvm::MemoryBuffer> Bitcode; ///< If it differs from the
                                               ///< file's.
  std::unique_ptr<llvm::lto::InputFile> Input;
};

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_BITCODEINPUT_H
