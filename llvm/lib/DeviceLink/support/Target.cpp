//===- Target.cpp - Targets of device code --------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Target.h's grouping.
//
//===----------------------------------------------------------------------===//

#include "ompjit/DeviceLink/Target.h"

#include "ompjit/Targets.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace ompjit::devicelink {

std::string targetClass(StringRef Triple) {
  llvm::Triple T(llvm::Triple::normalize(Triple));
  return (llvm::Triple::getArchTypeName(T.getArch()) + "-" +
          llvm::Triple::getOSTypeName(T.getOS()))
      .str();
}

/// Returns null if programs do not run on the target.
static const TargetTraits *hostOf(const llvm::Triple &T) {
  const TargetTraits *Target =
      findTarget(llvm::Triple::getArchTypeName(T.getArch()));
  return Target && Target->isHost() ? Target : nullptr;
}

std::string spelledTriple(StringRef Triple) {
  llvm::Triple T(llvm::Triple::normalize(Triple));
  const TargetTraits *Host = hostOf(T);
  const bool IsUsual =
      (T.isOSLinux() || T.getOS() == llvm::Triple::UnknownOS) &&
      (T.isGNUEnvironment() || T.getEnvironmentName().empty());
  return Host && IsUsual && !T.isX32() ? std::string(Host->Host.Triple)
                                       : Triple.str();
}

std::vector<std::string> systemLibraryFolders(StringRef Triple) {
  const TargetTraits *Host =
      hostOf(llvm::Triple(llvm::Triple::normalize(Triple)));
  if (!Host)
    return {};
  return {Host->Host.LibraryFolders.begin(), Host->Host.LibraryFolders.end()};
}

std::string supportedTriples() {
  std::string Names;
  for (const TargetTraits &Each : Targets)
    if (Each.isHost())
      Names += std::string(Each.Host.Triple) + ", ";
  return Names + "nvptx64-nvidia-cuda and amdgcn-amd-amdhsa";
}

TargetKind targetKind(StringRef Triple) {
  llvm::Triple T(llvm::Triple::normalize(Triple));
  if (hostOf(T) && T.isOSLinux())
    return TargetKind::Host;
  if (T.getArch() == llvm::Triple::nvptx64)
    return TargetKind::Nvptx;
  if (T.isAMDGCN())
    return TargetKind::Amdgpu;
  return TargetKind::Unsupported;
}

StringRef lowestCpu(StringRef Triple) {
  switch (targetKind(Triple)) {
  case TargetKind::Host:
    return hostOf(llvm::Triple(llvm::Triple::normalize(Triple)))
        ->Host.LowestCpu;
  case TargetKind::Nvptx:
    return "sm_75"; // The oldest that CUDA 13 knows.
  case TargetKind::Amdgpu:
    return "gfx900";
  case TargetKind::Unsupported:
    break;
  }
  return "";
}

bool isGenericArch(StringRef Arch) { return Arch.empty() || Arch == "generic"; }

/// Returns a target id's features as a map from names to '+' or '-'.
static StringMap<char> featureSigns(StringRef Arch) {
  StringMap<char> Signs;
  SmallVector<StringRef, 4> Features;
  Arch.split(':').second.split(Features, ':', -1, /*KeepEmpty=*/false);
  for (StringRef Feature : Features)
    Signs[Feature.drop_back()] = Feature.back();
  return Signs;
}

bool linkTogether(StringRef ArchA, StringRef ArchB) {
  if (ArchA == ArchB || isGenericArch(ArchA) || isGenericArch(ArchB))
    return true;
  if (processorOf(ArchA) != processorOf(ArchB))
    return false;
  StringMap<char> SignsA = featureSigns(ArchA);
  return none_of(featureSigns(ArchB), [&](const auto &Feature) {
    auto Other = SignsA.find(Feature.first());
    return Other != SignsA.end() && Other->second != Feature.second;
  });
}

bool fitsImage(StringRef Code, StringRef Image) {
  if (!linkTogether(Code, Image))
    return false;
  StringMap<char> Signs = featureSigns(Image);
  return all_of(featureSigns(Code), [&](const auto &Feature) {
    return Signs.contains(Feature.first());
  });
}

std::string featuresOf(StringRef Arch) {
  SmallVector<StringRef, 4> Features;
  Arch.split(':').second.split(Features, ':', -1, /*KeepEmpty=*/false);
  std::string Text;
  for (StringRef Feature : Features)
    Text += (Text.empty() ? "" : ",") + Feature.take_back().str() +
            Feature.drop_back().str();
  return Text;
}

} // namespace ompjit::devicelink
