//===- Cpu.cpp - The features of an x86-64 processor ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cpu.h"

#include "x86/Cpuid.h"

#include <algorithm>
#include <cpuid.h>
#include <iterator>
#include <optional>
#include <vector>

extern "C" {

/// The C library's structure; <sys/platform/x86.h> has it, but is not valid
/// C++.
struct ompjit_cpuid_feature {
  unsigned cpuid_array[4], active_array[4];
};
[[gnu::weak]] const ompjit_cpuid_feature *
__x86_get_cpuid_feature_leaf(unsigned Index);
}

namespace ompjit::host {

namespace {

/// What a feature requires besides its own bit: register state that the
/// operating system saves on a context switch, by the bits of XCR0.
enum class Needs : uint8_t {
  Nothing,
  Avx,    ///< XMM and YMM.
  Avx512, ///< ZMM and mask registers, and AVX512F itself.
  Amx,    ///< Tile configuration and data.
  Never,  ///< Needs a check that is not implemented, so it is not claimed.
};

enum class Word : uint8_t { Eax, Ebx, Ecx, Edx };

/// A feature and the place of its bit.
struct Feature {
  const char *Name;
  uint32_t Leaf;
  uint32_t SubLeaf;
  Word Register;
  uint8_t Bit;
  Needs Condition;
};

using enum Needs;
using enum Word;

constexpr uint32_t Extended1 = 0x80000001;
constexpr uint32_t Extended8 = 0x80000008;

constexpr Feature Features[] = {
    {"cx8", 1, 0, Edx, 8, Nothing},
    {"cmov", 1, 0, Edx, 15, Nothing},
    {"mmx", 1, 0, Edx, 23, Nothing},
    {"fxsr", 1, 0, Edx, 24, Nothing},
    {"sse", 1, 0, Edx, 25, Nothing},
    {"sse2", 1, 0, Edx, 26, Nothing},
    {"sse3", 1, 0, Ecx, 0, Nothing},
    {"pclmul", 1, 0, Ecx, 1, Nothing},
    {"ssse3", 1, 0, Ecx, 9, Nothing},
    {"fma", 1, 0, Ecx, 12, Avx},
    {"cx16", 1, 0, Ecx, 13, Nothing},
    {"sse4.1", 1, 0, Ecx, 19, Nothing},
    {"sse4.2", 1, 0, Ecx, 20, Nothing},
    {"crc32", 1, 0, Ecx, 20, Nothing},
    {"movbe", 1, 0, Ecx, 22, Nothing},
    {"popcnt", 1, 0, Ecx, 23, Nothing},
    {"aes", 1, 0, Ecx, 25, Nothing},
    {"xsave", 1, 0, Ecx, 26, Avx},
    {"avx", 1, 0, Ecx, 28, Avx},
    {"f16c", 1, 0, Ecx, 29, Avx},
    {"rdrnd", 1, 0, Ecx, 30, Nothing},
    {"sahf", Extended1, 0, Ecx, 0, Nothing},
    {"lzcnt", Extended1, 0, Ecx, 5, Nothing},
    {"sse4a", Extended1, 0, Ecx, 6, Nothing},
    {"prfchw", Extended1, 0, Ecx, 8, Nothing},
    {"xop", Extended1, 0, Ecx, 11, Avx},
    {"lwp", Extended1, 0, Ecx, 15, Nothing},
    {"fma4", Extended1, 0, Ecx, 16, Avx},
    {"tbm", Extended1, 0, Ecx, 21, Nothing},
    {"mwaitx", Extended1, 0, Ecx, 29, Nothing},
    {"64bit", Extended1, 0, Edx, 29, Nothing},
    {"clzero", Extended8, 0, Ebx, 0, Nothing},
    {"rdpru", Extended8, 0, Ebx, 4, Nothing},
    {"wbnoinvd", Extended8, 0, Ebx, 9, Nothing},
    {"fsgsbase", 7, 0, Ebx, 0, Nothing},
    {"sgx", 7, 0, Ebx, 2, Nothing},
    {"bmi", 7, 0, Ebx, 3, Nothing},
    {"avx2", 7, 0, Ebx, 5, Avx},
    {"bmi2", 7, 0, Ebx, 8, Nothing},
    {"invpcid", 7, 0, Ebx, 10, Nothing},
    {"rtm", 7, 0, Ebx, 11, Nothing},
    {"avx512f", 7, 0, Ebx, 16, Avx512},
    {"avx512dq", 7, 0, Ebx, 17, Avx512},
    {"rdseed", 7, 0, Ebx, 18, Nothing},
    {"adx", 7, 0, Ebx, 19, Nothing},
    {"avx512ifma", 7, 0, Ebx, 21, Avx512},
    {"clflushopt", 7, 0, Ebx, 23, Nothing},
    {"clwb", 7, 0, Ebx, 24, Nothing},
    {"avx512cd", 7, 0, Ebx, 28, Avx512},
    {"sha", 7, 0, Ebx, 29, Nothing},
    {"avx512bw", 7, 0, Ebx, 30, Avx512},
    {"avx512vl", 7, 0, Ebx, 31, Avx512},
    {"avx512vbmi", 7, 0, Ecx, 1, Avx512},
    {"pku", 7, 0, Ecx, 4, Nothing},
    {"waitpkg", 7, 0, Ecx, 5, Nothing},
    {"avx512vbmi2", 7, 0, Ecx, 6, Avx512},
    {"shstk", 7, 0, Ecx, 7, Nothing},
    {"gfni", 7, 0, Ecx, 8, Nothing},
    {"vaes", 7, 0, Ecx, 9, Avx},
    {"vpclmulqdq", 7, 0, Ecx, 10, Avx},
    {"avx512vnni", 7, 0, Ecx, 11, Avx512},
    {"avx512bitalg", 7, 0, Ecx, 12, Avx512},
    {"avx512vpopcntdq", 7, 0, Ecx, 14, Avx512},
    {"rdpid", 7, 0, Ecx, 22, Nothing},
    {"kl", 7, 0, Ecx, 23, Never},
    {"cldemote", 7, 0, Ecx, 25, Nothing},
    {"movdiri", 7, 0, Ecx, 27, Nothing},
    {"movdir64b", 7, 0, Ecx, 28, Nothing},
    {"enqcmd", 7, 0, Ecx, 29, Nothing},
    {"uintr", 7, 0, Edx, 5, Never},
    {"avx512vp2intersect", 7, 0, Edx, 8, Avx512},
    {"serialize", 7, 0, Edx, 14, Nothing},
    {"tsxldtrk", 7, 0, Edx, 16, Nothing},
    {"pconfig", 7, 0, Edx, 18, Nothing},
    {"amx-bf16", 7, 0, Edx, 22, Amx},
    {"avx512fp16", 7, 0, Edx, 23, Avx512},
    {"amx-tile", 7, 0, Edx, 24, Amx},
    {"amx-int8", 7, 0, Edx, 25, Amx},
    {"sha512", 7, 1, Eax, 0, Avx},
    {"sm3", 7, 1, Eax, 1, Avx},
    {"sm4", 7, 1, Eax, 2, Avx},
    {"raoint", 7, 1, Eax, 3, Nothing},
    {"avxvnni", 7, 1, Eax, 4, Avx},
    {"avx512bf16", 7, 1, Eax, 5, Avx512},
    {"cmpccxadd", 7, 1, Eax, 7, Nothing},
    {"amx-fp16", 7, 1, Eax, 21, Amx},
    {"hreset", 7, 1, Eax, 22, Nothing},
    {"avxifma", 7, 1, Eax, 23, Avx},
    {"movrs", 7, 1, Eax, 31, Nothing},
    {"avxvnniint8", 7, 1, Edx, 4, Avx},
    {"avxneconvert", 7, 1, Edx, 5, Avx},
    {"amx-complex", 7, 1, Edx, 8, Amx},
    {"avxvnniint16", 7, 1, Edx, 10, Avx},
    {"prefetchi", 7, 1, Edx, 14, Nothing},
    {"usermsr", 7, 1, Edx, 15, Never},
    {"avx10.1", 7, 1, Edx, 19, Never},
    {"avx10.2", 7, 1, Edx, 19, Never},
    {"ccmp", 7, 1, Edx, 21, Never},
    {"cf", 7, 1, Edx, 21, Never},
    {"egpr", 7, 1, Edx, 21, Never},
    {"ndd", 7, 1, Edx, 21, Never},
    {"nf", 7, 1, Edx, 21, Never},
    {"ppx", 7, 1, Edx, 21, Never},
    {"push2pop2", 7, 1, Edx, 21, Never},
    {"zu", 7, 1, Edx, 21, Never},
    {"xsaveopt", 0xd, 1, Eax, 0, Avx},
    {"xsavec", 0xd, 1, Eax, 1, Avx},
    {"xsaves", 0xd, 1, Eax, 3, Avx},
    {"ptwrite", 0x14, 0, Ebx, 4, Nothing},
    {"widekl", 0x19, 0, Ebx, 2, Never},
    {"amx-fp8", 0x1e, 1, Eax, 4, Amx},
    {"amx-tf32", 0x1e, 1, Eax, 6, Amx},
    {"amx-avx512", 0x1e, 1, Eax, 7, Never},
    {"amx-movrs", 0x1e, 1, Eax, 8, Amx},
};

/// Tests features of one processor.
class Detector {
public:
  Detector(CpuidReader Read, uint64_t EnabledState) : Read(Read) {
    constexpr uint32_t Osxsave = 1u << 27;
    constexpr uint64_t AvxState = 0x6, Avx512State = 0xe6, AmxState = 0x60000;
    constexpr uint32_t Avx512f = 1u << 16;
    HasXsave = leaf(1, 0).Ecx & Osxsave;
    HasAvx = HasXsave && (EnabledState & AvxState) == AvxState;
    HasAvx512 = HasAvx && (EnabledState & Avx512State) == Avx512State &&
                (leaf(7, 0).Ebx & Avx512f);
    HasAmx = HasXsave && (EnabledState & AmxState) == AmxState;
  }

