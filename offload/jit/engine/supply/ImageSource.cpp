//===- ImageSource.cpp - The source of compiled images --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ImageSource.h"

#include <algorithm>
#include <utility>

using namespace ompjit;
using namespace ompjit::jit;

/// The minimum size of the images in memory, whatever OMP_JIT_MEMORY says.
static constexpr uint64_t LeastInMemory = 64 << 20;

ImageSource::ImageSource(const Settings &Chosen,
                         std::unique_ptr<Compiler> Service, const Log &Lines,
                         const SupplyReport &Report, ProcessLocks &Process,
                         ImageFinishers &Finishers)
    : Chosen(Chosen), Service(std::move(Service)), Process(Process),
      Report(Report), Dump(Chosen.DumpFolder, Lines),
      Record(Chosen.RecordFile, Lines), Names(Chosen, *this->Service),
      Store(Chosen, /*IsWriteOnly=*/Dump.isOn(), Names, Report),
      Builder(Chosen, *this->Service, Finishers, Dump, Report),
      InMemory(std::max(Chosen.MemoryBytes, LeastInMemory)) {}

WantedImage ImageSource::wanted(std::shared_ptr<SharedPackage> Package,
                                CompileRequest Request,
                                std::shared_ptr<ImageFinisher> Finisher) {
  WantedImage Want;
  Process.withoutLinker([&] {
    if (Package->IsLtoIr && Request.Kind == ImageKind::Package)
      chooseLinker(*Package, Request);
    Want = Names.wanted(std::move(Package), std::move(Request),
                        std::move(Finisher));
    if (Record.isOn())
      Record.add(Want.Key, *Want.Package, Want.Request);
  });
  return Want;
}

/// Without a linker, an image of any other one serves.
void ImageSource::chooseLinker(const SharedPackage &Package,
                               CompileRequest &Request) {
  Names.chooseLinker(Request);
  if (Request.LinkerFile.empty())
    Request.LinkerIdentity =
        Store.readNote(Names.linkerFields(Package, Request));
}

WantedImage ImageSource::quickVersionOf(const WantedImage &Full) {
  WantedImage Want;
  Process.withoutLinker([&] { Want = Names.quickVersionOf(Full); });
  return Want;
}

void ImageSource::forgetThreads() {
  Store.forgetThreads();
  Service->forgetParent();
}

//===----------------------------------------------------------------------===//
// Getting an image
//===----------------------------------------------------------------------===//

std::optional<ObtainedImage> ImageSource::find(const WantedImage &Want) {
  std::optional<ObtainedImage> Found;
  Process.withoutLinker([&] {
    if (std::shared_ptr<const Image> Known = findInMemory(Want.Key))
      Found = ObtainedImage{std::move(Known), ImageOrigin::Memory};
    else
      Found = useStored(Want, Store.find(Want));
  });
  return Found;
}

std::optional<ObtainedImage> ImageSource::findRemote(const WantedImage &Want) {
  std::optional<ObtainedImage> Found;
  Process.withoutLinker(
      [&] { Found = useStored(Want, Store.findRemote(Want)); });
  return Found;
}

/// Returns nothing if the image cannot be used as it is.
std::optional<ObtainedImage>
ImageSource::useStored(const WantedImage &Want,
                       const std::optional<ImageStore::Stored> &Known) {
  if (!Known || ImageBuilder::isUnfinished(Want, *Known->Content) ||
      isRefused(Want.Key))
    return std::nullopt;
  rememberStored(Want, *Known);
  return ObtainedImage{Known->Content, ImageOrigin::Disk};
}

Result<ObtainedImage> ImageSource::get(const WantedImage &Want) {
  for (;;) {
    Attempt Got = Attempt::needsOpenCompiler();
    Process.withoutLinker([&] { Got = tryGet(Want); });
    if (Got.hasEnded())
      return Got.takeOutcome();
    openCompiler();
  }
}

void ImageSource::openCompiler() {
  Process.withLinker([this] { Builder.open(); });
}

Attempt ImageSource::tryGet(const WantedImage &Want) {
  if (std::shared_ptr<const Image> Known = findInMemory(Want.Key))
    return ObtainedImage{std::move(Known), ImageOrigin::Memory};
  auto Got = Flights.run(Want.Key, [&] { return fetch(Want); });
  if (Got.Waited && Got.Made.hasEnded() && Got.Made.outcome())
    return ObtainedImage{Got.Made.outcome()->Content, ImageOrigin::Memory};
  return std::move(Got.Made);
}

/// Runs in only one thread at a time for each key.
Attempt ImageSource::fetch(const WantedImage &Want) {
  // Another thread may have finished since this one looked.
  if (std::shared_ptr<const Image> Known = findInMemory(Want.Key))
    return ObtainedImage{std::move(Known), ImageOrigin::Memory};
  ImageStore::Lookup Answer = lookUp(Want);
  if (Answer.Found && !isRefused(Want.Key))
    return takeStored(Want, std::move(*Answer.Found));
  return compile(Want, std::move(Answer.Claim));
}

/// Looks on disk, unless that was done before the compile service was opened.
ImageStore::Lookup ImageSource::lookUp(const WantedImage &Want) {
  {
    MutexLock Lock(Guard);
    if (auto Before = Missed.extract(Want.Key))
      return {std::nullopt, std::move(Before.mapped())};
  }
  return Store.lookUp(
      Want, Expected.of(Names.familyOf(Want), Want.Package->NumBytes));
}

/// Keeps the claim until the compile service is open.
Attempt ImageSource::openFirst(const WantedImage &Want,
                               cache::CompileClaim Claim) {
  MutexLock Lock(Guard);
  Missed.insert_or_assign(Want.Key, std::move(Claim));
  return Attempt::needsOpenCompiler();
}

