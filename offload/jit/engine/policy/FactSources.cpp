//===- FactSources.cpp - The facts of a kernel's first scheme -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FactSources.h"

#include "ompjit/Targets.h"

#include <algorithm>
#include <bit>
#include <cstring>

using namespace ompjit;
using namespace ompjit::jit;

/// Returns the powers of two from 8 to \p Most that are more than the package
/// guarantees.
static uint64_t alignmentsAbove(uint32_t KnownBytes, uint64_t Most) {
  uint64_t Alignments = 0;
  for (uint64_t Bytes = 8; Bytes <= Most; Bytes *= 2)
    if (Bytes > KnownBytes)
      Alignments |= Bytes;
  return Alignments;
}

/// Adds the fact which pointers are disjoint, if the kernel writes through one
/// and accesses another. If there are too many, those that it writes through
/// take precedence.
static void addDisjoint(const PackageView &Package, const KernelInfo &Kernel,
                        std::vector<CountedFact> &Facts) {
  uint64_t Accessed = 0, Written = 0;
  auto Add = [&](uint16_t Use, uint64_t &Found) {
    for (uint32_t I = 0; I < std::min(Kernel.NumParameters, 64u) &&
                         std::popcount(Accessed | Found) < int(MaxDisjoint);
         ++I) {
      const ParameterInfo Parameter = Package.parameter(Kernel, I);
      if (Parameter.Kind == package::ParameterKind::Pointer &&
          (Parameter.Uses & Use))
        Found |= uint64_t(1) << I;
    }
  };
  Add(package::UseWritten, Written);
  Accessed = Written;
  Add(UINT16_MAX, Accessed);
  if (Written && std::popcount(Accessed) > 1)
    Facts.push_back({{FactKind::Disjoint}, Accessed, Written});
}

static void addParameter(uint32_t Index, const ParameterInfo &Parameter,
                         const Settings &Chosen, uint64_t MaxAlignment,
                         std::vector<CountedFact> &Facts) {
  if (Chosen.specializes(SpecializeExtents) &&
      (Parameter.Uses & package::UseFixedPlace))
    Facts.push_back({{FactKind::Extent, Index}, ~uint64_t(0)});
  if (Parameter.Kind == package::ParameterKind::Scalar) {
    if (Chosen.specializes(SpecializeScalars) && Parameter.DemandedBits != 0 &&
        !(Parameter.Uses & package::UseNever))
      Facts.push_back({{FactKind::Scalar, Index}, Parameter.DemandedBits});
  } else if (Chosen.specializes(SpecializeAlignment) && Parameter.Uses != 0) {
    if (uint64_t Above = alignmentsAbove(Parameter.AlignBytes, MaxAlignment))
      Facts.push_back({{FactKind::Alignment, Index}, Above});
  }
}

static uint64_t lowBits(unsigned Width) { return ~uint64_t(0) >> (64 - Width); }

static void addFields(const PackageView &Package, const KernelInfo &Kernel,
                      std::vector<CountedFact> &Facts) {
  for (uint32_t I = 0; I != Kernel.NumFields; ++I) {
    const FieldInfo Field = Package.field(Kernel, I);
    Facts.push_back(
        {{FactKind::Field, Field.Parameter, Field.OffsetBytes, Field.WidthBits},
         lowBits(Field.WidthBits),
         /*Classes=*/0,
         I});
  }
  if (Kernel.NumFields)
    Facts.push_back({{FactKind::KnownFields}, lowBits(Kernel.NumFields)});
}

/// Adds the facts that the kernel queries. They are the same at every launch,
/// except for the dynamic memory of teams.
static void addAnswers(const KernelInfo &Kernel, const DeviceEnvironment &Says,
                       std::vector<CountedFact> &Facts) {
  if (Kernel.Flags & package::KernelAsksNumDevices)
    Facts.push_back({{FactKind::NumDevices}, Says.NumDevices});
  if (Kernel.Flags & package::KernelAsksDeviceNum)
    Facts.push_back({{FactKind::DeviceNum}, Says.DeviceNum});
  if (Kernel.Flags & package::KernelAsksDebugKinds)
    Facts.push_back({{FactKind::DebugKinds}, Says.DebugKinds});
  if (Kernel.Flags & package::KernelAsksDynamicMemory)
    Facts.push_back({{FactKind::DynamicMemory}, UINT32_MAX});
}

/// Bare kernels of GPUs, which those of fragments are, have sizes, too.
static bool hasSize(const PackageView &Package, const KernelInfo &Kernel) {
  const TargetTraits *Target = findTarget(Package.triple());
  return Kernel.Bounds.Mode || (Target && !Target->PassesGrid);
}

std::vector<CountedFact> jit::factsOf(const PackageView &Package,
                                      const KernelInfo &Kernel,
                                      const Settings &Chosen,
                                      const DeviceEnvironment &Environment,
                                      bool KnowsSize) {
  std::vector<CountedFact> Facts;
  if (!Chosen.Enabled || Kernel.isInBase())
    return Facts;
  for (uint32_t I = 0; I != Kernel.NumParameters; ++I)
    addParameter(I, Package.parameter(Kernel, I), Chosen,
                 traitsOf(Package.triple()).MaxAlignment, Facts);
  if (KnowsSize && Chosen.specializes(SpecializeLaunch) &&
      hasSize(Package, Kernel))
    for (FactKind Kind : {FactKind::Teams, FactKind::Threads})
      Facts.push_back({{Kind}, UINT32_MAX});
  if (Chosen.specializes(SpecializeDevice))
    addAnswers(Kernel, Environment, Facts);
  if (Chosen.specializes(SpecializeFields))
    addFields(Package, Kernel, Facts);
  if (Chosen.specializes(SpecializeDisjoint))
    addDisjoint(Package, Kernel, Facts);
  std::sort(Facts.begin(), Facts.end(),
            [](const CountedFact &A, const CountedFact &B) {
              return A.Name < B.Name;
            });
  return Facts;
}

