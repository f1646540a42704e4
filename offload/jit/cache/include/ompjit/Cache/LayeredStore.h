//===- ompjit/Cache/LayeredStore.h - All places that keep images ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The layers of the persistent cache, in the order in which they are asked:
//
//   1. bundles: read-only, and very cheap to ask 2. the user's folder
//   (DiskStore.h): written, and where processes of one
//      machine agree on who compiles
//   3. a remote store: asked only by the process that is about to compile, and
//      what comes from there goes into the folder for the others
//
// Each layer counts its own outcomes.
//
// Threads and processes: as DiskStore.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_CACHE_LAYEREDSTORE_H
#define OMPJIT_CACHE_LAYEREDSTORE_H

#include "ompjit/Cache/Bundle.h"
#include "ompjit/Cache/DiskStore.h"
#include "ompjit/Cache/RemoteStore.h"
#include "ompjit/Support/Mutex.h"

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace ompjit::cache {

class LayeredStore {
public:
  struct Options {
    DiskStore::Options Folder;           ///< Notify hears of all layers.
    std::vector<std::string> Bundles;    ///< Paths, in order.
    std::unique_ptr<RemoteStore> Remote; ///< Null: none.
  };

  /// Opens nothing yet.
  explicit LayeredStore(Options, FileSystem & = FileSystem::system());

  /// As DiskStore::lookup().
  DiskStore::Found lookup(const Key &, uint64_t ExpectedNs = UINT64_MAX);

  /// As DiskStore::find(). Does not ask the remote store.
  std::optional<StoredImage> find(const Key &);

  /// Asks the remote store only, and keeps what it has in the folder.
  std::optional<StoredImage> findRemote(const Key &);

  /// As DiskStore::store(); the outcome is the folder's.
  StoreOutcome store(const Key &K, ByteView CanonicalFields, ByteView Payload,
                     uint64_t CompileNs);

  /// Stops using the image that was found. An image in the folder is removed as
  /// by DiskStore::forget(); one in a bundle stays there, and one on the server
  /// stays until the next store, but from now on bundles and server are not
  /// asked for this key. \returns true if a bundle has the image, so that the
  /// folder may have a better one.
  bool forget(const Key &);

  /// The note in the folder, or else the one in a bundle.
  std::optional<StoredImage> readNote(const Key &);
  void replaceNote(const Key &, ByteView CanonicalFields, ByteView Payload);
  /// As DiskStore says, in the folder only.
  bool changeNote(const Key &K, ByteView CanonicalFields,
                  const DiskStore::NoteChange &Change) {
    return Folder.changeNote(K, CanonicalFields, Change);
  }

  /// A bundle that could be opened.
  class BundleLayer {
  public:
    BundleLayer(std::string Path, Bundle Content)
        : Path(std::move(Path)),
          Content(std::make_shared<const Bundle>(std::move(Content))) {}

    const std::string Path;
    Counters Counts;

    LoadOutcome read(FileSystem &, const Key &, StoredImage &);

  private:
    std::shared_ptr<const Bundle> content(FileSystem &);

    Mutex Guard;
    std::shared_ptr<const Bundle> Content OMPJIT_GUARDED_BY(Guard);
  };

  const DiskStore &folder() const { return Folder; }
  /// Opens the bundles at the first call.
  const std::vector<std::unique_ptr<BundleLayer>> &bundles();
  /// Null: none.
  RemoteStore *remote() const { return Remote.get(); }

private:
  enum class Count { All, HitsOnly, Nothing };
  std::optional<StoredImage> findInBundles(const Key &, Count);
  void openBundles();
  bool isPassed(const Key &);

  FileSystem &Files;
  DiskStore Folder;
  const std::vector<std::string> Paths;
  const std::function<void(DiskStore::Severity, const std::string &)> Notify;
  const std::unique_ptr<RemoteStore> Remote;

  std::once_flag OpenOnce;
  std::vector<std::unique_ptr<BundleLayer>> Opened; ///< By openBundles().

  Mutex PassedMutex;
  /// Keys for which bundles and server are not asked.
  std::set<Key> Passed OMPJIT_GUARDED_BY(PassedMutex);
};

} // namespace ompjit::cache

#endif // OMPJIT_CACHE_LAYEREDSTORE_H
