//===- LinkConfig.cpp - Options of a device link --------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/DeviceLink/LinkConfig.h"
#include "ompjit/DeviceLink/DeviceGroup.h"
#include "ompjit/DeviceLink/Target.h"

using namespace llvm;

namespace ompjit::devicelink {

LinkClient::~LinkClient() = default;
void LinkClient::announce(ArrayRef<std::string>) {}
void LinkClient::takePtx(StringRef) {}
void LinkClient::removeProvided(StringSet<> &) {}
std::string LinkClient::hostDefinition(StringRef) { return ""; }
void LinkClient::warn(StringRef) {}
void LinkClient::remark(StringRef) {}

LinkClient &LinkClient::silent() {
  static LinkClient Only;
  return Only;
}

std::string targetCpu(const DeviceGroup &Group, const LinkConfig &Options) {
  if (!Options.Cpu.empty())
    return Options.Cpu;
  return isGenericArch(Group.Arch) ? lowestCpu(Group.Triple).str()
                                   : processorOf(Group.Arch).str();
}

std::string targetFeatures(const DeviceGroup &Group) {
  std::string Features = Group.Features, OfArch = featuresOf(Group.Arch);
  return Features + (Features.empty() || OfArch.empty() ? "" : ",") + OfArch;
}

} // namespace ompjit::devicelink
