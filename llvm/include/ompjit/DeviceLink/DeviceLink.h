//===- ompjit/DeviceLink/DeviceLink.h - Device code to a device image -----===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The device link of one group, ahead of time: ELF objects and bitcode become
// one image, which is a shared object or, for NVIDIA's GPUs, a cubin. Bitcode
// goes through LLVM's LTO first, full or thin as each input was compiled for.
// Used by the linker wrapper, also for the native image that goes with a JIT
// package.
//
// Nothing is written to disk unless SaveTempsPrefix asks for it; only nvlink,
// which is used if there are several cubins, needs temporary files.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_DEVICELINK_H
#define OMPJIT_DEVICELINK_DEVICELINK_H

#include "ompjit/DeviceLink/DeviceGroup.h"
#include "ompjit/DeviceLink/LinkConfig.h"

#include "llvm/Support/Error.h"

#include <string>

namespace ompjit::devicelink {

/// Returns the bytes of the image. An error names the inputs that are to blame.
llvm::Expected<std::string> linkDeviceImage(const DeviceGroup &Group,
                                            const LinkConfig &Options);

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_DEVICELINK_H
