//===- ImageFamilies.cpp - Images that may have the same code ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ImageFamilies.h"

using namespace ompjit;
using namespace ompjit::jit;

/// The maximum for a kernel whose values keep changing, because a request names
/// all members.
static constexpr size_t MaxMembers = 64;

void ImageFamilies::add(const cache::Key &Family,
                        const std::shared_ptr<const Image> &New) {
  MutexLock Lock(Guard);
  if (withCode(aliveOf(Family), New->Code))
    return;
  std::vector<std::weak_ptr<const Image>> &Known = Families[Family];
  if (Known.size() == MaxMembers)
    Known.erase(Known.begin());
  Known.push_back(New);
}

void ImageFamilies::forget(const cache::Key &Family) {
  MutexLock Lock(Guard);
  Families.erase(Family);
}

ImageFamilies::Members ImageFamilies::find(const cache::Key &Family) {
  MutexLock Lock(Guard);
  return aliveOf(Family);
}

ImageFamilies::Members ImageFamilies::aliveOf(const cache::Key &Family) {
  Members Alive;
  auto Place = Families.find(Family);
  if (Place == Families.end())
    return Alive;
  for (const std::weak_ptr<const Image> &Each : Place->second)
    if (std::shared_ptr<const Image> Image = Each.lock())
      Alive.push_back(std::move(Image));
  Place->second.assign(Alive.begin(), Alive.end());
  return Alive;
}

std::shared_ptr<const Image> ImageFamilies::withCode(const Members &All,
                                                     const std::string &Code) {
  for (const std::shared_ptr<const Image> &Each : All)
    if (!Code.empty() && Each->Code == Code)
      return Each;
  return nullptr;
}
