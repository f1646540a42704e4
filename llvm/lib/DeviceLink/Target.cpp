//===- Target.cpp - Which device code belongs together --------------------===//
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

#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace ompjit::devicelink {

std::string targetClass(StringRef Triple) {
  llvm::Triple T(llvm::Triple::normalize(Triple));
  return (llvm::Triple::getArchTypeName(T.getArch()) + "-" +
          llvm::Triple::getOSTypeName(T.getOS()))
      .str();
}

bool isGenericArch(StringRef Arch) { return Arch.empty() || Arch == "generic"; }

static DeviceGroup &groupFor(std::vector<DeviceGroup> &Groups,
                             const DeviceCode &Code, StringRef Arch) {
  for (DeviceGroup &Group : Groups)
    if (Group.Arch == Arch &&
        targetClass(Group.Triple) == targetClass(Code.Triple))
      return Group;
  Groups.push_back({Code.Triple, Arch.str(), Code.Features, {}});
  return Groups.back();
}

std::vector<DeviceGroup> groupByTarget(ArrayRef<DeviceCode> Codes) {
  std::vector<DeviceGroup> Groups;
  for (const DeviceCode &Code : Codes)
    if (!isGenericArch(Code.Arch))
      groupFor(Groups, Code, Code.Arch);
  // A triple gets a generic image only if nothing asks for more.
  for (const DeviceCode &Code : Codes)
    if (none_of(Groups, [&](const DeviceGroup &Group) {
          return targetClass(Group.Triple) == targetClass(Code.Triple);
        }))
      groupFor(Groups, Code, "generic");
  for (const DeviceCode &Code : Codes)
    for (DeviceGroup &Group : Groups)
      if (targetClass(Group.Triple) == targetClass(Code.Triple) &&
          (Group.Arch == Code.Arch || isGenericArch(Code.Arch)))
        Group.Codes.push_back(&Code);
  return Groups;
}

} // namespace ompjit::devicelink
