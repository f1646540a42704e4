//===- BuildModel.cpp - From traces to a model ---------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BuildModel.h"

#include "ModelBuilder.h"

#include <algorithm>

using namespace ompjit;
using namespace ompjit::report;

namespace {

void setRunFigures(Kernel &Which) {
  std::vector<uint64_t> &Runs = Which.RunNs;
  if (Runs.empty())
    return;
  std::sort(Runs.begin(), Runs.end());
  Which.MedianNs = Runs[Runs.size() / 2];
  Which.MaxNs = Runs.back();
}

/// An image that was compiled by this job is there for the next one if it was
/// stored.
void setCacheFigures(const Kernel &Which, CacheUse &Cache) {
  for (const auto &[Key, Each] : Which.Images) {
    if (Each.Where == "background") {
      Cache.NumBehind += Each.NumCompiles;
      Cache.BehindNs += Each.CompileNs;
    }
    if (Each.NumStored || Each.NumReadFromDisk) {
      ++Cache.NumStored;
    } else if (Each.NumCompiles) {
      ++Cache.NumLost;
      Cache.LostNs += Each.CompileNs;
    }
  }
}

/// Returns when the first event of all traces was, by a clock that all of them
/// share; by each one's own clock if there is none.
int64_t commonOrigin(const std::vector<Trace> &Traces, bool IsShared) {
  int64_t Origin = INT64_MAX;
  for (const Trace &Each : Traces)
    if (!Each.Events.empty())
      Origin = std::min(Origin, int64_t(Each.Events.front().StartNs) +
                                    (IsShared ? Each.ClockOffsetNs : 0));
  return Origin;
}

uint64_t originOf(const Trace &Which, int64_t Common, bool IsShared) {
  if (IsShared)
    return uint64_t(Common - Which.ClockOffsetNs);
  return Which.Events.empty() ? 0 : Which.Events.front().StartNs;
}

} // namespace

Model report::buildModel(const std::vector<Trace> &Traces) {
  Model Out;
  Tables Known;
  const bool IsShared =
      std::all_of(Traces.begin(), Traces.end(),
                  [](const Trace &Each) { return Each.ClockOffsetNs != 0; });
  const int64_t Common = commonOrigin(Traces, IsShared);
  for (const Trace &Each : Traces) {
    ModelBuilder(Out, Known, Each, originOf(Each, Common, IsShared))
        .addEvents();
    if (Out.DumpFolder.empty())
      Out.DumpFolder = Each.Dump;
  }
  for (const Rank &Each : Out.Ranks)
    Out.WallNs = std::max(Out.WallNs, Each.EndNs);
  for (auto &[Name, Each] : Known.Kernels) {
    setRunFigures(Each);
    setCacheFigures(Each, Out.Cache);
    Out.Kernels.push_back(std::move(Each));
  }
  for (auto &[Name, Each] : Known.Mappings)
    if (Each.NumTo || Each.NumFrom)
      Out.Mappings.push_back(std::move(Each));
  std::sort(Out.Kernels.begin(), Out.Kernels.end(),
            [](const Kernel &A, const Kernel &B) {
              return A.TotalNs != B.TotalNs ? A.TotalNs > B.TotalNs
                                            : A.Name < B.Name;
            });
  std::sort(Out.Mappings.begin(), Out.Mappings.end(),
            [](const Mapping &A, const Mapping &B) {
              return A.Ns != B.Ns ? A.Ns > B.Ns : A.Item < B.Item;
            });
  return Out;
}
