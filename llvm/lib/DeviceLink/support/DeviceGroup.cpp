//===- DeviceGroup.cpp - Code that becomes one image ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/DeviceLink/DeviceGroup.h"

#include "ompjit/DeviceLink/Target.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/TargetParser/TargetParser.h"

using namespace llvm;

namespace ompjit::devicelink {

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
  // A triple gets a generic image only if no code names an architecture.
  for (const DeviceCode &Code : Codes)
    if (none_of(Groups, [&](const DeviceGroup &Group) {
          return targetClass(Group.Triple) == targetClass(Code.Triple);
        }))
      groupFor(Groups, Code, "generic");
  for (const DeviceCode &Code : Codes)
    for (DeviceGroup &Group : Groups)
      if (targetClass(Group.Triple) == targetClass(Code.Triple) &&
          fitsImage(Code.Arch, Group.Arch))
        Group.Codes.push_back(&Code);
  return Groups;
}

llvm::Error checkWaveSizes(const DeviceGroup &Group) {
  const AMDGPU::GPUKind Gpu =
      AMDGPU::parseArchAMDGCN(StringRef(Group.Arch).split(':').first);
  if (!(AMDGPU::getArchAttrAMDGCN(Gpu) & AMDGPU::FEATURE_WAVE32))
    return Error::success();
  const DeviceCode *First[2] = {};
  for (const DeviceCode *Code : Group.Codes)
    if (!isGenericArch(Code->Arch))
      First[StringRef(Code->Features).contains("+wavefrontsize64")] = Code;
  if (!First[0] || !First[1])
    return Error::success();
  return createStringError(First[1]->Source +
                           ": compiled for waves of 64 lanes "
                           "(-mwavefrontsize64), but " +
                           First[0]->Source +
                           " for waves of 32; compile both alike");
}

} // namespace ompjit::devicelink
