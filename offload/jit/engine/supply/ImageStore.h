//===- ImageStore.h - Images beyond the process ---------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of L2 that other processes and machines share: opens the layers that
// the settings select, and converts their entries to images.
//
// Private to the engine. Thread-safe; no lock is held while a file is read.
// Functions are called withoutLinker.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_IMAGESTORE_H
#define OMPJIT_JIT_IMAGESTORE_H

#include "ImageNames.h"
#include "ompjit/Cache/LayeredStore.h"
#include "report/SupplyReport.h"

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace ompjit::jit {

class ImageStore {
public:
  /// If \p IsWriteOnly is set, every image is compiled.
  ImageStore(const Settings &Chosen, bool IsWriteOnly, ImageNames &Names,
             const SupplyReport &Report)
      : Chosen(Chosen), IsWriteOnly(IsWriteOnly), Names(Names), Report(Report) {
  }

  /// An image, and how long its compile took.
  struct Stored {
    std::shared_ptr<const Image> Content;
    uint64_t CompileNs = 0;
  };
  /// Finds an image and waits for no compile.
  std::optional<Stored> find(const WantedImage &);
  /// Finds an image on the server that machines share.
  std::optional<Stored> findRemote(const WantedImage &);

  struct Lookup {
    std::optional<Stored> Found;
    /// Makes other processes wait until the image is stored.
    cache::CompileClaim Claim;
  };
  /// Finds an image, and waits for another process that compiles it, as long as
  /// a compile is expected to take.
  Lookup lookUp(const WantedImage &, uint64_t ExpectedNs);

  void store(const WantedImage &, const Image &, uint64_t CompileNs);
  /// Removes an image. Returns false if nothing is kept or it cannot be
  /// removed.
  bool forget(const cache::Key &);
  /// Whether an image is being written.
  bool isStoring() const { return NumStoring.load() != 0; }

  /// Read and write entries that are no images, by the fields of their keys;
  /// empty if there is none.
  std::string readNote(const std::string &Fields);
  void writeNote(const std::string &Fields, const std::string &Bytes);
  /// Like DiskStore::changeNote().
  bool changeNote(const std::string &Fields,
                  const cache::DiskStore::NoteChange &Change);
  /// The same as readNote(), for a note that hardly any folder has.
  std::string readRareNote(const std::string &Fields);

  /// To be called when the program ends. Waits until \p End for images to reach
  /// other machines.
  void finish(std::chrono::steady_clock::time_point End);
  /// To be called in the child of a fork().
  void forgetThreads();

  /// Returns null if nothing is kept beyond the process.
  cache::LayeredStore *layers();

private:
  using Finder = std::optional<cache::StoredImage> (cache::LayeredStore::*)(
      const cache::Key &);

  void open();
  std::unique_ptr<cache::RemoteStore> openRemote();
  bool isRead() { return !IsWriteOnly && layers(); }
  void nameProgram(const SharedPackage &);
  void nameIfNew(const WantedImage &, const cache::StoredImage &);
  std::optional<Stored> findBy(Finder, const WantedImage &);
  std::optional<Stored> decode(const WantedImage &, const cache::StoredImage &);

  const Settings &Chosen;
  const bool IsWriteOnly;
  ImageNames &Names;
  const SupplyReport &Report;

  std::once_flag OpenOnce;
  std::unique_ptr<cache::LayeredStore> Layers;
  std::atomic<bool> IsOpen{false};
  std::atomic<unsigned> NumStoring{0};
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_IMAGESTORE_H
