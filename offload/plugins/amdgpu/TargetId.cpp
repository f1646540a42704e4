//===- TargetId.cpp - Which GPUs code is for ------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TargetId.h"

#include "ompjit/Plugins/Error.h"

#include <algorithm>
#include <span>

namespace ompjit::amdgpu {

using plugins::fail;

//===----------------------------------------------------------------------===//
// Processors
//===----------------------------------------------------------------------===//

namespace {

struct Processor {
  uint8_t Number; ///< EF_AMDGPU_MACH_AMDGCN_*.
  const char *Name;
};

constexpr Processor Processors[] = {
    {0x2c, "gfx900"},          {0x2d, "gfx902"},
    {0x2e, "gfx904"},          {0x2f, "gfx906"},
    {0x30, "gfx908"},          {0x31, "gfx909"},
    {0x32, "gfx90c"},          {0x33, "gfx1010"},
    {0x34, "gfx1011"},         {0x35, "gfx1012"},
    {0x36, "gfx1030"},         {0x37, "gfx1031"},
    {0x38, "gfx1032"},         {0x39, "gfx1033"},
    {0x3d, "gfx1035"},         {0x3e, "gfx1034"},
    {0x3f, "gfx90a"},          {0x41, "gfx1100"},
    {0x42, "gfx1013"},         {0x43, "gfx1150"},
    {0x44, "gfx1103"},         {0x45, "gfx1036"},
    {0x46, "gfx1101"},         {0x47, "gfx1102"},
    {0x48, "gfx1200"},         {0x49, "gfx1250"},
    {0x4a, "gfx1151"},         {0x4c, "gfx942"},
    {0x4e, "gfx1201"},         {0x4f, "gfx950"},
    {0x51, "gfx9-generic"},    {0x52, "gfx10-1-generic"},
    {0x53, "gfx10-3-generic"}, {0x54, "gfx11-generic"},
    {0x55, "gfx1152"},         {0x58, "gfx1153"},
    {0x59, "gfx12-generic"},   {0x5a, "gfx1251"},
    {0x5f, "gfx9-4-generic"},
};

constexpr std::string_view Gfx9[] = {"gfx900", "gfx902", "gfx904",
                                     "gfx906", "gfx909", "gfx90c"};
constexpr std::string_view Gfx94[] = {"gfx942", "gfx950"};
constexpr std::string_view Gfx101[] = {"gfx1010", "gfx1011", "gfx1012",
                                       "gfx1013"};
constexpr std::string_view Gfx103[] = {"gfx1030", "gfx1031", "gfx1032",
                                       "gfx1033", "gfx1034", "gfx1035",
                                       "gfx1036"};
constexpr std::string_view Gfx11[] = {"gfx1100", "gfx1101", "gfx1102",
                                      "gfx1103", "gfx1150", "gfx1151",
                                      "gfx1152", "gfx1153"};
constexpr std::string_view Gfx12[] = {"gfx1200", "gfx1201"};

/// LLVM 22's families. All members are in version 1 of their family, so the
/// version in an image's header does not matter.
struct Family {
  std::string_view Name;
  std::span<const std::string_view> Members;
};

constexpr Family Families[] = {
    {"gfx9-generic", Gfx9},      {"gfx9-4-generic", Gfx94},
    {"gfx10-1-generic", Gfx101}, {"gfx10-3-generic", Gfx103},
    {"gfx11-generic", Gfx11},    {"gfx12-generic", Gfx12},
};

const char *processorName(unsigned Number) {
  const auto *Found = std::ranges::find(Processors, Number, &Processor::Number);
  return Found == std::end(Processors) ? nullptr : Found->Name;
}

bool isMember(std::string_view Device, std::string_view OfFamily) {
  const auto *Found = std::ranges::find(Families, OfFamily, &Family::Name);
  return Found != std::end(Families) &&
         std::ranges::find(Found->Members, Device) != Found->Members.end();
}

} // namespace

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

namespace {

constexpr std::string_view Triple = "amdgcn-amd-amdhsa--";
/// Longer texts are not names. Names appear in messages.
constexpr size_t MaxProcessorLength = 32;

bool isProcessor(std::string_view Name) {
  const auto IsPart = [](char C) {
    return (C >= 'a' && C <= 'z') || (C >= '0' && C <= '9') || C == '-';
  };
  return Name.starts_with("gfx") && Name.size() > 3 &&
         Name.size() <= MaxProcessorLength && Name.back() != '-' &&
         std::ranges::all_of(Name, IsPart);
}

/// Removes and returns the text up to the next colon.
std::string_view takePart(std::string_view &Rest) {
  const size_t Length = std::min(Rest.find(':'), Rest.size());
  const std::string_view Part = Rest.substr(0, Length);
  Rest.remove_prefix(std::min(Length + 1, Rest.size()));
  return Part;
}

bool readFeature(std::string_view Part, TargetId &Id) {
  const bool IsOn = Part.ends_with('+');
  if (!IsOn && !Part.ends_with('-'))
    return false;
  Part.remove_suffix(1);
  if (Part != "sramecc" && Part != "xnack")
    return false;
  Feature &State = Part == "xnack" ? Id.Xnack : Id.SramEcc;
  if (State != Feature::Any)
    return false;
  State = IsOn ? Feature::On : Feature::Off;
  return true;
}

const char *suffix(Feature State, const char *Off, const char *On) {
  return State == Feature::Any ? "" : State == Feature::On ? On : Off;
}

} // namespace

int parseTargetId(std::string_view Text, TargetId &Id, ompjit_error *Error) {
  // A truncated text is still long enough to be recognised.
  const int Shown = int(std::min<size_t>(Text.size(), 100));
  std::string_view Rest = Text;
  if (Rest.starts_with(Triple))
    Rest.remove_prefix(Triple.size());
  const bool EndsEarly = Rest.ends_with(':');
  const std::string_view Name = takePart(Rest);
  if (!isProcessor(Name))
    return fail(Error, "'%.*s' names no AMD GPU", Shown, Text.data());
  TargetId Found = {std::string(Name)};
  while (!Rest.empty())
    if (!readFeature(takePart(Rest), Found))
      return fail(Error,
                  "'%.*s' names other features of an AMD GPU than sramecc+, "
                  "sramecc-, xnack+ and xnack-, each at most once",
                  Shown, Text.data());
  if (EndsEarly)
    return fail(Error, "'%.*s' ends where the name of a feature is missing",
                Shown, Text.data());
  Id = std::move(Found);
  return 0;
}

std::string TargetId::text() const {
  return Processor + suffix(SramEcc, ":sramecc-", ":sramecc+") +
         suffix(Xnack, ":xnack-", ":xnack+");
}

//===----------------------------------------------------------------------===//
// Headers
//===----------------------------------------------------------------------===//

namespace {

constexpr unsigned AbiOfVersion4 = 2, AbiOfVersion6 = 4;
constexpr uint32_t ProcessorMask = 0xff;
constexpr unsigned XnackShift = 8, SramEccShift = 10, FamilyVersionShift = 24;

/// 0 means that the processor lacks the feature, 1 that it is left open.
Feature stateOf(uint32_t Field) {
  constexpr Feature States[] = {Feature::Any, Feature::Any, Feature::Off,
                                Feature::On};
  return States[Field & 3];
}

} // namespace

int readTargetFields(unsigned AbiVersion, uint32_t Flags, TargetId &Id,
                     unsigned &CodeObjectVersion, ompjit_error *Error) {
  if (AbiVersion < AbiOfVersion4 || AbiVersion > AbiOfVersion6)
    return fail(Error,
                "the image is a code object of ABI version %u, only %u to %u "
                "(code object versions 4 to 6) are known",
                AbiVersion, AbiOfVersion4, AbiOfVersion6);
  const char *Name = processorName(Flags & ProcessorMask);
  if (!Name)
    return fail(Error,
                "the image is a code object for an AMD GPU that is not known "
                "(number 0x%x)",
                unsigned(Flags & ProcessorMask));
  TargetId Found = {Name, stateOf(Flags >> SramEccShift),
                    stateOf(Flags >> XnackShift)};
  // Before version 6 there were no generic targets, and since then each has a
  // version.
  if (Found.isGeneric() &&
      (AbiVersion != AbiOfVersion6 || Flags >> FamilyVersionShift == 0))
    return fail(Error,
                "the code object is damaged: it is for %s and has no version "
                "of it",
                Name);
  Id = std::move(Found);
  CodeObjectVersion = AbiVersion + 2;
  return 0;
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

bool TargetId::isGeneric() const { return Processor.ends_with("-generic"); }

static bool fits(Feature Image, Feature Device) {
  return Image == Feature::Any || Image == Device;
}

bool runsOn(const TargetId &Image, const TargetId &Device) {
  return (Image.Processor == Device.Processor ||
          isMember(Device.Processor, Image.Processor)) &&
         fits(Image.SramEcc, Device.SramEcc) && fits(Image.Xnack, Device.Xnack);
}

unsigned specificity(const TargetId &Image) {
  const unsigned NumFixed = unsigned(Image.SramEcc != Feature::Any) +
                            unsigned(Image.Xnack != Feature::Any);
  return (Image.isGeneric() ? 0 : 4) + NumFixed;
}

} // namespace ompjit::amdgpu