/// A process without such a device may have stored assembly, which is then
/// finished and replaced on disk. If that fails, the assembly is used as it is,
/// as the driver may accept it.
Attempt ImageSource::takeStored(const WantedImage &Want,
                                ImageStore::Stored Found) {
  if (ImageBuilder::isUnfinished(Want, *Found.Content)) {
    if (!Builder.isOpenFor(Want))
      return Attempt::needsOpenCompiler();
    CompileResult Same;
    Same.Ok = true;
    Same.Output = *Found.Content;
    const bool IsFinished = Builder.finish(Want, Same, nowNs());
    if (!Same.Ok) {
      Report.note(Want, ": " + Same.Message);
    } else if (IsFinished && !Same.Output.IsAssembly) {
      Found.Content = std::make_shared<const Image>(std::move(Same.Output));
      Store.forget(Want.Key);
      Store.store(Want, *Found.Content, Same.Times.Assemble);
    }
  }
  rememberStored(Want, Found);
  return ObtainedImage{std::move(Found.Content), ImageOrigin::Disk};
}

/// If a relative has the same code, it becomes the image. The claim is released
/// when the image is stored.
Attempt ImageSource::compile(const WantedImage &Want,
                             cache::CompileClaim Claim) {
  if (const Error *Why = Names.lacksLinker(*Want.Package, Want.Request))
    return *Why;
  if (!Builder.isOpenFor(Want))
    return openFirst(Want, std::move(Claim));
  const ImageFamilies::Members Relatives = Families.find(Names.familyOf(Want));
  Result<ImageBuilder::Built> Built = Builder.build(Want, Relatives);
  if (!Built && !Builder.isOpenFor(Want))
    return openFirst(Want, std::move(Claim));
  if (!Built)
    return Built.takeError();
  CompileResult &Compiled = Built->Compiled;
  std::shared_ptr<const Image> Content =
      ImageFamilies::withCode(Relatives, Compiled.Output.Code);
  const bool IsKnown = Content != nullptr;
  if (!IsKnown)
    Content = std::make_shared<const Image>(std::move(Compiled.Output));
  if (Built->MayBeStored)
    Store.store(Want, *Content, Built->TimeNs);
  if (Built->MayBeStored && !Want.Request.LinkerFile.empty())
    Store.writeNote(Names.linkerFields(*Want.Package, Want.Request),
                    Want.Request.LinkerIdentity);
  remember(Want, Content, Built->TimeNs);
  return ObtainedImage{std::move(Content),
                       ImageOrigin::Compiler,
                       Built->TimeNs,
                       Compiled.Times,
                       IsKnown,
                       std::move(Compiled.Loops),
                       Compiled.HasUnfitCounts};
}

//===----------------------------------------------------------------------===//
// What is known in the process
//===----------------------------------------------------------------------===//

std::shared_ptr<const Image> ImageSource::findInMemory(const cache::Key &Key) {
  MutexLock Lock(Guard);
  return InMemory.find(Key);
}

void ImageSource::remember(const WantedImage &Want,
                           const std::shared_ptr<const Image> &Content,
                           uint64_t CompileNs) {
  const cache::Key Family = Names.familyOf(Want);
  Expected.note(Family, CompileNs);
  if (!Content->Code.empty())
    Families.add(Family, Content);
  if (Chosen.Enabled && Chosen.Cache != CacheMode::Off) {
    MutexLock Lock(Guard);
    InMemory.add(Want.Key, Content);
  }
}

void ImageSource::rememberStored(const WantedImage &Want,
                                 const ImageStore::Stored &Found) {
  remember(Want, Found.Content, Found.CompileNs);
  MutexLock Lock(Guard);
  FromDisk.emplace(Want.Key, false);
}

bool ImageSource::isRefused(const cache::Key &Key) {
  MutexLock Lock(Guard);
  auto Known = FromDisk.find(Key);
  return Known != FromDisk.end() && Known->second;
}

/// Images with the same code would not load either, so their family is
/// forgotten.
bool ImageSource::refuse(const WantedImage &Want) {
  {
    MutexLock Lock(Guard);
    auto Known = FromDisk.find(Want.Key);
    if (Known == FromDisk.end() || std::exchange(Known->second, true))
      return false;
    InMemory.remove(Want.Key);
  }
  bool MayHaveBetter = false;
  Process.withoutLinker([&] {
    Families.forget(Names.familyOf(Want));
    MayHaveBetter = Store.forget(Want.Key);
  });
  if (MayHaveBetter) {
    MutexLock Lock(Guard);
    FromDisk.erase(Want.Key);
  }
  return true;
}

std::string ImageSource::readProfile(const std::string &Triple,
                                     const std::string &Arch) {
  return Store.readRareNote(cache::profileFields(Triple, Arch));
}

std::string ImageSource::readCounts(const std::string &Triple,
                                    uint64_t CodeDigest) {
  std::string Counts;
  Process.withoutLinker([&] {
    Counts = Store.readRareNote(cache::countsFields(Triple, CodeDigest));
  });
  return Counts;
}

bool ImageSource::changeCounts(const std::string &Triple, uint64_t CodeDigest,
                               const cache::DiskStore::NoteChange &Change) {
  return Store.changeNote(cache::countsFields(Triple, CodeDigest), Change);
}

std::string ImageSource::readNote(const SharedPackage &Package,
                                  const CompileRequest &Request) {
  return Store.readNote(Names.noteFields(Package, Request));
}

void ImageSource::writeNote(const SharedPackage &Package,
                            const CompileRequest &Request,
                            const std::string &Bytes) {
  Store.writeNote(Names.noteFields(Package, Request), Bytes);
}
