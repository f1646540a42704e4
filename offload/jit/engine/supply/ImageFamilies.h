//===- ImageFamilies.h - Images that may have the same code --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A family is the images of one kernel that differ only in their facts. A
// compile whose code equals that of one of them stops and uses that image.
// Families keep no image alive.
//
// Private to the engine. Thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_IMAGEFAMILIES_H
#define OMPJIT_JIT_IMAGEFAMILIES_H

#include "ompjit/Cache/Key.h"
#include "ompjit/CompileService.h"
#include "ompjit/Support/Mutex.h"

#include <memory>
#include <unordered_map>
#include <vector>

namespace ompjit::jit {

class ImageFamilies {
public:
  using Members = std::vector<std::shared_ptr<const Image>>;

  /// Does nothing if the family has the image, or another one with its code.
  void add(const cache::Key &Family, const std::shared_ptr<const Image> &);

  void forget(const cache::Key &Family);

  /// Returns the members, no two of which have the same code.
  Members find(const cache::Key &Family);

  /// Returns the member with that code; null if there is none.
  static std::shared_ptr<const Image> withCode(const Members &,
                                               const std::string &Code);

private:
  Members aliveOf(const cache::Key &Family) OMPJIT_REQUIRES(Guard);

  Mutex Guard;
  std::unordered_map<cache::Key, std::vector<std::weak_ptr<const Image>>,
                     cache::KeyHash>
      Families OMPJIT_GUARDED_BY(Guard);
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_IMAGEFAMILIES_H
