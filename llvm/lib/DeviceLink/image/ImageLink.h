//===- ImageLink.h - From compiled code to an image -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The last step of a device link, which every kind of target does in its own
// way: lld for processors and AMD's GPUs, the CUDA toolkit's programs for
// NVIDIA's. Private to the device link.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_IMAGELINK_H
#define OMPJIT_DEVICELINK_IMAGELINK_H

#include "ompjit/DeviceLink/DeviceGroup.h"
#include "ompjit/DeviceLink/LinkConfig.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace ompjit::devicelink {

/// Links \p Generated, files of the type that generatedFileType() returns, with
/// \p Objects, the inputs that were compiled before.
llvm::Expected<std::string>
linkImage(const DeviceGroup &Group, const LinkConfig &Options,
          llvm::ArrayRef<llvm::SmallString<0>> Generated,
          llvm::ArrayRef<llvm::MemoryBufferRef> Objects);

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_IMAGELINK_H
