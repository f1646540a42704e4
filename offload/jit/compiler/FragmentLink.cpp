//===- FragmentLink.cpp - A package from fragments ------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FragmentLink.h"

#include "DeviceRuntime.h"
#include "FragmentOptions.h"

#include "ompjit/Backend/Backend.h"
#include "ompjit/DeviceLink/Binding.h"
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

  /// What the kernel of a program needs was there when that was linked.
  void add(StringSet<> Names) { OfKernel = std::move(Names); }

  void removeProvided(StringSet<> &Names) override {
    for (const auto &Each : OfKernel)
      Names.erase(Each.getKey());
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
  StringSet<> OfKernel;
};

/// Reads the codes to link.
class Reader {
public:
  Reader(const PackageView &Fragments, StringRef EntryPoint, Program &Client)
      : Fragments(Fragments), EntryPoint(EntryPoint), Client(Client) {}

  Expected<std::vector<DeviceCode>> read() {
    Result<LinkOptions> Wanted =
        LinkOptions::parseText(Fragments.linkOptions());
    if (!Wanted)
      return createStringError(Wanted.error().message());
    Options = *Wanted;
    std::vector<DeviceCode> Codes;
    for (uint32_t I = 0; I != Fragments.numParts(); ++I) {
      auto Code = readOne(I);
      if (!Code)
        return Code.takeError();
      Codes.push_back(std::move(*Code));
    }
    return Codes;
  }

private:
  Expected<DeviceCode> readOne(uint32_t I);

  const PackageView &Fragments;
  const StringRef EntryPoint;
  Program &Client;
  LinkOptions Options;
};

Expected<DeviceCode> Reader::readOne(uint32_t I) {
  Result<PartBitcode> Bitcode = readPart(Fragments, I);
  if (!Bitcode)
    return createStringError(Bitcode.error().message());
  StringRef Bytes(Bitcode->bytes());
  DeviceCode Code;
  Code.Source = Fragments.part(I).Name;
  Code.Triple = Fragments.triple();
  Code.Arch = Fragments.arch();
  Code.Producer = object::OFK_OpenMP;
  KernelAlone Kernel;
  if (I == 0 && Fragments.isBinding()) {
    auto Alone = kernelAlone(MemoryBufferRef(Bytes, "package"), EntryPoint);
    if (!Alone)
      return Alone.takeError();
    Kernel = std::move(*Alone);
    Client.add(std::move(Kernel.Provided));
    Bytes = Kernel.Bitcode;
    Code.Source = "the program";
  }
  // The code must be aligned, and readers expect a final zero.
  Code.Image = MemoryBuffer::getMemBufferCopy(Bytes, Code.Source);
  if (Options == LinkOptions())
    return Code;
  auto Changed =
      withOptions(Code.Image->getMemBufferRef(), EntryPoint, Options);
  if (!Changed)
    return Changed.takeError();
  Code.Image = MemoryBuffer::getMemBufferCopy(*Changed, Code.Source);
  return Code;
}

} // namespace

Expected<std::string> linkFragments(const PackageView &Fragments,
                                    StringRef EntryPoint) {
  if (!Fragments.isFragments() && !Fragments.isBinding())
    return createStringError("the package is not one of fragments");
  Program Client(!Triple(StringRef(Fragments.triple())).isGPU());
  auto Codes = Reader(Fragments, EntryPoint, Client).read();
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
  LinkConfig Config;
  Config.Client = &Client;
  Config.EntryPoint = EntryPoint;
  Config.BindsKernel = Fragments.isBinding();
  Config.WithNativeImage = false;
  Config.Threads = hardware_concurrency(1);
  return linkPackage(Group, Config);
}

} // namespace ompjit::jit
