//===- ThinModules.h - What a link has of thin modules --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thin module costs some milliseconds however little is in it: a target
// machine, pipelines of passes, an object, an entry of the cache; and what its
// neighbours call of it is compiled once more for itself. In a program of many
// small files that was a third of the link. So neighbours among small modules
// become one thin module before LTO sees them. Private to the device link.
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
  bool TestsTypes; ///< Has questions that the index of all modules answers.
};

/// The thin modules among \p Inputs, and what their summaries say.
llvm::Expected<std::vector<ThinModule>>
thinModules(llvm::MutableArrayRef<BitcodeInput> Inputs,
            const DeviceGroup &Group);

/// The positions in \p Row of small modules that are to be one, at least two in
/// each group. Small changes of the row change few of the groups.
std::vector<llvm::SmallVector<unsigned>>
groupSmallModules(llvm::ArrayRef<Piece> Row);

/// Those of \p Thin, on a processor: of GPUs, each file's code is assembled for
/// itself as well.
std::vector<llvm::SmallVector<BitcodeInput *>>
groupsToMerge(llvm::ArrayRef<ThinModule> Thin, const DeviceGroup &Group);

/// Makes one module of each group, which stands where the first of its members
/// stood. Members that do not go together with others stay as they are.
llvm::Error mergeSmallModules(std::vector<BitcodeInput> &Inputs,
                              llvm::ArrayRef<ThinModule> Thin,
                              const DeviceGroup &Group,
                              const LinkConfig &Options);

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_THINMODULES_H
