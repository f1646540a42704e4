//===- UndefinedHints.h - What to do about an undefined symbol ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the device link.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_UNDEFINEDHINTS_H
#define OMPJIT_DEVICELINK_UNDEFINEDHINTS_H

#include "ompjit/DeviceLink/LinkConfig.h"
#include "ompjit/DeviceLink/Target.h"

namespace ompjit::devicelink {

/// Returns the end of a sentence that says why targets of \p Kind have no
/// definition of \p Name, or where there is one that does not count, and what
/// to do.
std::string undefinedHint(llvm::StringRef Name, TargetKind Kind,
                          const LinkConfig &Options);

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_UNDEFINEDHINTS_H
