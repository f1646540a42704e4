//===- Shadow.cpp - The latest uses of memory -----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Shadow.h"

namespace ompjit::vgpu {

void ShadowPage::clear() {
  for (Word &Each : Words) {
    Each.Cells.clear();
    Each.IsCommon = false;
  }
  Common.clear();
}

ShadowPage &Shadow::page(uintptr_t Address) {
  const uintptr_t Number = Address / ShadowPage::Bytes;
  Shard &In = Shards[Number % Shards.size()];
  MutexLock Lock(In.Guard);
  std::unique_ptr<ShadowPage> &Page = In.Pages[Number];
  if (!Page)
    Page = std::make_unique<ShadowPage>();
  return *Page;
}

void Shadow::clear() {
  for (Shard &Each : Shards) {
    MutexLock Lock(Each.Guard);
    for (auto &[Number, Page] : Each.Pages)
      Page->clear();
  }
}

} // namespace ompjit::vgpu
