//===- ArmCpu.cpp - AArch64 processors, in LLVM's terms -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArmCpu.h"

namespace ompjit::host {

namespace {

struct Model {
  uint8_t Implementer;
  uint16_t Part;
  std::string_view Name;
};

/// From the manufacturers' manuals: fields of MIDR_EL1.
constexpr Model Models[] = {
    {0x41, 0xd03, "cortex-a53"},  {0x41, 0xd05, "cortex-a55"},
    {0x41, 0xd07, "cortex-a57"},  {0x41, 0xd08, "cortex-a72"},
    {0x41, 0xd09, "cortex-a73"},  {0x41, 0xd0a, "cortex-a75"},
    {0x41, 0xd0b, "cortex-a76"},  {0x41, 0xd0c, "neoverse-n1"},
    {0x41, 0xd0d, "cortex-a77"},  {0x41, 0xd40, "neoverse-v1"},
    {0x41, 0xd41, "cortex-a78"},  {0x41, 0xd44, "cortex-x1"},
    {0x41, 0xd49, "neoverse-n2"}, {0x41, 0xd4a, "neoverse-e1"},
    {0x41, 0xd4f, "neoverse-v2"}, {0x41, 0xd84, "neoverse-v3"},
    {0x41, 0xd8e, "neoverse-n3"}, {0x43, 0x0af, "thunderx2t99"},
    {0x46, 0x001, "a64fx"},       {0x46, 0x003, "fujitsu-monaka"},
    {0x48, 0xd01, "tsv110"},      {0x4e, 0x004, "carmel"},
    {0x4e, 0x010, "olympus"},     {0x61, 0x022, "apple-m1"},
    {0x61, 0x023, "apple-m1"},    {0x61, 0x024, "apple-m1"},
    {0x61, 0x025, "apple-m1"},    {0x61, 0x028, "apple-m1"},
    {0x61, 0x029, "apple-m1"},    {0x61, 0x032, "apple-m2"},
    {0x61, 0x033, "apple-m2"},    {0xc0, 0xac3, "ampere1"},
    {0xc0, 0xac4, "ampere1a"},    {0xc0, 0xac5, "ampere1b"},
};

/// A feature for code, and the bit with which Linux says that programs may use
/// it (Documentation/arch/arm64/elf_hwcaps.rst).
struct Feature {
  std::string_view Name;
  uint64_t ArmCapabilities::*Word;
  unsigned Bit;
};

constexpr auto First = &ArmCapabilities::First,
               Second = &ArmCapabilities::Second;

constexpr Feature Features[] = {
    {"fp-armv8", First, 0},     {"neon", First, 1},
    {"aes", First, 3},          {"sha2", First, 6},
    {"crc", First, 7},          {"lse", First, 8},
    {"fullfp16", First, 10},    {"rdm", First, 12},
    {"jsconv", First, 13},      {"complxnum", First, 14},
    {"rcpc", First, 15},        {"ccpp", First, 16},
    {"sha3", First, 17},        {"sm4", First, 19},
    {"dotprod", First, 20},     {"sve", First, 22},
    {"fp16fml", First, 23},     {"dit", First, 24},
    {"lse2", First, 25},        {"rcpc-immo", First, 26},
    {"flagm", First, 27},       {"ccdp", Second, 0},
    {"sve2", Second, 1},        {"sve-aes", Second, 2},
    {"sve-bitperm", Second, 4}, {"sve-sha3", Second, 5},
    {"sve-sm4", Second, 6},     {"altnzcv", Second, 7},
    {"fptoint", Second, 8},     {"f32mm", Second, 10},
    {"f64mm", Second, 11},      {"i8mm", Second, 13},
    {"bf16", Second, 14},       {"sme", Second, 23},
    {"cssc", Second, 34},       {"sve2p1", Second, 36},
    {"mops", Second, 43},
};

std::string listOf(ArmCapabilities Has, bool AreThere) {
  std::string List;
  for (const Feature &Each : Features)
    if (bool(Has.*Each.Word >> Each.Bit & 1) == AreThere)
      List.append(1, ',').append(1, AreThere ? '+' : '-').append(Each.Name);
  return List;
}

} // namespace

std::string_view armCpuName(uint64_t MainId) {
  for (const Model &Each : Models)
    if (Each.Implementer == (MainId >> 24 & 0xff) &&
        Each.Part == (MainId >> 4 & 0xfff))
      return Each.Name;
  return "generic";
}

std::string armCpuFeatures(ArmCapabilities Has) {
  return (listOf(Has, true) + listOf(Has, false)).substr(1);
}

} // namespace ompjit::host
