//===- CpuModels.cpp - LLVM's name of the processor -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libgcc has such a table, too, but it only knows processors that are older
// than the compiler, and fills its data when the plugin is opened, with a dozen
// cpuid instructions that are executed in any case.
//
//===----------------------------------------------------------------------===//

#include "Cpuid.h"

#include <algorithm>
#include <iterator>

using namespace ompjit::host;

namespace {

constexpr std::string_view Unknown = "x86-64";

struct Intel {
  uint32_t Model; ///< Model of family 6.
  std::string_view Name;
};

/// Intel's "Software Developer's Manual", volume 4, chapter 2, table 2-1.
constexpr Intel IntelModels[] = {
    {0x1a, "nehalem"},          {0x1e, "nehalem"},
    {0x1f, "nehalem"},          {0x2e, "nehalem"},
    {0x25, "westmere"},         {0x2c, "westmere"},
    {0x2f, "westmere"},         {0x2a, "sandybridge"},
    {0x2d, "sandybridge"},      {0x3a, "ivybridge"},
    {0x3e, "ivybridge"},        {0x3c, "haswell"},
    {0x3f, "haswell"},          {0x45, "haswell"},
    {0x46, "haswell"},          {0x3d, "broadwell"},
    {0x47, "broadwell"},        {0x4f, "broadwell"},
    {0x56, "broadwell"},        {0x4e, "skylake"},
    {0x5e, "skylake"},          {0x8e, "skylake"},
    {0x9e, "skylake"},          {0xa5, "skylake"},
    {0xa6, "skylake"},          {0x55, "skylake-avx512"},
    {0x66, "cannonlake"},       {0x6a, "icelake-server"},
    {0x6c, "icelake-server"},   {0x7d, "icelake-client"},
    {0x7e, "icelake-client"},   {0x8c, "tigerlake"},
    {0x8d, "tigerlake"},        {0xa7, "rocketlake"},
    {0x8f, "sapphirerapids"},   {0xcf, "emeraldrapids"},
    {0xad, "graniterapids"},    {0xae, "graniterapids-d"},
    {0x97, "alderlake"},        {0x9a, "alderlake"},
    {0xb7, "raptorlake"},       {0xba, "raptorlake"},
    {0xbf, "raptorlake"},       {0xaa, "meteorlake"},
    {0xac, "meteorlake"},       {0xc5, "arrowlake"},
    {0xc6, "arrowlake-s"},      {0xbd, "lunarlake"},
    {0xcc, "pantherlake"},      {0xbe, "gracemont"},
    {0xaf, "sierraforest"},     {0xb6, "grandridge"},
    {0xdd, "clearwaterforest"}, {0x37, "silvermont"},
    {0x4a, "silvermont"},       {0x4d, "silvermont"},
    {0x5a, "silvermont"},       {0x5c, "goldmont"},
    {0x5f, "goldmont"},         {0x7a, "goldmont-plus"},
    {0x86, "tremont"},          {0x96, "tremont"},
    {0x9c, "tremont"},
};

struct Amd {
  uint32_t Family, FirstModel;
  std::string_view Name;
};

/// From AMD's revision guides. Within a family by model; a row holds up to the
/// next one.
constexpr Amd AmdModels[] = {
    {0x10, 0x00, "amdfam10"}, {0x14, 0x00, "btver1"}, {0x15, 0x00, "bdver1"},
    {0x15, 0x02, "bdver2"},   {0x15, 0x30, "bdver3"}, {0x15, 0x60, "bdver4"},
    {0x16, 0x00, "btver2"},   {0x17, 0x00, "znver1"}, {0x17, 0x30, "znver2"},
    {0x19, 0x00, "znver3"},   {0x19, 0x10, "znver4"}, {0x19, 0x20, "znver3"},
    {0x19, 0x60, "znver4"},   {0x1a, 0x00, "znver5"},
};

std::string_view intelName(uint32_t Family, uint32_t Model, CpuidReader Read,
                           uint32_t LastLeaf) {
  if (Family != 6)
    return Unknown;
  const Intel *Row =
      std::find_if(std::begin(IntelModels), std::end(IntelModels),
                   [&](const Intel &Each) { return Each.Model == Model; });
  if (Row == std::end(IntelModels))
    return Unknown;
  // Three generations of servers share a model.
  constexpr uint32_t SharedModel = 0x55, Avx512Vnni = 1u << 11,
                     Avx512Bf16 = 1u << 5;
  if (Model != SharedModel || LastLeaf < 7)
    return Row->Name;
  const CpuidWords Words = Read(7, 0);
  if (Words.Eax >= 1 && (Read(7, 1).Eax & Avx512Bf16))
    return "cooperlake";
  return Words.Ecx & Avx512Vnni ? "cascadelake" : Row->Name;
}

std::string_view amdName(uint32_t Family, uint32_t Model) {
  std::string_view Name = Unknown;
  for (const Amd &Row : AmdModels)
    if (Row.Family == Family && Row.FirstModel <= Model)
      Name = Row.Name;
  return Name;
}

} // namespace

std::string_view ompjit::host::cpuName(CpuidReader Read) {
  const CpuidWords Vendor = Read(0, 0);
  if (Vendor.Eax < 1)
    return Unknown;
  // "Family" and "model" include the extended fields, as both manufacturers
  // define them: these count from family 15 on, and also for Intel's family 6.
  const uint32_t Signature = Read(1, 0).Eax;
  uint32_t Family = Signature >> 8 & 0xf, Model = Signature >> 4 & 0xf;
  if (Family == 6 || Family == 15)
    Model |= (Signature >> 16 & 0xf) << 4;
  if (Family == 15)
    Family += Signature >> 20 & 0xff;
  constexpr uint32_t Genu = 0x756e6547, Auth = 0x68747541;
  if (Vendor.Ebx == Genu)
    return intelName(Family, Model, Read, Vendor.Eax);
  return Vendor.Ebx == Auth ? amdName(Family, Model) : Unknown;
}
