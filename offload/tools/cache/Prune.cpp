//===- Prune.cpp - Removing images from the cache -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"

#include "ompjit/Support/JsonWriter.h"

using namespace ompjit::cache;

namespace ompjit::cachetool {

static Result<Outcome> removeDownTo(uint64_t Bytes, CacheFolder &Folder,
                                    const Options &Chosen) {
  Result<uint64_t> Removed = Folder.Inside.prune(Bytes);
  if (!Removed)
    return Removed.takeError();
  Result<FolderContents> Left = Folder.Inside.contents();
  if (!Left)
    return Left.takeError();
  if (!Chosen.Json)
    return Outcome{std::to_string(*Removed) + " removed, " +
                   std::to_string(Left->Entries.size()) + " left\n"};
  JsonWriter Json;
  Json.beginObject();
  Json.text("folder", Folder.Path);
  Json.number("removed", *Removed);
  Json.number("left", Left->Entries.size());
  Json.endObject();
  return Outcome{Json.take()};
}

Result<Outcome> prune(CacheFolder &Folder, const Options &Chosen) {
  return removeDownTo(*Chosen.ToBytes, Folder, Chosen);
}

Result<Outcome> clear(CacheFolder &Folder, const Options &Chosen) {
  Folder.Inside.removeOldTemporaries();
  return removeDownTo(0, Folder, Chosen);
}

} // namespace ompjit::cachetool
