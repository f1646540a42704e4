//===- ompjit/DeviceLink/Examine.h - Is the device code sound? ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If LLVM reports an error in the device code of a link, it seldom names the
// file; if it crashes, it names none. Then each file is read completely, on its
// own, and its code is verified. As this takes time, it is not done in links
// that succeed.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_EXAMINE_H
#define OMPJIT_DEVICELINK_EXAMINE_H

#include "ompjit/DeviceLink/DeviceGroup.h"
#include "ompjit/DeviceLink/LinkConfig.h"

namespace llvm {
class Module;
} // namespace llvm

namespace ompjit::devicelink {

/// Returns an error with the file's name if \p Code is damaged. Reading it may
/// crash; a WorkNote then names the file.
llvm::Error examine(const DeviceCode &Code);

/// Returns \p E, which ended the link of \p Group, with the names of the
/// damaged files, or of all files of the group if none is damaged.
llvm::Error withFiles(llvm::Error E, const DeviceGroup &Group);

/// "a.o, b.o and 3 more".
std::string fileList(llvm::ArrayRef<std::string> Sources);
std::string fileList(const DeviceGroup &Group);

/// Returns an error that begins with \p Source if LLVM's verifier rejects \p M.
llvm::Error verify(const llvm::Module &M, llvm::StringRef Source);

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_EXAMINE_H
