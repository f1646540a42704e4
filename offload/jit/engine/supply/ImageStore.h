//===- ImageStore.h - Images beyond the process ---------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of L2 that other processes and machines see: opens the layers that
// the settings want, and turns their entries into images.
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
  /// With \p IsWriteOnly every image is compiled.
  ImageStore(const Settings &Chosen, bool IsWriteOnly, ImageNames &Names,
             const SupplyReport &Report)
      : Chosen(Chosen), IsWriteOnly(IsWriteOnly), Names(Names), Report(Report) {
  }

  /// An image, and what compiling it took.
  struct Stored {
    std::shared_ptr<const Image> Content;
    uint64_t CompileNs = 0;
  };
  /// Waits for nobody who compiles.
  std::optional<Stored> find(const WantedImage &);

  struct Lookup {
    std::optional<Stored> Found;
    /// Keeps other processes waiting until the image is stored.
    cache::CompileClaim Claim;
  };
  /// Waits for another process that compiles the image, as long as a compile
  /// is expected to take.
  Lookup lookUp(const WantedImage &, uint64_t ExpectedNs);

  void store(const WantedImage &, const Image &, uint64_t CompileNs);
  /// False where nothing is kept, or the image cannot be removed.
  bool forget(const cache::Key &);
  /// Whether an image is being written.
  bool isStoring() const { return NumStoring.load() != 0; }

  /// Entries that are no images, by the fields of their keys; empty where
  /// there is nothing.
  std::string readNote(const std::string &Fields);
  void writeNote(const std::string &Fields, const std::string &Bytes);

  /// The program ends: lets what was compiled reach other machines.
  void finish(std::chrono::steady_clock::time_point End);
  /// In the child of a fork().
  void forgetThreads();

  /// Null if nothing is kept beyond the process.
  cache::LayeredStore *layers();

private:
  void open();
  std::unique_ptr<cache::RemoteStore> openRemote();
  bool isRead() { return !IsWriteOnly && layers(); }
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
