//===- ImageStore.cpp - Images beyond the process -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ImageStore.h"

#include "ompjit/Support/LoadedFile.h"

#include "RemoteCache.h"

using namespace ompjit;
using namespace ompjit::jit;

//===----------------------------------------------------------------------===//
// Opening
//===----------------------------------------------------------------------===//

cache::LayeredStore *ImageStore::layers() {
  std::call_once(OpenOnce, [this] {
    if (Chosen.Enabled && Chosen.Cache == CacheMode::Disk)
      open();
    IsOpen.store(true, std::memory_order_release);
  });
  return Layers.get();
}

/// An image without an unambiguous name must not be found by another process.
void ImageStore::open() {
  if (const Error *Why = Names.lacksIdentity())
    return Report.note("no images are cached on disk, because the compile "
                       "service is not identified: " +
                       Why->message());
  cache::LayeredStore::Options Options;
  Options.Folder.Folder = Chosen.CacheDir;
  Options.Folder.LimitBytes = Chosen.CacheSizeBytes;
  Options.Folder.Notify = [this](cache::DiskStore::Severity How,
                                 const std::string &What) {
    if (How == cache::DiskStore::Severity::Warning)
      Report.warning(What);
    else
      Report.note(What);
  };
  Options.Bundles = Chosen.CacheBundles;
  Options.Remote = openRemote();
  Layers = std::make_unique<cache::LayeredStore>(std::move(Options));
}

/// Returns null if no remote cache is wanted or the secret is missing: unsigned
/// entries are used only if the settings say so.
std::unique_ptr<cache::RemoteStore> ImageStore::openRemote() {
  const std::optional<remote::Address> Server =
      remote::parseAddress(Chosen.CacheRemote);
  if (!Server)
    return nullptr;
  if (Chosen.CacheRemoteSecret.empty()) {
    Report.warning("the remote cache is not used: OMP_JIT_CACHE_REMOTE_SECRET "
                   "is not set. Have it name a file with a secret; or, where "
                   "whoever can write to the server may have code run here, "
                   "set it to none");
    return nullptr;
  }
  RemoteCache::Options Options;
  if (Chosen.CacheRemoteSecret != Settings::NoSecret) {
    Result<remote::Secret> Secret =
        remote::Secret::read(Chosen.CacheRemoteSecret);
    if (!Secret) {
      Report.warning("the remote cache is not used: " +
                     Secret.error().message());
      return nullptr;
    }
    Options.Secret = *Secret;
  }
  // Launches do not wait for the whole time.
  static constexpr std::chrono::milliseconds LongestStep(1000);
  Options.Open = [Server = *Server] {
    return remote::connectToRedis(Server, LongestStep);
  };
  Options.Patience = std::chrono::milliseconds(Chosen.CacheRemoteWaitMs);
  Options.Notify = [this, Name = Server->forPeople()](const std::string &What) {
    Report.note(Name + ": " + What);
  };
  Options.Warn = [this, Name = Server->forPeople()](const std::string &What) {
    Report.warning(Name + ": " + What);
  };
  return std::make_unique<RemoteCache>(std::move(Options));
}

void ImageStore::finish(std::chrono::steady_clock::time_point End) {
  if (IsOpen.load(std::memory_order_acquire) && Layers && Layers->remote())
    Layers->remote()->finish(End);
}

void ImageStore::forgetThreads() {
  if (IsOpen.load(std::memory_order_acquire) && Layers && Layers->remote())
    Layers->remote()->forgetThread();
}

//===----------------------------------------------------------------------===//
// Images
//===----------------------------------------------------------------------===//

std::optional<ImageStore::Stored> ImageStore::find(const WantedImage &Want) {
  return isRead() ? findBy(&cache::LayeredStore::find, Want) : std::nullopt;
}

std::optional<ImageStore::Stored>
ImageStore::findRemote(const WantedImage &Want) {
  return isRead() ? findBy(&cache::LayeredStore::findRemote, Want)
                  : std::nullopt;
}

