//===- TextReport.cpp - The report in a few lines ------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextReport.h"

#include "Format.h"

#include <algorithm>

using namespace ompjit;
using namespace ompjit::report;

namespace {

constexpr size_t MaxKernels = 10;

using Row = std::vector<std::string>;

/// Aligns the first column to the left and all others to the right.
std::string table(const std::vector<Row> &Rows) {
  std::vector<size_t> Widths;
  for (const Row &Each : Rows)
    for (size_t I = 0; I != Each.size(); ++I) {
      Widths.resize(std::max(Widths.size(), I + 1));
      Widths[I] = std::max(Widths[I], Each[I].size());
    }
  std::string Text;
  for (const Row &Each : Rows) {
    Text += "  " + Each[0] + std::string(Widths[0] - Each[0].size(), ' ');
    for (size_t I = 1; I != Each.size(); ++I)
      Text += "  " + std::string(Widths[I] - Each[I].size(), ' ') + Each[I];
    Text += "\n";
  }
  return Text;
}

std::string headLine(const Model &Of) {
  uint64_t Launches = 0, KernelNs = 0;
  for (const Rank &Each : Of.Ranks) {
    Launches += Each.NumLaunches;
    KernelNs += Each.KernelNs;
  }
  std::string Text = "device work of " + Of.Ranks[0].Program;
  if (Of.Ranks.size() > 1)
    Text += ", " + formatCount(Of.Ranks.size()) + " processes";
  return Text + ": " + formatTime(Of.WallNs) + ", " +
         formatCount(Launches, "launch", "launches") + ", kernels ran " +
         formatTime(KernelNs) + "\n";
}

/// "72", or "72, 64 bytes spilled".
std::string usageText(const Usage &Of) {
  if (!Of.isKnown())
    return "-";
  std::string Text = formatCount(Of.Registers);
  if (Of.SpilledBytes.value_or(0))
    Text += ", " + formatBytes(*Of.SpilledBytes) + " spilled";
  else if (Of.PrivateBytes)
    Text += ", " + formatBytes(Of.PrivateBytes) + " in memory";
  return Text;
}

std::string kernelRows(const Model &Of) {
  std::vector<Row> Rows = {{"kernel", "launches", "total", "median", "max",
                            "copied", "waited", "images"}};
  const bool HasUsage =
      std::any_of(Of.Kernels.begin(), Of.Kernels.end(), [](const Kernel &Each) {
        return Each.largestUsage().isKnown();
      });
  if (HasUsage)
    Rows[0].emplace_back("registers");
  for (const Kernel &Each : Of.Kernels) {
    if (Rows.size() > MaxKernels)
      break;
    const bool IsKnown = !Each.RunNs.empty();
    Rows.push_back({Each.Name, formatCount(Each.NumLaunches),
                    IsKnown ? formatTime(Each.TotalNs) : "-",
                    IsKnown ? formatTime(Each.MedianNs) : "-",
                    IsKnown ? formatTime(Each.MaxNs) : "-",
                    formatBytes(Each.BytesTo + Each.BytesFrom),
                    formatTime(Each.WaitedNs),
                    formatCount(Each.Images.size())});
    if (HasUsage)
      Rows.back().push_back(usageText(Each.largestUsage()));
  }
  std::string Text = "\n" + table(Rows);
  if (Of.Kernels.size() > MaxKernels)
    Text += "  and " +
            formatCount(Of.Kernels.size() - MaxKernels, "other kernel",
                        "other kernels") +
            "\n";
  return Text;
}

std::string rankRows(const Model &Of) {
  std::vector<Row> Rows = {
      {"process", "host", "time", "launches", "kernels", "copies", "waited"}};
  for (const Rank &Each : Of.Ranks)
    Rows.push_back({Each.Name, Each.Host, formatTime(Each.wallNs()),
                    formatCount(Each.NumLaunches), formatTime(Each.KernelNs),
                    formatTime(Each.CopyNs), formatTime(Each.WaitedNs)});
  return "\n" + table(Rows);
}

std::string findingRows(const std::vector<Finding> &Found) {
  if (Found.empty())
    return "\nNothing stands out.\n";
  std::string Text;
  for (size_t I = 0; I != std::min(Found.size(), NumMainFindings); ++I)
    Text += "\n" + std::to_string(I + 1) + ". " + Found[I].What + "\n   " +
            Found[I].Advice + "\n";
  return Text;
}

} // namespace

std::string report::nextStart(const CacheUse &Cache) {
  std::string Text = "The next start ";
  if (Cache.NumStored)
    Text +=
        "reads " + formatCount(Cache.NumStored, "image", "images") +
        " from disk" +
        (Cache.NumFromDisk
             ? ", " + formatTime(Cache.FromDiskNs / Cache.NumFromDisk) + " each"
             : "");
  if (Cache.NumStored && Cache.NumLost)
    Text += " and ";
  if (Cache.NumLost)
    Text += "compiles " + formatCount(Cache.NumLost, "image", "images") +
            " again, " + formatTime(Cache.LostNs);
  return Text + (Cache.NumStored || Cache.NumLost
                     ? "."
                     : "compiles and reads as little as this one.");
}

std::string report::awaited(const CacheUse &Cache, const std::string &Begin) {
  if (!Cache.NumAwaited)
    return "";
  return Begin + formatTime(Cache.AwaitedNs) + " for compiles of " +
         formatCount(Cache.NumAwaited, "image", "images") +
         " in other processes";
}

std::string report::asText(const Model &Of, const std::vector<Finding> &Found) {
  std::string Text = headLine(Of) + findingRows(Found);
  if (!Of.Kernels.empty())
    Text += kernelRows(Of);
  if (Of.Ranks.size() > 1)
    Text += rankRows(Of);
  const CacheUse &Cache = Of.Cache;
  if (Cache.IsUsed)
    Text += "\ncompiled " + formatCount(Cache.NumCompiles, "image", "images") +
            " in " + formatTime(Cache.CompileNs) + " (" +
            formatCount(Cache.NumBehind) + " in the background), read " +
            formatCount(Cache.NumFromDisk) + " from disk" +
            awaited(Cache, ", waited ") + ". " + nextStart(Cache) + "\n";
  return Text;
}
