//===- ThinModules.h - The thin modules of a link -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thin module costs some milliseconds however small it is: a target machine,
// pipelines of passes, an object, an entry of the cache; and functions that its
// neighbours import are compiled again in itself. In a program of many small
// files that was a third of the link. So neighbours among small modules become
// one thin module before LTO sees them. Private to the device link.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_THINMODULES_H
#define OMPJIT_DEVICELINK_THINMODULES_H

#include "Cuts.h"
#include "ompjit/DeviceLink/DeviceGroup.h"
#include "ompjit/DeviceLink/LinkConfig.h"
#include "support/BitcodeInput.h"

#include <vector>

namespace ompjit::devicelink {

struct ThinModule {
  BitcodeInput *Input;
  Piece InRow;
  bool TestsTypes; ///< Has type tests, which need the index of all modules.
};

/// Returns the thin modules among \p Inputs, with what their summaries say.
llvm::Expected<std::vector<ThinModule>>
thinModules(llvm::MutableArrayRef<BitcodeInput> Inputs,
            const DeviceGroup &Group);

/// Returns groups of small modules that are to be merged, by their positions in
/// \p Row, at least two in each group. Small changes of the row change few of
/// the groups.
std::vector<llvm::SmallVector<unsigned>>
groupSmallModules(llvm::ArrayRef<Piece> Row);

/// Returns such groups of \p Thin for a CPU, and none for GPUs, where each
/// file's code is also assembled separately.
std::vector<llvm::SmallVector<BitcodeInput *>>
groupsToMerge(llvm::ArrayRef<ThinModule> Thin, const DeviceGroup &Group);

/// Merges each group into one module in the place of its first member. Members
/// that cannot be merged with others stay as they are.
llvm::Error mergeSmallModules(std::vector<BitcodeInput> &Inputs,
                              llvm::ArrayRef<ThinModule> Thin,
                              const DeviceGroup &Group,
                              const LinkConfig &Options);

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_THINMODULES_H