uint64_t jit::withoutEqual(std::span<const MappedRange> Ranges,
                           uint64_t Parameters) {
  uint64_t Alone = 0;
  for (size_t I = 0; I != Ranges.size() && I != 64; ++I) {
    bool IsAlone = Parameters >> I & 1;
    for (size_t J = 0; J != Ranges.size() && J != 64; ++J)
      IsAlone &= I == J || !(Parameters >> J & 1) ||
                 Ranges[I].Begin != Ranges[J].Begin;
    Alone |= uint64_t(IsAlone) << I;
  }
  return Alone;
}

/// Returns which fields a scheme with these facts counts, as bits.
static uint64_t countedFields(const std::vector<CountedFact> &Facts) {
  uint64_t Counted = 0;
  for (const CountedFact &Fact : Facts)
    if (Fact.Name.Kind == FactKind::Field)
      Counted |= uint64_t(1) << Fact.Index;
  return Counted;
}

void jit::matchKnownFields(std::vector<CountedFact> &Facts) {
  auto IsSet = [](const CountedFact &Fact) {
    return Fact.Name.Kind == FactKind::KnownFields;
  };
  if (std::none_of(Facts.begin(), Facts.end(), IsSet))
    std::erase_if(Facts, [](const CountedFact &Fact) {
      return Fact.Name.Kind == FactKind::Field;
    });
  const uint64_t Fields = countedFields(Facts);
  for (CountedFact &Fact : Facts)
    if (IsSet(Fact))
      Fact.Mask = Fields;
  if (!Fields)
    std::erase_if(Facts, IsSet);
}

/// Whether any of the facts follows from LaunchMemory::Ranges.
static bool dependOnRanges(const std::vector<CountedFact> &Facts) {
  return std::any_of(Facts.begin(), Facts.end(), [](const CountedFact &Fact) {
    return traitsOf(Fact.Name.Kind).Source == FactSource::Mappings;
  });
}

static bool hasArrays(const PackageView &Package, const KernelInfo &Kernel) {
  for (uint32_t I = 0; I != Kernel.NumFields; ++I)
    if (Package.field(Kernel, I).Uses & package::UseArray)
      return true;
  return false;
}

static uint64_t parametersWithFields(const PackageView &Package,
                                     const KernelInfo &Kernel) {
  uint64_t Parameters = 0;
  for (uint32_t I = 0; I != Kernel.NumFields; ++I)
    if (const uint32_t P = Package.field(Kernel, I).Parameter; P < 64)
      Parameters |= uint64_t(1) << P;
  return Parameters;
}

MemoryUse jit::memoryUseOf(const PackageView &Package, const KernelInfo &Kernel,
                           const std::vector<CountedFact> &Facts) {
  MemoryUse Use;
  Use.Known = countedFields(Facts) != 0;
  // Ranges explain why the contents of an array are not known.
  Use.Ranges =
      dependOnRanges(Facts) || (Use.Known && hasArrays(Package, Kernel));
  if (Use.Known && !(Kernel.Flags & package::KernelAcquires))
    Use.Older = parametersWithFields(Package, Kernel);
  Use.Written = Use.Captured = 0;
  for (uint32_t I = 0; I < std::min(Kernel.NumParameters, 64u); ++I) {
    const uint16_t Uses = Package.parameter(Kernel, I).Uses;
    Use.Written |= uint64_t((Uses & package::UseWritten) != 0) << I;
    Use.Captured |= uint64_t((Uses & package::UseCaptured) != 0) << I;
  }
  return Use;
}

std::vector<FieldInfo> jit::fieldsOf(const PackageView &Package,
                                     const KernelInfo &Kernel,
                                     const std::vector<CountedFact> &Counted) {
  std::vector<FieldInfo> Fields;
  if (countedFields(Counted))
    for (uint32_t I = 0; I != Kernel.NumFields; ++I)
      Fields.push_back(Package.field(Kernel, I));
  return Fields;
}

/// Returns the bytes at \p Address, or null.
static const char *find(std::span<const KnownMemory> Memory, uintptr_t Address,
                        uint64_t Size) {
  // The same bytes may have been copied twice; the last copy counts.
  for (size_t I = Memory.size(); I != 0; --I) {
    const KnownMemory &Each = Memory[I - 1];
    const uint64_t Offset = Address - Each.Device;
    if (Address >= Each.Device && Offset <= Each.Size &&
        Size <= Each.Size - Offset)
      return static_cast<const char *>(Each.Bytes) + Offset;
  }
  return nullptr;
}

void jit::readFields(const std::vector<FieldInfo> &Fields,
                     const ompjit_launch &Launch,
                     std::span<const KnownMemory> Memory, FieldValues &Found) {
  for (size_t I = 0; I != Fields.size(); ++I) {
    const FieldInfo &Field = Fields[I];
    const size_t Size = Field.WidthBits / 8;
    const char *Bytes =
        find(Memory,
             uintptr_t(Launch.args[Field.Parameter]) + Field.OffsetBytes, Size);
    if (!Bytes)
      continue;
    Found.Known |= uint64_t(1) << I;
    Found.Values[I] = 0;
    std::memcpy(&Found.Values[I], Bytes, Size);
  }
}
