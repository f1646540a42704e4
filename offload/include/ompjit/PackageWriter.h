//===- ompjit/PackageWriter.h - Lays out a JIT package --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The counterpart of PackageView: turns the contents of a package into bytes
// (format in ompjit/Package.h). The linker wrapper writes packages with it, and
// tests make their packages with it. It neither decides what goes in nor
// computes the content digest: only the writer of the bitcode (PackageLink.cpp)
// knows what determines compiled code.
//
// Equal contents give equal bytes. Thread-safe: there is no state.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PACKAGEWRITER_H
#define OMPJIT_PACKAGEWRITER_H

#include "ompjit/Package.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ompjit {

/// Everything that a package says, in the order in which it is written.
struct PackageContents {
  struct Kernel {
    std::string EntryName;
    std::string Symbol;
    std::vector<ParameterInfo> Parameters; ///< Without the launch environment.
    package::LaunchBounds Bounds;
    uint32_t Flags = 0; ///< package::KernelRecordFlags.
    uint32_t Part = 0;
    std::vector<FieldInfo> Fields =
        {}; ///< In the order of PackageView::field().
    /// The functions that it reaches and that are bound at run time.
    std::vector<std::string> LateBound = {};
    uint64_t CodeDigest = 0;
  };
  struct Global {
    std::string EntryName; ///< Empty: the host does not know it.
    std::string Symbol;
    uint64_t Size = 0;  ///< Bytes; 0 for a function.
    uint32_t Flags = 0; ///< package::GlobalFlags.
  };
  struct Part {
    std::string Bytes;
    uint64_t PlainSize = 0;
    package::Compression Packing = package::Compression::None;
    std::string Name = {}; ///< Only of a fragment.
  };
  struct NativeImage {
    std::string Arch;
    std::string Bytes;
  };

  package::Digest ContentDigest{};
  std::string Triple;
  std::string Arch;
  uint32_t Flags = 0;           ///< package::TargetFlags.
  std::string LinkOptions = {}; ///< Only of fragments.
  std::vector<Kernel> Kernels;
  std::vector<Global> Globals;
  std::vector<Part> Parts; ///< From packPart of PackageBitcode.h.
  std::vector<NativeImage> NativeImages;
};

/// The bytes of the package. Names must not contain zero bytes; contents that
/// break a rule of the format give bytes that PackageView::parse() refuses.
std::string writePackage(const PackageContents &);

} // namespace ompjit

#endif // OMPJIT_PACKAGEWRITER_H
