//===- KernelFacts.cpp - Code for facts -----------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/KernelFacts.h"

#include "ompjit/Specialize/Alignment.h"
#include "ompjit/Specialize/Device.h"
#include "ompjit/Specialize/Disjoint.h"
#include "ompjit/Specialize/Extents.h"
#include "ompjit/Specialize/Fields.h"
#include "ompjit/Specialize/Launch.h"
#include "ompjit/Specialize/Scalars.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"

using namespace llvm;

namespace ompjit {

namespace {

/// The kernel to specialise.
struct Subject {
  Function &Kernel;
  unsigned WarpSize;
};

/// Returns the facts of one kind, each as a structure with a parameter and a
/// number.
template <typename Each>
SmallVector<Each> ofParameters(FactKind Kind, ArrayRef<Fact> Known) {
  SmallVector<Each> Found;
  for (const Fact &F : Known)
    if (F.Name.Kind == Kind)
      Found.push_back({F.Name.Parameter, F.Value});
  return Found;
}

/// Adds the properties that follow from the class of a number.
void addClass(const Fact &Known, SmallVectorImpl<ScalarArgument> &Scalars,
              SmallVectorImpl<ZeroBits> &Zeros) {
  const uint64_t Class = Known.Value;
  if (Class == ClassZero || Class == ClassOne) {
    Scalars.push_back({Known.Name.Parameter, Class == ClassOne});
    return;
  }
  uint64_t Mask = (uint64_t(1) << (Class & ClassDivisor)) - 1;
  if (Class & ClassNarrow)
    Mask |= ~uint64_t(UINT32_MAX);
  Zeros.push_back({Known.Name.Parameter, Mask});
}

Error applyScalars(const Subject &Target, ArrayRef<Fact> Known) {
  auto Scalars = ofParameters<ScalarArgument>(FactKind::Scalar, Known);
  SmallVector<ZeroBits> Zeros;
  for (const Fact &Each : Known)
    if (Each.Name.Kind == FactKind::Class)
      addClass(Each, Scalars, Zeros);
  if (Error E = specializeScalars(Target.Kernel, Scalars))
    return E;
  return specializeZeroBits(Target.Kernel, Zeros);
}

Error applyAlignment(const Subject &Target, ArrayRef<Fact> Known) {
  return specializeAlignment(Target.Kernel, ofParameters<PointerAlignment>(
                                                FactKind::Alignment, Known));
}

Error applyExtents(const Subject &Target, ArrayRef<Fact> Known) {
  return specializeExtents(
      Target.Kernel, ofParameters<PointerExtent>(FactKind::Extent, Known));
}

SmallVector<FieldValue> fieldsOf(ArrayRef<Fact> Known) {
  SmallVector<FieldValue> Fields;
  for (const auto &[Name, Value] : Known)
    Fields.push_back({Name.Parameter, Name.OffsetBytes, Name.WidthBits, Value});
  return Fields;
}

Error applyFields(const Subject &Target, ArrayRef<Fact> Known) {
  return specializeFields(Target.Kernel, fieldsOf(Known));
}

Error applyArrays(const Subject &Target, ArrayRef<Fact> Known) {
  return specializeArrays(Target.Kernel, fieldsOf(Known));
}

Error applyDisjoint(const Subject &Target, ArrayRef<Fact> Known) {
  SmallVector<unsigned> Parameters;
  for (const Fact &Each : Known)
    for (unsigned I = 0; I != 64; ++I)
      if (Each.Value >> I & 1)
        Parameters.push_back(I);
  return specializeDisjoint(Target.Kernel, Parameters);
}

Error applyDevice(const Subject &Target, ArrayRef<Fact> Known) {
  static constexpr std::pair<FactKind, DeviceQuery> Queries[] = {
      {FactKind::NumDevices, AsksNumDevices},
      {FactKind::DeviceNum, AsksDeviceNum},
      {FactKind::DebugKinds, AsksDebugKinds},
      {FactKind::DynamicMemory, AsksDynamicMemory}};
  SmallVector<DeviceConstant> Answers;
  for (const Fact &Each : Known)
    for (const auto &[Kind, Query] : Queries)
      if (Each.Name.Kind == Kind)
        Answers.push_back({Query, uint32_t(Each.Value)});
  specializeDevice(*Target.Kernel.getParent(), Answers);
  return Error::success();
}

Error applyLaunch(const Subject &Target, ArrayRef<Fact> Known) {
  LaunchSize Size;
  for (const Fact &Each : Known)
    (Each.Name.Kind == FactKind::Teams ? Size.Teams : Size.Threads) =
        uint32_t(Each.Value);
  return specializeLaunch(Target.Kernel, Size, Target.WarpSize);
}

struct Step {
  Specialization Group;
  /// \p Known is not empty and contains only facts of this group.
  Error (*Apply)(const Subject &, ArrayRef<Fact> Known);
};

/// In the order of use: loads of fields are easier to find after scalars were
/// replaced.
constexpr Step Steps[] = {
    {SpecializeScalars, applyScalars},   {SpecializeAlignment, applyAlignment},
    {SpecializeExtents, applyExtents},   {SpecializeFields, applyFields},
    {SpecializeDisjoint, applyDisjoint}, {SpecializeDevice, applyDevice},
};

/// Facts that are not about arguments are applied after these were propagated,
/// and arrays when the bounds of the loops that read them are known.
constexpr Step StepsBehindPropagation[] = {
    {SpecializeFields, applyArrays},
    {SpecializeLaunch, applyLaunch},
};

constexpr bool isUsed(Specialization Group) {
  for (const Step &Each : Steps)
    if (Each.Group == Group)
      return true;
  for (const Step &Each : StepsBehindPropagation)
    if (Each.Group == Group)
      return true;
  return false;
}

static_assert(
    [] {
      for (const SpecializationTraits &Row : SpecializationTable)
        if (!isUsed(Row.Bit))
          return false;
      return true;
    }(),
    "launches determine a group of facts that no pass uses");

Error run(const Step &Each, const Subject &Target, ArrayRef<Fact> Known) {
  SmallVector<Fact> Its;
  copy_if(Known, std::back_inserter(Its), [&](const Fact &F) {
    return traitsOf(F.Name.Kind).Group == Each.Group;
  });
  return Its.empty() ? Error::success() : Each.Apply(Target, Its);
}

} // namespace

Error specializeKernel(Function &Kernel, ArrayRef<Fact> Known,
                       unsigned WarpSize) {
  const Subject Target = {Kernel, WarpSize};
  for (const Step &Each : Steps)
    if (Error E = run(Each, Target, Known))
      return E;
  propagateArguments(*Kernel.getParent());
  for (const Step &Each : StepsBehindPropagation)
    if (Error E = run(Each, Target, Known))
      return E;
  return Error::success();
}

Error specializeKernelFor(Specialization Group, Function &Kernel,
                          ArrayRef<Fact> Known, unsigned WarpSize) {
  for (const Step &Each : concat<const Step>(Steps, StepsBehindPropagation))
    if (Each.Group == Group)
      if (Error E = run(Each, {Kernel, WarpSize}, Known))
        return E;
  return Error::success();
}

} // namespace ompjit
