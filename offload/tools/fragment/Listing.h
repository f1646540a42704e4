//===- Listing.h - What is in fragment files, for people ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TOOLS_FRAGMENT_LISTING_H
#define OMPJIT_TOOLS_FRAGMENT_LISTING_H

#include "ompjit/Fragments/FragmentFile.h"

#include <string>

namespace ompjit::fragment {

/// Some lines for each target.
std::string listing(const std::vector<fragments::FragmentImage> &Images);

} // namespace ompjit::fragment

#endif // OMPJIT_TOOLS_FRAGMENT_LISTING_H
