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

#include "Compiler.h"
#include "ExpectedCompile.h"
#include "ImageFamilies.h"
#include "MemoryImages.h"
#include "SingleFlight.h"
#include "ompjit/Cache/LayeredStore.h"
#include "ompjit/Package.h"
#include "ompjit/Support/Mutex.h"
#include "report/DumpFolder.h"
#include "report/Log.h"
#include "report/RecordFile.h"
#include "report/Trace.h"
#include "variants/WantedImage.h"

#include <memory>
#include <optional>
#include <unordered_map>

namespace ompjit::jit {

class ImageFinishers;

class ImageSource {
public:
  ImageSource(const Settings &, std::unique_ptr<Compiler>, const Log &, Trace &,
              ProcessLocks &, ImageFinishers &);

  /// Names the image. \p Request has the device's architecture and features,
  /// and the settings' optimisation level.
  /// Of a device that finishes images, with its finisher.
  WantedImage wanted(std::shared_ptr<SharedPackage>, CompileRequest Request,
                     std::shared_ptr<ImageFinisher> = nullptr);

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

  /// The same withoutLinker; nothing where openCompiler() must come first.
  std::optional<Result<ObtainedImage>> tryGet(const WantedImage &);
  void openCompiler();

  /// What was written for programs like that on such devices, from disk. Empty
  /// where there is nothing.
  std::string readNote(const SharedPackage &, const CompileRequest &Like);
  void writeNote(const SharedPackage &, const CompileRequest &Like,
                 const std::string &Bytes);

  /// Whether an image is being written to disk.
  bool isStoring() const { return NumStoring.load() != 0; }

  /// The program ends: lets what was compiled reach other machines.
  void finish(std::chrono::steady_clock::time_point End);
  /// In the child of a fork().
  void forgetThreads();

  /// Null if nothing is cached beyond the process.
  cache::LayeredStore *stores() {
    prepare();
    return Stores.get();
  }

private:
  /// Nothing: the compile service must be opened.
  using Attempt = std::optional<Result<ObtainedImage>>;

  void prepare();
  void openStores();
  std::unique_ptr<cache::RemoteStore> openRemote();
  WantedImage named(std::shared_ptr<SharedPackage>, CompileRequest,
                    std::shared_ptr<ImageFinisher>);
  cache::KeyFields fieldsOf(const SharedPackage &, const CompileRequest &);
  cache::Key familyOf(const WantedImage &);
  std::string noteFields(const SharedPackage &, const CompileRequest &Like);
  std::shared_ptr<const Image> findInMemory(const cache::Key &);
  void remember(const WantedImage &, const std::shared_ptr<const Image> &);
  void rememberStored(const WantedImage &, const std::shared_ptr<const Image> &,
                      uint64_t CompileNs);
  bool isRefused(const cache::Key &);
  Attempt fetch(const WantedImage &);
  bool readsStores() const { return Stores && !Dump.isOn(); }
  cache::DiskStore::Found lookUp(const WantedImage &);
  std::shared_ptr<const Image> decodeStored(const WantedImage &,
                                            const cache::StoredImage &);
  Attempt finishStored(const WantedImage &, std::shared_ptr<const Image>,
                       uint64_t CompileNs);
  Attempt openFirst(const WantedImage &, cache::DiskStore::Found);
  Attempt compile(const WantedImage &, cache::DiskStore::Found);
  Result<CompileResult> compileCode(const WantedImage &, ByteView Package,
                                    const ImageFamilies::Members &Relatives,
                                    bool &IsIdentified);
  bool finish(const WantedImage &, CompileResult &, uint64_t StartNs);
  Result<ObtainedImage> accept(const WantedImage &, CompileResult,
                               const ImageFamilies::Members &Relatives,
                               uint64_t CompileNs, bool MayBeStored);
  CompileRequest compileRequest(const WantedImage &,
                                const ImageFamilies::Members &Relatives) const;
  void traceCompile(const WantedImage &, uint64_t StartNs, uint64_t CompileNs,
                    const Result<CompileResult> &);
  void store(const WantedImage &, const Image &, uint64_t CompileNs);

  const Settings &Chosen;
  const Log &Lines;
  Trace &Events;
  const std::unique_ptr<Compiler> Service;
  ProcessLocks &Process;
  ImageFinishers &Finishers;
  DumpFolder Dump;
  RecordFile Record;

  /// Identifying the compile service reads a file, which a program without a
  /// launch should not pay for.
  std::once_flag PrepareOnce;
  std::string Toolchain;
  std::unique_ptr<cache::LayeredStore> Stores;

  std::atomic<unsigned> NumStoring{0};
  ImageFamilies Families;
  ExpectedCompile Expected;

  Mutex Guard;
  MemoryImages InMemory OMPJIT_GUARDED_BY(Guard);
  /// Whether what came from disk did not load, where any did.
  std::unordered_map<cache::Key, bool, cache::KeyHash>
      Stored OMPJIT_GUARDED_BY(Guard);
  /// Not in the cache on disk, and to be compiled once the service is open.
  std::unordered_map<cache::Key, cache::DiskStore::Found, cache::KeyHash>
      Missed OMPJIT_GUARDED_BY(Guard);
  SingleFlight<cache::Key, Attempt, cache::KeyHash> Flights;
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_IMAGESOURCE_H
