//===- ompjit/DeviceLink/Examine.h - Is the device code sound? ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where LLVM reports something of the device code of a link, it seldom names
// the file; where it crashes it names none. Then each file is read alone, all
// of it, and its code is verified. That takes as long as it takes to read the
// files, so a link that succeeds does not do it.
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

/// An error with the file's name if \p Code is damaged. Reading it may crash,
/// with a WorkNote.
llvm::Error examine(const DeviceCode &Code);

/// \p E, which ended the link of \p Group, with the names of files: those that
/// are damaged, or else all of the group.
llvm::Error withFiles(llvm::Error E, const DeviceGroup &Group);

/// "a.o, b.o and 3 more".
std::string fileList(llvm::ArrayRef<std::string> Sources);
std::string fileList(const DeviceGroup &Group);

/// An error that begins with \p Source if LLVM's verifier has something to say
/// of \p M.
llvm::Error verify(const llvm::Module &M, llvm::StringRef Source);

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_EXAMINE_H