  bool has(const Feature &F) {
    return holds(F.Condition) && (word(F) >> F.Bit & 1);
  }

private:
  struct CachedLeaf {
    uint32_t Leaf, SubLeaf;
    CpuidWords Words;
  };

  /// Reads each leaf once, because in a virtual machine every cpuid is a trap
  /// that costs microseconds.
  CpuidWords readOnce(uint32_t Leaf, uint32_t SubLeaf) {
    for (const CachedLeaf &Each : Cache)
      if (Each.Leaf == Leaf && Each.SubLeaf == SubLeaf)
        return Each.Words;
    Cache.push_back({Leaf, SubLeaf, Read(Leaf, SubLeaf)});
    return Cache.back().Words;
  }

  /// Returns zeros for a leaf that the processor does not have; cpuid itself
  /// would return the words of the highest leaf.
  CpuidWords leaf(uint32_t Leaf, uint32_t SubLeaf) {
    if (Leaf > readOnce(Leaf & 0x80000000, 0).Eax)
      return {};
    if (Leaf == 7 && SubLeaf > readOnce(7, 0).Eax)
      return {};
    return readOnce(Leaf, SubLeaf);
  }

  uint32_t word(const Feature &F) {
    CpuidWords Words = leaf(F.Leaf, F.SubLeaf);
    switch (F.Register) {
    case Eax:
      return Words.Eax;
    case Ebx:
      return Words.Ebx;
    case Ecx:
      return Words.Ecx;
    case Edx:
      return Words.Edx;
    }
    return 0;
  }

