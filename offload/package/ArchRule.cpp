//===- ArchRule.cpp - Which code runs on a device ------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/ArchRule.h"

#include "ompjit/Targets.h"

#include <algorithm>
#include <charconv>

using namespace ompjit;

namespace {

/// Calls \p Visit for each member of a comma-separated list until it returns
/// false. Returns true if it never does.
template <typename Visitor>
bool forEachMember(std::string_view List, Visitor Visit) {
  while (!List.empty()) {
    size_t Comma = List.find(',');
    if (!Visit(List.substr(0, Comma)))
      return false;
    if (Comma == std::string_view::npos)
      break;
    List.remove_prefix(Comma + 1);
  }
  return true;
}

bool hasFeature(std::string_view DeviceFeatures, std::string_view Wanted) {
  return !forEachMember(DeviceFeatures, [&](std::string_view Feature) {
    return !(Feature.starts_with('+') && Feature.substr(1) == Wanted);
  });
}

bool levelRuns(const HostTraits &Host, std::string_view ImageArch,
               std::string_view Features) {
  for (const HostLevel &L : Host.Levels) {
    if (!forEachMember(L.Features, [&](std::string_view Feature) {
          return hasFeature(Features, Feature);
        }))
      return false;
    if (L.Name == ImageArch)
      return true;
  }
  return false;
}

/// Whether the device has another setting of a feature in ":sramecc+:xnack-"; a
/// device that names none runs code for each.
bool contradicts(std::string_view Settings, std::string_view DeviceFeatures) {
  while (!Settings.empty()) {
    const size_t End = std::min(Settings.find(':'), Settings.size());
    const std::string_view Each = Settings.substr(0, End);
    Settings.remove_prefix(std::min(End + 1, Settings.size()));
    if (Each.size() < 2)
      continue;
    const char Opposite = Each.back() == '+' ? '-' : '+';
    const std::string_view Name = Each.substr(0, Each.size() - 1);
    if (!forEachMember(DeviceFeatures, [&](std::string_view Feature) {
          return Feature.empty() || Feature.front() != Opposite ||
                 Feature.substr(1) != Name;
        }))
      return true;
  }
  return false;
}

/// Returns the number in "sm_90"; 0 if there is another name, or one of an
/// architecture whose code runs on no other ("sm_90a").
unsigned smNumber(std::string_view Arch) {
  if (!Arch.starts_with("sm_"))
    return 0;
  Arch.remove_prefix(3);
  unsigned Number = 0;
  const auto End =
      std::from_chars(Arch.data(), Arch.data() + Arch.size(), Number);
  return End.ptr == Arch.data() + Arch.size() ? Number : 0;
}

/// Returns the number of the device's architecture, which may have a letter.
unsigned smNumberOfDevice(std::string_view Arch) {
  return smNumber(withoutLetter(Arch));
}

} // namespace

bool ompjit::archRuns(std::string_view Triple, std::string_view ImageArch,
                      std::string_view DeviceArch,
                      std::string_view DeviceFeatures) {
  if (ImageArch == DeviceArch)
    return true;
  const TargetTraits &Traits = traitsOf(Triple);
  return Traits.isHost() && levelRuns(Traits.Host, ImageArch, DeviceFeatures);
}

bool ompjit::bitcodeRuns(std::string_view Triple, std::string_view BitcodeArch,
                         std::string_view DeviceArch,
                         std::string_view DeviceFeatures) {
  if (BitcodeArch.empty() || BitcodeArch == "generic" ||
      archRuns(Triple, BitcodeArch, DeviceArch, DeviceFeatures))
    return true;
  if (const size_t Colon = BitcodeArch.find(':');
      Colon != std::string_view::npos)
    return bitcodeRuns(Triple, BitcodeArch.substr(0, Colon), DeviceArch,
                       DeviceFeatures) &&
           !contradicts(BitcodeArch.substr(Colon), DeviceFeatures);
  const unsigned Wanted = smNumber(BitcodeArch);
  return Wanted != 0 && Wanted <= smNumberOfDevice(DeviceArch);
}

std::string_view ompjit::withoutLetter(std::string_view Arch) {
  while (!Arch.empty() && (Arch.back() == 'a' || Arch.back() == 'f'))
    Arch.remove_suffix(1);
  return Arch;
}

bool ompjit::ltoIrRuns(std::string_view CodeArch, std::string_view DeviceArch) {
  const unsigned Wanted = smNumberOfDevice(CodeArch),
                 Device = smNumberOfDevice(DeviceArch);
  if (Wanted == 0 || Wanted > Device)
    return false;
  if (CodeArch.ends_with('a'))
    return Wanted == Device;
  return !CodeArch.ends_with('f') || Wanted / 10 == Device / 10;
}

std::string ompjit::ltoIrLinkArch(std::string_view CodeArch,
                                  std::string_view DeviceArch) {
  if (!CodeArch.ends_with('a') && !CodeArch.ends_with('f'))
    return std::string(DeviceArch);
  return std::string(withoutLetter(DeviceArch)) + CodeArch.back();
}
