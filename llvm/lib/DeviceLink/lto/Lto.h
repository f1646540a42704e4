//===- Lto.h - Device LTO -------------------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles the bitcode of a device link to objects through LLVM's LTO. Private
// to the device link.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_LTO_H
#define OMPJIT_DEVICELINK_LTO_H

#include "inputs/Resolution.h"
#include "ompjit/DeviceLink/DeviceGroup.h"
#include "ompjit/DeviceLink/LinkConfig.h"
#include "support/BitcodeInput.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/LTO/LTO.h"

namespace ompjit::devicelink {

/// Reads \p Code and adds its symbols to \p Symbols.
llvm::Expected<BitcodeInput> addBitcode(const DeviceCode &Code, unsigned File,
                                        Resolution &Symbols);

/// Returns the objects of the full part, and one for each thin module or group
/// of small ones.
llvm::Expected<std::vector<llvm::SmallString<0>>>
compileBitcode(std::vector<BitcodeInput> Inputs, const Resolution &Symbols,
               const DeviceGroup &Group, const LinkConfig &Options);

/// Returns empty objects for a dry run, as many as compileBitcode() makes if
/// the full part is small and all groups of thin modules can be merged.
llvm::Expected<std::vector<llvm::SmallString<0>>>
plannedObjects(llvm::MutableArrayRef<BitcodeInput> Inputs,
               const DeviceGroup &Group);

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_LTO_H
