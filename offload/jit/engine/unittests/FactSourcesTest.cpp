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

/// Those of fragments are bare kernels.
TEST(FactSources, BareKernelsOfGpusHaveSizes) {
  const auto HasSize = [](const char *Triple, bool KnowsSize) {
    const std::string Bytes =
        PackageBuilder().triple(Triple).kernel("k", {}).build();
    Result<PackageView> Package = PackageView::parse(Bytes);
    const std::vector<CountedFact> Facts =
        factsOf(*Package, Package->kernel(0), {}, {}, KnowsSize);
    return std::any_of(Facts.begin(), Facts.end(), [](const CountedFact &F) {
      return F.Name.Kind == FactKind::Teams;
    });
  };
  EXPECT_TRUE(HasSize("amdgcn-amd-amdhsa", true));
  EXPECT_TRUE(HasSize("nvptx64-nvidia-cuda", true));
  EXPECT_FALSE(HasSize("amdgcn-amd-amdhsa", false));
  EXPECT_FALSE(HasSize("x86_64-pc-linux-gnu", true));
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
