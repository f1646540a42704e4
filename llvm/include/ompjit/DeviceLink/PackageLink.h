//===- ompjit/DeviceLink/PackageLink.h - Device code to a JIT package -----===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The deferred counterpart of DeviceLink.h: the device code of one group
// becomes a JIT package (ompjit/Package.h) that is compiled at run time. If the
// group's architecture was given explicitly, the package also holds a native
// image for it, made from the same module.
//
// Equal inputs give equal bytes, wherever the sources are.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_PACKAGELINK_H
#define OMPJIT_DEVICELINK_PACKAGELINK_H

#include "ompjit/DeviceLink/DeviceGroup.h"
#include "ompjit/DeviceLink/LinkConfig.h"

namespace ompjit::devicelink {

/// Returns the bytes of the package. An error names the inputs that are to
/// blame.
llvm::Expected<std::string> linkPackage(const DeviceGroup &Group,
                                        const LinkConfig &Options);

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_PACKAGELINK_H
