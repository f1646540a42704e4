//===- LateBound.cpp - The late-bound functions of the program ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LateBound.h"

#include "FunctionNames.h"

#include "ompjit/Support/RegionName.h"

#include <algorithm>
#include <set>

namespace ompjit {

namespace {

std::string quoted(std::string_view Text) {
  return "'" + std::string(Text) + "'";
}

bool isOneOf(const std::vector<std::string> &Names, std::string_view Name) {
  return std::find(Names.begin(), Names.end(), Name) != Names.end();
}

std::string listOf(const std::set<std::string> &Symbols) {
  std::string Text;
  for (const std::string &Each : Symbols)
    Text += (Text.empty() ? "" : ", ") + quoted(regionName(Each));
  return Text;
}

} // namespace

void addLateFunctions(const PackageView &From, std::vector<LateFunction> &To) {
  for (uint32_t I = 0; I != From.numLateBound(); ++I) {
    const LateBoundInfo Each = From.lateBound(I);
    To.push_back({std::string(From.kernel(Each.Kernel).EntryName),
                  std::string(Each.Symbol)});
  }
}

Result<std::string> findLateFunction(std::span<const LateFunction> All,
                                     std::string_view Region,
                                     std::string_view Function) {
  std::set<std::string> Fitting, InRegion, Regions;
  for (const LateFunction &Each : All) {
    const bool IsNamed = isOneOf(functionNames(Each.Symbol), Function);
    if (IsNamed)
      Regions.insert(Each.Kernel);
    if (!Region.empty() && !isOneOf(regionNames(Each.Kernel), Region))
      continue;
    InRegion.insert(Each.Symbol);
    if (IsNamed)
      Fitting.insert(Each.Symbol);
  }
  if (Fitting.size() == 1)
    return *Fitting.begin();
  if (!Fitting.empty())
    return Error("the program has several of that name: " + listOf(Fitting));
  if (!Regions.empty())
    return Error("no target region " + quoted(Region) +
                 " calls it; these do: " + listOf(Regions));
  if (InRegion.empty())
    return Error(Region.empty()
                     ? "the program has no late-bound functions; "
                       "OMPJIT_LATE_BOUND declares them, and "
                       "-fopenmp-target-jit is needed to compile and link them"
                     : "no target region " + quoted(Region) +
                           " calls late-bound functions");
  return Error("no target region calls a late-bound function of that name; "
               "there is " +
               listOf(InRegion));
}

Status checkDefines(const BoundFragment &Fragment, const std::string &Symbol) {
  if (isOneOf(Fragment.Defines, Symbol))
    return Done{};
  std::set<std::string> Others(Fragment.Defines.begin(),
                               Fragment.Defines.end());
  // clang's settings for the device runtime.
  std::erase_if(Others, [](const std::string &Each) {
    return Each.starts_with("__omp_rtl_");
  });
  return Error("the fragment " + quoted(Fragment.Name) + " does not define " +
               quoted(regionName(Symbol)) + "; it defines " + listOf(Others));
}

} // namespace ompjit
