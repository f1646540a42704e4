//===- LayeredStore.cpp - All places that keep images ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Cache/LayeredStore.h"

#include "ompjit/Cache/Entry.h"

using namespace ompjit;
using namespace ompjit::cache;

LayeredStore::LayeredStore(Options Wanted, FileSystem &Files)
    : Files(Files), Folder(Wanted.Folder, Files),
      Paths(std::move(Wanted.Bundles)), Notify(Wanted.Folder.Notify),
      Remote(std::move(Wanted.Remote)) {}

const std::vector<std::unique_ptr<LayeredStore::BundleLayer>> &
LayeredStore::bundles() {
  std::call_once(OpenOnce, [this] { openBundles(); });
  return Opened;
}

/// Opens the bundles. The user has named them, so a bundle that cannot be used
/// causes a warning.
void LayeredStore::openBundles() {
  for (const std::string &Path : Paths) {
    Result<Bundle> Content = Bundle::open(Path, Files);
    if (Content)
      Opened.push_back(
          std::make_unique<BundleLayer>(Path, std::move(*Content)));
    else if (Notify)
      Notify(DiskStore::Severity::Warning, Content.error().message());
  }
}

/// Returns the bundle, opening it again if the program has closed it, or null
/// if it does not exist.
std::shared_ptr<const Bundle>
LayeredStore::BundleLayer::content(FileSystem &Files) {
  MutexLock Lock(Guard);
  if (Content && !Content->isOpen()) {
    Content.reset();
    if (Result<Bundle> Again = Bundle::open(Path, Files))
      Content = std::make_shared<const Bundle>(std::move(*Again));
  }
  return Content;
}

LoadOutcome LayeredStore::BundleLayer::read(FileSystem &Files, const Key &K,
                                            StoredImage &Image) {
  const std::shared_ptr<const Bundle> Now = content(Files);
  return Now ? Now->read(K, Image) : LoadOutcome::IoError;
}

bool LayeredStore::isPassed(const Key &K) {
  MutexLock Lock(PassedMutex);
  return Passed.contains(K);
}

std::optional<StoredImage> LayeredStore::findInBundles(const Key &K,
                                                       Count What) {
  if (bundles().empty() || isPassed(K))
    return std::nullopt;
  for (const std::unique_ptr<BundleLayer> &Each : bundles()) {
    StoredImage Image;
    const LoadOutcome Outcome = Each->read(Files, K, Image);
    if (What == Count::All ||
        (What == Count::HitsOnly && Outcome == LoadOutcome::Hit))
      Each->Counts.Loads.add(Outcome);
    if (Outcome == LoadOutcome::Hit)
      return Image;
  }
  return std::nullopt;
}

std::optional<StoredImage> LayeredStore::find(const Key &K) {
  if (std::optional<StoredImage> Image = findInBundles(K, Count::HitsOnly))
    return Image;
  return Folder.find(K);
}

DiskStore::Found LayeredStore::lookup(const Key &K, uint64_t ExpectedNs) {
  if (std::optional<StoredImage> Image = findInBundles(K, Count::All)) {
    DiskStore::Found Out;
    Out.Image = std::move(Image);
    Out.Outcome = LoadOutcome::Hit;
    return Out;
  }
  DiskStore::Found Out = Folder.lookup(K, ExpectedNs);
  if (Out.Image)
    return Out;
  std::optional<StoredImage> Image = findRemote(K);
  if (!Image)
    return Out;
  Out.Claim = CompileClaim();
  Out.Outcome = LoadOutcome::Hit;
  Out.Image = std::move(Image);
  return Out;
}

std::optional<StoredImage> LayeredStore::findRemote(const Key &K) {
  StoredImage Image;
  if (!Remote || isPassed(K) || Remote->get(K, Image) != LoadOutcome::Hit)
    return std::nullopt;
  Folder.store(K, Image.Fields, Image.Payload, Image.CompileNs);
  Image.IsNewInFolder = true;
  return Image;
}

StoreOutcome LayeredStore::store(const Key &K, ByteView CanonicalFields,
                                 ByteView Payload, uint64_t CompileNs) {
  if (Remote)
    Remote->put(K, encodeEntry(K, CanonicalFields, Payload, CompileNs));
  return Folder.store(K, CanonicalFields, Payload, CompileNs);
}

bool LayeredStore::forget(const Key &K) {
  const bool IsInBundle = findInBundles(K, Count::HitsOnly).has_value();
  {
    MutexLock Lock(PassedMutex);
    Passed.insert(K);
  }
  if (!IsInBundle)
    Folder.forget(K);
  return IsInBundle;
}

std::optional<StoredImage> LayeredStore::readNote(const Key &K) {
  if (std::optional<StoredImage> Note = Folder.readNote(K))
    return Note;
  return findInBundles(K, Count::Nothing);
}

void LayeredStore::replaceNote(const Key &K, ByteView CanonicalFields,
                               ByteView Payload) {
  Folder.replaceNote(K, CanonicalFields, Payload);
}
