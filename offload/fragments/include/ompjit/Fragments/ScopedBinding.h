//===- ompjit/Fragments/ScopedBinding.h - Bind for a while ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ompjit/LateBound.h says what bindings are.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_FRAGMENTS_SCOPEDBINDING_H
#define OMPJIT_FRAGMENTS_SCOPEDBINDING_H

#include "ompjit/Fragments/Api.h"
#include "ompjit/Fragments/FragmentEntry.h"
#include "ompjit/Fragments/FragmentError.h"

#include <cstdint>
#include <string>

namespace ompjit {

/// Binds a late-bound function until the end of the scope. What was bound
/// before holds again then. Regions with `nowait` have to end within the scope.
class OMPJIT_FRAGMENTS_API ScopedBinding {
public:
  /// \p Function and \p Region are as for ompjit_bind(); an empty region means
  /// all. Throws FragmentError.
  ScopedBinding(const std::string &Function, const FragmentEntry &Fragment,
                const std::string &Region = {});
  ~ScopedBinding();
  ScopedBinding(const ScopedBinding &) = delete;
  ScopedBinding &operator=(const ScopedBinding &) = delete;

private:
  const std::uint64_t Number;
};

} // namespace ompjit

#endif // OMPJIT_FRAGMENTS_SCOPEDBINDING_H
