//===- ImageMaker.cpp - Images without a device ---------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Jit/ImageMaker.h"

#include "ImageFinisher.h"
#include "ImageSource.h"
#include "report/RequestText.h"

#include <map>

using namespace ompjit;
using namespace ompjit::jit;

namespace {

class ImageMakerImpl : public ImageMaker {
public:
  ImageMakerImpl(Settings Wanted, const std::string &LibraryDir,
                 Engine::LineSink Sink)
      : Chosen(std::move(Wanted)), Lines(Chosen.InfoLevel, std::move(Sink)),
        Events(nullptr), Report(Lines, Events),
        Process([](WorkRef Work) { Work(); }),
        Source(Chosen, createCompiler(Chosen, LibraryDir, nullptr), Lines,
               Report, Process, Finishers) {}

  Result<Made> make(const PackageView &, const CompileRequest &,
                    const std::string &Program) override;
  void finish() override {
    Source.finish(std::chrono::steady_clock::now() +
                  std::chrono::milliseconds(Chosen.ExitWaitMs));
  }

private:
  std::shared_ptr<SharedPackage> shared(const PackageView &,
                                        const std::string &Program);
  /// Remembers what is bound in a package that was linked, for its images.
  void noteBound(const PackageView &From, const Image &Linked);

  const Settings Chosen;
  const Log Lines;
  Trace Events;
  const SupplyReport Report;
  ProcessLocks Process;
  ImageFinishers Finishers; ///< Empty, since there is no device.
  ImageSource Source;

  Mutex Guard;
  std::map<const char *, std::shared_ptr<SharedPackage>>
      Packages OMPJIT_GUARDED_BY(Guard); ///< By the address of their bytes.
  std::map<package::Digest, std::string>
      Bound OMPJIT_GUARDED_BY(Guard); ///< In packages that were linked.
};

} // namespace

std::shared_ptr<SharedPackage>
ImageMakerImpl::shared(const PackageView &Package, const std::string &Program) {
  MutexLock Lock(Guard);
  std::shared_ptr<SharedPackage> &Known = Packages[Package.bytes().data()];
  if (!Known)
    Known = std::make_shared<SharedPackage>(
        Package,
        Program.empty() ? std::nullopt : std::optional<std::string>(Program),
        Package.isBinding() ? boundText(Package) : Bound[Package.digest()]);
  return Known;
}

void ImageMakerImpl::noteBound(const PackageView &From, const Image &Linked) {
  if (!From.isBinding())
    return;
  if (Result<PackageView> Package = PackageView::parse(Linked.Bytes)) {
    MutexLock Lock(Guard);
    Bound[Package->digest()] = boundText(From);
  }
}

Result<ImageMaker::Made> ImageMakerImpl::make(const PackageView &Package,
                                              const CompileRequest &Want,
                                              const std::string &Program) {
  CompileRequest Request = Want;
  Request.AllowedAssembler = Assembler::Any;
  Result<ObtainedImage> Got =
      Source.get(Source.wanted(shared(Package, Program), std::move(Request)));
  if (!Got)
    return Got.takeError();
  noteBound(Package, *Got->Content);
  Outcome How = Outcome::Known;
  if (Got->Origin == ImageOrigin::Compiler)
    How = Got->Content->IsAssembly ? Outcome::Assembly : Outcome::Compiled;
  return Made{How, std::move(Got->Content)};
}

std::unique_ptr<ImageMaker> ImageMaker::create(Settings Chosen,
                                               const std::string &LibraryDir,
                                               Engine::LineSink Sink) {
  return std::make_unique<ImageMakerImpl>(std::move(Chosen), LibraryDir,
                                          std::move(Sink));
}
