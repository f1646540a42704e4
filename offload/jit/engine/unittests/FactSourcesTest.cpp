//===- FactSourcesTest.cpp - Tests of where facts come from ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "policy/FactSources.h"

#include "EngineFixture.h"

#include <set>

using namespace ompjit;
using namespace ompjit::jit;

namespace {

/// Returns a package with two kernels about which everything is worth knowing:
/// the scalar of one, and everything else of the other.
std::string packageWithAll() {
  using namespace package;
  return PackageBuilder()
      .kernel("s", {~uint64_t(0)})
      .kernel("k", {0, 0})
      .uses(UseIndex | UseWritten | UseFixedPlace)
      .forGpu({2, 1, 128, 1, 16})
      .fields({{0, 4, UseLoopBound, 32}})
      .asks(KernelAsksNumDevices | KernelAsksDeviceNum | KernelAsksDebugKinds |
            KernelAsksDynamicMemory)
      .build();
}

/// Returns the kinds of facts in the first schemes of the kernels with these
/// settings.
std::set<FactKind> kindsFor(const Settings &Chosen) {
  const std::string Bytes = packageWithAll();
  Result<PackageView> Package = PackageView::parse(Bytes);
  if (!Package) {
    ADD_FAILURE() << Package.error().message();
    return {};
  }
  std::set<FactKind> Kinds;
  for (uint32_t I = 0; I != Package->numKernels(); ++I)
    for (const CountedFact &Each :
         factsOf(*Package, Package->kernel(I), Chosen, {}, /*KnowsSize=*/true))
      Kinds.insert(Each.Name.Kind);
  return Kinds;
}

// Only the tracker makes classes, for scalars that it gives up.
TEST(FactSources, FindEachKind) {
  const std::set<FactKind> Found = kindsFor({});
  for (const FactTraits &Row : FactTable)
    EXPECT_EQ(Found.contains(Row.Kind), Row.Kind != FactKind::Class)
        << Row.Word;
}

TEST(FactSources, ObeyTheSetting) {
  for (const SpecializationTraits &Only : SpecializationTable) {
    Settings Chosen;
    Chosen.Specialize = Only.Bit;
    const std::set<FactKind> Found = kindsFor(Chosen);
    EXPECT_FALSE(Found.empty()) << Only.Word;
    for (FactKind Kind : Found)
      EXPECT_EQ(traitsOf(Kind).Group, Only.Bit) << traitsOf(Kind).Word;
  }
}

} // namespace
