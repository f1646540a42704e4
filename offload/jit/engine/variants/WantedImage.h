//===- WantedImage.h - An image by its name, and its origin ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the engine.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_WANTEDIMAGE_H
#define OMPJIT_JIT_WANTEDIMAGE_H

#include "SharedPackage.h"
#include "ompjit/Cache/Key.h"
#include "ompjit/CompileService.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace ompjit::jit {

class ImageFinisher;

enum class ImageOrigin { Memory, Disk, Compiler };

struct ObtainedImage {
  std::shared_ptr<const Image> Content;
  ImageOrigin Origin;
  uint64_t CompileNs = 0;  ///< Wall time; 0 unless Origin is Compiler.
  CompileTimes Times = {}; ///< Zero unless Origin is Compiler.
  /// The compile ended early: another image of the kernel has the same code,
  /// and is this one.
  bool IsKnownCode = false;
  std::vector<std::string> Loops = {}; ///< Of the compile; see CompileResult.
  bool HasUnfitCounts = false;         ///< The same.
};

/// A function that is called after a compile.
using CompileReport = std::function<void(const ObtainedImage &)>;

/// Returns the image as a launch sees it that did not compile it.
inline ObtainedImage fromMemory(ObtainedImage Known) {
  if (Known.Origin == ImageOrigin::Compiler)
    Known.Origin = ImageOrigin::Memory;
  return Known;
}

/// An image, with everything that its name depends on. Remains valid after its
/// program is removed.
struct WantedImage {
  std::shared_ptr<SharedPackage> Package;
  CompileRequest Request;
  std::string Fields;
  cache::Key Key;
  std::shared_ptr<ImageFinisher> Finisher; ///< May be null.
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_WANTEDIMAGE_H
