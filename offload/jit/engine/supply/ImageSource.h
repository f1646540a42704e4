//===- ImageSource.h - The source of compiled images ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// L2 and the compiler in one function, which looks in memory, then on disk, and
// then compiles. Images hold no device addresses, so all devices of equal
// architecture share them. However many threads and devices ask for an image at
// once, one of them fetches or compiles it.
//
// Private to the engine. Thread-safe; no lock is held while a file is read or a
// compile runs. No thread that waits here waits for the dynamic linker: if the
// compile service must be opened first, all stop waiting and start again.
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
  /// Returns the same image, compiled with fewer optimisations.
  WantedImage quickVersionOf(const WantedImage &);

  /// Returns the image if it is in memory or on disk. Compiles nothing and
  /// waits for no compile.
  std::optional<ObtainedImage> find(const WantedImage &);
  /// The same for the server that machines share.
  std::optional<ObtainedImage> findRemote(const WantedImage &);

  /// Returns the image. An error names the stage and its cause.
  Result<ObtainedImage> get(const WantedImage &);

  /// To be called if the image does not load. Returns true if it came from
  /// disk, where another driver may have left it; then it is removed there, and
  /// get() compiles it.
  bool refuse(const WantedImage &);

  /// The same as get(), withoutLinker.
  Attempt tryGet(const WantedImage &);
  /// Opens everything that an attempt needs; runs withLinker.
  void openCompiler();

  /// Reads from disk what was written for such programs on such devices; empty
  /// if there is nothing.
  std::string readNote(const SharedPackage &, const CompileRequest &Request);
  void writeNote(const SharedPackage &, const CompileRequest &Request,
                 const std::string &Bytes);

  /// Reads what was chosen for kernels on such devices; empty if there is
  /// nothing. Opens nothing if the folder has no such note, and there are no
  /// bundles.
  std::string readProfile(const std::string &Triple, const std::string &Arch);
  /// The same for what was counted in kernels with this code.
  std::string readCounts(const std::string &Triple, uint64_t CodeDigest);
  /// Replaces that; returns whether it is written.
  bool changeCounts(const std::string &Triple, uint64_t CodeDigest,
                    const cache::DiskStore::NoteChange &Change);

  /// Whether an image is being written to disk.
  bool isStoring() const { return Store.isStoring(); }
  /// To be called when the program ends. Waits until \p End for images to reach
  /// other machines.
  void finish(std::chrono::steady_clock::time_point End) { Store.finish(End); }
  /// To be called in the child of a fork().
  void forgetThreads();

  /// Returns null if nothing is cached beyond the process.
  cache::LayeredStore *stores() { return Store.layers(); }

private:
  void chooseLinker(const SharedPackage &, CompileRequest &);
  std::shared_ptr<const Image> findInMemory(const cache::Key &);
  void remember(const WantedImage &, const std::shared_ptr<const Image> &,
                uint64_t CompileNs);
  std::optional<ObtainedImage>
  useStored(const WantedImage &, const std::optional<ImageStore::Stored> &);
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
  /// The images that came from disk, and whether they did not load.
  std::unordered_map<cache::Key, bool, cache::KeyHash>
      FromDisk OMPJIT_GUARDED_BY(Guard);
  /// Images that are not on disk, to be compiled when the service is open.
  std::unordered_map<cache::Key, cache::CompileClaim, cache::KeyHash>
      Missed OMPJIT_GUARDED_BY(Guard);
  SingleFlight<cache::Key, Attempt, cache::KeyHash> Flights;
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_IMAGESOURCE_H