  bool holds(Needs Condition) const {
    switch (Condition) {
    case Nothing:
      return true;
    case Avx:
      return HasAvx;
    case Avx512:
      return HasAvx512;
    case Amx:
      return HasAmx;
    case Never:
      return false;
    }
    return false;
  }

  CpuidReader Read;
  std::vector<CachedLeaf> Cache;
  bool HasXsave, HasAvx, HasAvx512, HasAmx;
};

/// Returns what the C library read when the program started. In a nested
/// virtual machine each cpuid takes 13 us, and a first launch needs 14 of them.
std::optional<CpuidWords> knownCpuid(uint32_t Leaf, uint32_t SubLeaf) {
  /// By index.
  constexpr struct {
    uint32_t Leaf, SubLeaf;
  } Known[] = {{1, 0},   {7, 0},          {0x80000001, 0},
               {0xd, 1}, {0x80000007, 0}, {0x80000008, 0},
               {7, 1},   {0x19, 0},       {0x14, 0}};
  if (!__x86_get_cpuid_feature_leaf)
    return std::nullopt;
  for (unsigned Index = 0; Index != std::size(Known); ++Index)
    if (Known[Index].Leaf == Leaf && Known[Index].SubLeaf == SubLeaf) {
      const unsigned *Words = __x86_get_cpuid_feature_leaf(Index)->cpuid_array;
      return CpuidWords{Words[0], Words[1], Words[2], Words[3]};
    }
  return std::nullopt;
}

CpuidWords readCpuid(uint32_t Leaf, uint32_t SubLeaf) {
  if (std::optional<CpuidWords> Known = knownCpuid(Leaf, SubLeaf))
    return *Known;
  CpuidWords Words;
  __cpuid_count(Leaf, SubLeaf, Words.Eax, Words.Ebx, Words.Ecx, Words.Edx);
  return Words;
}

/// Returns XCR0, or 0 if the operating system has not enabled the instruction.
uint64_t readEnabledState() {
  constexpr uint32_t Osxsave = 1u << 27;
  if (!(readCpuid(1, 0).Ecx & Osxsave))
    return 0;
  uint32_t Low, High;
  __asm__("xgetbv" : "=a"(Low), "=d"(High) : "c"(0));
  return uint64_t(High) << 32 | Low;
}

} // namespace

std::string_view cpuName() { return cpuName(readCpuid); }

std::string cpuBrand() {
  constexpr uint32_t FirstLeaf = 0x80000002, LastLeaf = 0x80000004;
  if (readCpuid(0x80000000, 0).Eax < LastLeaf)
    return "";
  std::string Text;
  for (uint32_t Leaf = FirstLeaf; Leaf <= LastLeaf; ++Leaf) {
    CpuidWords Words = readCpuid(Leaf, 0);
    Text.append(reinterpret_cast<const char *>(&Words), sizeof(Words));
  }
  // Padded with zeros and, by some manufacturers, with leading spaces.
  Text.resize(std::min(Text.find('\0'), Text.size()));
  Text.erase(0, std::min(Text.find_first_not_of(' '), Text.size()));
  return Text;
}

std::string cpuFeatures(CpuidReader Read, uint64_t EnabledState) {
  Detector Processor(Read, EnabledState);
  std::vector<std::string> Words;
  for (const Feature &F : Features)
    Words.push_back((Processor.has(F) ? "+" : "-") + std::string(F.Name));
  // '+' sorts before '-'.
  std::sort(Words.begin(), Words.end());
  std::string List;
  for (const std::string &Each : Words)
    List += (List.empty() ? "" : ",") + Each;
  return List;
}

std::string cpuFeatures() { return cpuFeatures(readCpuid, readEnabledState()); }

} // namespace ompjit::host
