//===- LinkCache.h - Code that earlier device links generated -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A folder of generated code, by keys that cover everything the code was made
// from. Other device links, later ones or those of other processes at the same
// time, reuse what has not changed. An entry carries a digest, so that a
// damaged one is not used but made again; a folder that other users can write
// to is refused, because its content will be executed. Failures to read and
// write cost time and nothing else.
//
// Used by the device link; the linker wrapper chooses the folder. LLVM's own
// ThinLTO cache checks neither content nor folder.
//
// Threads: all functions may be called from several threads at once.
//
// An entry is the file llvmcache-<key>, named so that LLVM's pruneCache finds
// it:
//   entry  := "OMPJITL1" digest bytes     // digest: BLAKE3 of key and bytes
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_LINKCACHE_H
#define OMPJIT_DEVICELINK_LINKCACHE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/CachePruning.h"
#include "llvm/Support/Error.h"

#include <atomic>
#include <memory>
#include <optional>
#include <string>

namespace ompjit::devicelink {

class LinkCache {
public:
  /// Opens \p Folder; makes it if it does not exist.
  static llvm::Expected<std::unique_ptr<LinkCache>>
  open(llvm::StringRef Folder);

  /// Returns the key of something that depends on \p Inputs and nothing else.
  static std::string keyFor(llvm::ArrayRef<llvm::StringRef> Inputs);

  std::optional<llvm::SmallString<0>> find(llvm::StringRef Key);
  void store(llvm::StringRef Key, llvm::StringRef Bytes);

  /// Removes entries as \p Policy says.
  void prune(const llvm::CachePruningPolicy &Policy) const;

  const std::string &folder() const { return Folder; }
  unsigned numFound() const { return NumFound; }
  unsigned numAsked() const { return NumAsked; }

private:
  explicit LinkCache(llvm::StringRef Folder) : Folder(Folder) {}
  std::string pathOf(llvm::StringRef Key) const;

  const std::string Folder;
  std::atomic<unsigned> NumFound = 0, NumAsked = 0;
};

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_LINKCACHE_H
