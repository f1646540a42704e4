//===- ompjit/Fragments/Compose.h - Puts fragments together ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses the code of each fragment for a device, and makes the package of
// fragments that the compile service links. Works on bytes alone, so that what
// is known before LLVM is needed is found out, and reported, without it.
//
// Thread-safe: there is no state.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_FRAGMENTS_COMPOSE_H
#define OMPJIT_FRAGMENTS_COMPOSE_H

#include "ompjit/LinkOptions.h"
#include "ompjit/Support/Bytes.h"
#include "ompjit/Support/Result.h"

#include <span>
#include <string>
#include <string_view>

namespace ompjit::fragments {

struct NamedFragment {
  std::string_view Name; ///< For messages.
  ByteView File;         ///< As FragmentFile.h reads it.
};

/// A device, as ompjit_device_info describes it.
struct FragmentTarget {
  std::string_view Triple, Arch, Features;
  /// Whether it runs code of the triple itself, and is no virtual GPU.
  bool IsReal = true;
};

/// Returns the package for \p EntryPoint, in which the fragments have the given
/// order. Equal code in the same order with equal options gives equal bytes but
/// for the fragments' names, which do not change the package's digest. Fails,
/// naming the fragments and the symbol, if one has no code for the target, if
/// some have bitcode and others LTO-IR, if two define the same symbol, or if
/// none has the entry point.
Result<std::string> compose(std::span<const NamedFragment>,
                            const FragmentTarget &, std::string_view EntryPoint,
                            const LinkOptions &Options = {});

/// Returns the package that binds the late-bound functions of a kernel to what
/// \p Fragments define. \p Program is the package with the kernel. Fails,
/// naming what is to blame, unless one fragment defines each of the functions,
/// and as above.
Result<std::string> composeBinding(ByteView Program, std::string_view EntryName,
                                   std::span<const NamedFragment> Fragments,
                                   const FragmentTarget &Target);

} // namespace ompjit::fragments

#endif // OMPJIT_FRAGMENTS_COMPOSE_H