/// Who needs an image that is not found looks it up, and that is reported.
std::optional<ImageStore::Stored> ImageStore::findBy(Finder Find,
                                                     const WantedImage &Want) {
  const uint64_t Start = nowNs();
  std::optional<cache::StoredImage> Found = ((*Layers).*Find)(Want.Key);
  if (!Found)
    return std::nullopt;
  Report.lookedUp(Want, Start, cache::nameOf(cache::LoadOutcome::Hit));
  nameIfNew(Want, *Found);
  return decode(Want, *Found);
}

ImageStore::Lookup ImageStore::lookUp(const WantedImage &Want,
                                      uint64_t ExpectedNs) {
  if (!isRead())
    return {};
  const uint64_t Start = nowNs();
  cache::DiskStore::Found Found = Layers->lookup(Want.Key, ExpectedNs);
  Report.lookedUp(Want, Start, nameOf(Found.Outcome), Found.WaitedNs);
  Lookup Answer;
  if (Found.Image) {
    nameIfNew(Want, *Found.Image);
    Answer.Found = decode(Want, *Found.Image);
  }
  Answer.Claim = std::move(Found.Claim);
  return Answer;
}

/// Whose image it is, is not on the server.
void ImageStore::nameIfNew(const WantedImage &Want,
                           const cache::StoredImage &Entry) {
  if (Entry.IsNewInFolder && Want.Package->shallBeNamed())
    nameProgram(*Want.Package);
}

/// The entry is intact; if its image cannot be decoded, the writer was at
/// fault, and the image is compiled again.
std::optional<ImageStore::Stored>
ImageStore::decode(const WantedImage &Want, const cache::StoredImage &Entry) {
  Result<Image> Content = Image::decode(Entry.Payload);
  if (Content)
    return Stored{std::make_shared<const Image>(std::move(*Content)),
                  Entry.CompileNs};
  Report.note(Want, " is not understood: " + Content.error().message());
  return std::nullopt;
}

void ImageStore::store(const WantedImage &Want, const Image &Content,
                       uint64_t CompileNs) {
  if (!layers())
    return;
  const uint64_t Start = nowNs();
  ++NumStoring;
  const cache::StoreOutcome Outcome =
      Layers->store(Want.Key, Want.Fields, Content.encode(), CompileNs);
  --NumStoring;
  Report.stored(Want, Start, cache::nameOf(Outcome));
  if (Want.Package->shallBeNamed())
    nameProgram(*Want.Package);
}

/// Tells people whose images these are: keys have digests only, which are the
/// same wherever the program lies.
void ImageStore::nameProgram(const SharedPackage &Package) {
  std::string File =
      Package.Library->empty() ? programFile() : *Package.Library;
  if (!File.empty() && !Package.Bound.empty())
    File += '\n' + Package.Bound;
  const std::string Fields = ImageNames::programFields(Package);
  if (!File.empty() && readNote(Fields) != File)
    writeNote(Fields, File);
}

bool ImageStore::forget(const cache::Key &Key) {
  return layers() && Layers->forget(Key);
}

std::string ImageStore::readNote(const std::string &Fields) {
  if (!layers())
    return "";
  std::optional<cache::StoredImage> Note =
      Layers->readNote(cache::keyOf(Fields));
  return Note ? std::string(Note->Payload) : "";
}

/// The first launch of a program is to wait as little as possible.
std::string ImageStore::readRareNote(const std::string &Fields) {
  const bool MayExist =
      Chosen.Enabled && Chosen.Cache == CacheMode::Disk &&
      (!Chosen.CacheBundles.empty() ||
       cache::DiskStore::hasNote(Chosen.CacheDir, cache::keyOf(Fields)));
  return MayExist ? readNote(Fields) : "";
}

bool ImageStore::changeNote(const std::string &Fields,
                            const cache::DiskStore::NoteChange &Change) {
  return layers() && Layers->changeNote(cache::keyOf(Fields), Fields, Change);
}

void ImageStore::writeNote(const std::string &Fields,
                           const std::string &Bytes) {
  if (layers())
    Layers->replaceNote(cache::keyOf(Fields), Fields, Bytes);
}
