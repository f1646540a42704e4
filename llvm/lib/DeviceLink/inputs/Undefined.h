//===- Undefined.h - Symbols that a device link lacks ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Without this an undefined symbol would show at run time only, or in a message
// of ptxas. Only code that is left after optimisation counts; the file and the
// function to blame are looked up in the inputs, once there is an error to
// report. Private to the device link.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_UNDEFINED_H
#define OMPJIT_DEVICELINK_UNDEFINED_H

#include "ompjit/DeviceLink/DeviceGroup.h"
#include "ompjit/DeviceLink/LinkConfig.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace ompjit::devicelink {

/// Fails if the shared object \p Image needs symbols that nothing defines. The
/// error has a message for each of them that names a user.
llvm::Error checkImage(llvm::StringRef Image, const DeviceGroup &Group,
                       const LinkConfig &Options);

/// The same for PTX, before ptxas and nvlink see it.
llvm::Error checkPtx(llvm::ArrayRef<llvm::SmallString<0>> Ptx,
                     llvm::ArrayRef<llvm::MemoryBufferRef> Objects,
                     const DeviceGroup &Group, const LinkConfig &Options);

/// The same for a module that is compiled at run time.
llvm::Error checkModule(const llvm::Module &M, const DeviceGroup &Group,
                        const LinkConfig &Options);

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_UNDEFINED_H
