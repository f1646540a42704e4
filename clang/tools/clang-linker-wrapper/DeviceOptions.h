//===- DeviceOptions.h - Options of the device link -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the driver and the user say about the device link of a triple, through
// --device-compiler and --device-linker. The packaged wrapper hands these to a
// clang process; here the device link is in this process, so each is applied,
// known to mean nothing here, or refused.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LINKERWRAPPER_DEVICEOPTIONS_H
#define OMPJIT_LINKERWRAPPER_DEVICEOPTIONS_H

#include "Options.h"

#include "ompjit/DeviceLink/DeviceLink.h"

namespace ompjit::wrapper {

/// The options for \p Group. \p Warn gets what is accepted without effect.
llvm::Expected<devicelink::DeviceLinkOptions>
deviceLinkOptions(const CommandLine &Command,
                  const devicelink::DeviceGroup &Group,
                  std::function<void(llvm::StringRef)> Warn);

} // namespace ompjit::wrapper

#endif // OMPJIT_LINKERWRAPPER_DEVICEOPTIONS_H
