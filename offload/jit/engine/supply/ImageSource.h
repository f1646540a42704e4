//===- ImageSource.h - Where compiled images come from --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// L2 and the compiler behind one function: memory, then disk, then compile.
// Images hold no device addresses, so all devices of equal architecture share
// them. However many threads and devices ask for an image at once, one of them
// fetches or compiles it.
//
// Private to the engine. Thread-safe; no lock is held while a file is read or a
// compile runs. Nobody who waits here waits for the dynamic linker: where a
// compile needs the service opened first, all stop waiting, and begin again.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_IMAGESOURCE_H
#define OMPJIT_JIT_IMAGESOURCE_H

#include "Attempt.h"
#include "ExpectedCompile.h"
#include "ImageBuilder.h"
#include "ImageFamilies.h"
#include "ImageNames.h"
#include "ImageStore.h"
#include "MemoryImages.h"
#include "SingleFlight.h"
#include "ompjit/Jit/ProcessLocks.h"
#include "ompjit/Support/Mutex.h"
#include "report/RecordFile.h"

#include <memory>
#include <optional>
#include <unordered_map>

namespace ompjit::jit {

class ImageSource {
public:
  ImageSource(const Settings &, std::unique_ptr<Compiler>, const Log &,
              const SupplyReport &, ProcessLocks &, ImageFinishers &);

  /// Names the image. \p Request has the device's architecture and features,
  /// and the settings' optimisation level; \p Finisher is that of the device,
  /// if it has one.
  WantedImage wanted(std::shared_ptr<SharedPackage>, CompileRequest Request,
                     std::shared_ptr<ImageFinisher> Finisher = nullptr);
  /// The same image, with fewer optimisations.
  WantedImage quickVersionOf(const WantedImage &);

  /// The image, if it is in memory or on disk: compiles nothing and waits for
  /// nobody who compiles.
  std::optional<ObtainedImage> find(const WantedImage &);

  /// The image. An error names the stage and its cause.
  Result<ObtainedImage> get(const WantedImage &);

  /// The image does not load. True if it came from disk, as another driver may
  /// have made it; then it is dropped there, and get() compiles it.
  bool refuse(const WantedImage &);

  /// The same as get(), withoutLinker.
  Attempt tryGet(const WantedImage &);
  /// Opens what an attempt needs.
  void openCompiler();

  /// What was written for programs like that on such devices, from disk. Empty
  /// where there is nothing.
  std::string readNote(const SharedPackage &, const CompileRequest &Like);
  void writeNote(const SharedPackage &, const CompileRequest &Like,
                 const std::string &Bytes);

  /// Whether an image is being written to disk.
  bool isStoring() const { return Store.isStoring(); }
  /// The program ends: lets what was compiled reach other machines.
  void finish(std::chrono::steady_clock::time_point End) { Store.finish(End); }
  /// In the child of a fork().
  void forgetThreads();

  /// Null if nothing is cached beyond the process.
  cache::LayeredStore *stores() { return Store.layers(); }

private:
  std::shared_ptr<const Image> findInMemory(const cache::Key &);
  void remember(const WantedImage &, const std::shared_ptr<const Image> &,
                uint64_t CompileNs);
  void rememberStored(const WantedImage &, const ImageStore::Stored &);
  bool isRefused(const cache::Key &);
  Attempt fetch(const WantedImage &);
  ImageStore::Lookup lookUp(const WantedImage &);
  Attempt openFirst(const WantedImage &, cache::CompileClaim);
  Attempt takeStored(const WantedImage &, ImageStore::Stored);
  Attempt compile(const WantedImage &, cache::CompileClaim);

  const Settings &Chosen;
  const std::unique_ptr<Compiler> Service;
  ProcessLocks &Process;
  const SupplyReport &Report;
  DumpFolder Dump;
  RecordFile Record;
  ImageNames Names;
  ImageStore Store;
  ImageBuilder Builder;
  ImageFamilies Families;
  ExpectedCompile Expected;

  Mutex Guard;
  MemoryImages InMemory OMPJIT_GUARDED_BY(Guard);
  /// Whether what came from disk did not load, where any did.
  std::unordered_map<cache::Key, bool, cache::KeyHash>
      FromDisk OMPJIT_GUARDED_BY(Guard);
  /// Not in the cache on disk, and to be compiled once the service is open.
  std::unordered_map<cache::Key, cache::CompileClaim, cache::KeyHash>
      Missed OMPJIT_GUARDED_BY(Guard);
  SingleFlight<cache::Key, Attempt, cache::KeyHash> Flights;
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_IMAGESOURCE_H
