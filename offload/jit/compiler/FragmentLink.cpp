//===- FragmentLink.cpp - A package from fragments ------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FragmentLink.h"

#include "DeviceRuntime.h"

#include "ompjit/Backend/Backend.h"
#include "ompjit/DeviceLink/DeviceGroup.h"
#include "ompjit/DeviceLink/Libraries.h"
#include "ompjit/DeviceLink/LinkConfig.h"
#include "ompjit/DeviceLink/PackageLink.h"
#include "ompjit/PackageBitcode.h"

using namespace llvm;
using namespace ompjit::devicelink;

namespace ompjit::jit {

namespace {

/// What a program has besides its own functions.
class Program : public LinkClient {
public:
  explicit Program(bool IsProcessor) : IsProcessor(IsProcessor) {}

  void removeProvided(StringSet<> &Names) override {
    if (!IsProcessor)
      return;
    SmallVector<StringRef> Provided;
    for (const auto &Each : Names)
      if (isInUsualLibrary(Each.getKey()))
        Provided.push_back(Each.getKey());
    for (StringRef Name : Provided)
      Names.erase(Name);
  }

private:
  const bool IsProcessor;
};

} // namespace

static Expected<std::vector<DeviceCode>> codesOf(const PackageView &Fragments) {
  std::vector<DeviceCode> Codes;
  for (uint32_t I = 0; I != Fragments.numParts(); ++I) {
    Result<PartBitcode> Bitcode = readPart(Fragments, I);
    if (!Bitcode)
      return createStringError(Bitcode.error().message());
    DeviceCode Code;
    Code.Source = Fragments.part(I).Name;
    Code.Triple = Fragments.triple();
    Code.Arch = Fragments.arch();
    Code.Producer = object::OFK_OpenMP;
    // The code must be aligned, and readers expect a final zero.
    Code.Image = MemoryBuffer::getMemBufferCopy(StringRef(Bitcode->bytes()),
                                                Code.Source);
    Codes.push_back(std::move(Code));
  }
  return Codes;
}

Expected<std::string> linkFragments(const PackageView &Fragments,
                                    StringRef EntryPoint) {
  if (!Fragments.isFragments())
    return createStringError("the package is not one of fragments");
  auto Codes = codesOf(Fragments);
  if (!Codes)
    return Codes.takeError();
  DeviceGroup Group;
  Group.Triple = Fragments.triple();
  Group.Arch = Fragments.arch();
  for (const DeviceCode &Code : *Codes)
    Group.Codes.push_back(&Code);
  auto Runtime = neededCodeOf(
      Group, MemoryBufferRef(deviceRuntime(Group.Triple), "device runtime"));
  if (!Runtime)
    return Runtime.takeError();
  for (const DeviceCode &Code : *Runtime)
    Group.Codes.push_back(&Code);
  Program Client(!Triple(Group.Triple).isGPU());
  LinkConfig Config;
  Config.Client = &Client;
  Config.EntryPoint = EntryPoint;
  Config.WithNativeImage = false;
  Config.Threads = hardware_concurrency(1);
  return linkPackage(Group, Config);
}

} // namespace ompjit::jit
