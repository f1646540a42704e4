//===- Tuner.cpp - Tunes one recorded launch after the other --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tuner.h"

#include "Search.h"

#include <algorithm>

namespace ompjit::tune {

namespace {

/// Replays of a measurement: as many as take this time.
constexpr double MeasuredNs = 50e6;
constexpr uint32_t MinReplays = 5, MaxReplays = 300;

constexpr unsigned NumPairs = 9;

/// The part of the time that the search may take; the rest is for pairs.
constexpr double SearchShare = 0.7;

uint32_t replaysFor(double Ns) {
  return uint32_t(std::clamp<double>(MeasuredNs / Ns, MinReplays, MaxReplays));
}

} // namespace

void Tuner::show(const std::string &Doing) {
  const std::chrono::duration<double> Passed = Clock::now() - Begin;
  Shown.show(Passed.count() / Chosen.BudgetSeconds, Doing);
}

/// Returns nothing for a choice that cannot be used, because the kernel fails
/// or computes something else.
std::optional<double> Tuner::measure(const Sample &Of, uint32_t Count,
                                     const tuning::Choice &How) {
  show(Of.Symbol + " " + tuning::describe(How.Chosen));
  const Result<Figures> Got = Measured.run(Of, Count, How);
  if (!Got || !Got->IsSame || Got->Ns.empty())
    return std::nullopt;
  return medianOf(Got->Ns);
}

/// Measures the usual and the best choice in turn, because what else a machine
/// does changes from one second to the next.
bool Tuner::confirm(const Sample &Of, uint32_t Count, Tuned &Out) {
  tuning::Choice Usual = Out.Choice;
  Usual.Chosen = {};
  std::vector<std::pair<double, double>> Pairs;
  std::vector<double> Before, After, Ratios;
  for (unsigned I = 0; I != NumPairs; ++I) {
    // Neither is always the first.
    const bool IsUsualFirst = I % 2 == 0;
    std::optional<double> Times[2];
    for (const bool IsUsual : {IsUsualFirst, !IsUsualFirst})
      Times[IsUsual ? 0 : 1] = measure(Of, Count, IsUsual ? Usual : Out.Choice);
    if (!Times[0] || !Times[1])
      return false;
    Pairs.emplace_back(*Times[0], *Times[1]);
    Before.push_back(*Times[0]);
    After.push_back(*Times[1]);
    Ratios.push_back(*Times[1] / *Times[0]);
  }
  Out.Choice.UsualNs = uint64_t(std::max(medianOf(Before), 1.0));
  Out.Choice.TunedNs = uint64_t(std::max(medianOf(After), 1.0));
  Out.Ratio = medianOf(Ratios);
  return isGain(Pairs, Chosen.MarginPercent / 100);
}

Tuned Tuner::tune(const Sample &Of, Clock::time_point End) {
  Tuned Out;
  Out.NumLaunches = Of.NumRecorded;
  Out.Choice.Kernel = Of.Symbol;
  Out.Choice.CodeDigest = Of.CodeDigest;
  Out.Choice.Trips = Of.Trips;
  Out.Choice.Device.Triple = Of.Triple;
  if (!Of.Launch.Output) {
    Out.Problem = "the recording has no output to compare with; record with "
                  "LIBOMPTARGET_RR_SAVE_OUTPUT=1";
    return Out;
  }
  const Clock::time_point SearchEnd =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(
                         (End - Clock::now()) * SearchShare);
  show(Of.Symbol);
  const Result<Figures> First = Measured.run(Of, 3, std::nullopt);
  if (!First) {
    Out.Problem = First.error().message();
    return Out;
  }
  Out.Choice.Device = First->Device;
  // The first replay that differs is the last.
  if (!First->IsSame || First->Ns.empty()) {
    Out.Problem = "a replay does not compute what was recorded, so a choice "
                  "cannot be checked";
    return Out;
  }
  const uint32_t Count = replaysFor(medianOf(First->Ns));
  const std::optional<double> Usual = measure(Of, Count, Out.Choice);
  if (!Usual) {
    Out.Problem = "its replays do not always compute the same";
    return Out;
  }
  Out.Choice.UsualNs = Out.Choice.TunedNs = uint64_t(std::max(*Usual, 1.0));
  const Found Fastest = search(
      quantitiesFor(Of.Launch.Launch, Out.Choice.Device), *Usual,
      Chosen.MarginPercent / 200,
      [&](const Tuning &How) {
        tuning::Choice Tried = Out.Choice;
        Tried.Chosen = How;
        return measure(Of, Count, Tried);
      },
      [&] { return Clock::now() > SearchEnd; });
  Out.NumTried = Fastest.NumTried;
  Out.Choice.Chosen = Fastest.Best;
  if (Out.isGain() && !confirm(Of, Count, Out)) {
    Out.Choice.Chosen = {};
    Out.Choice.TunedNs = Out.Choice.UsualNs;
    Out.Ratio = 1;
  }
  return Out;
}

std::vector<Tuned> Tuner::tune(const std::vector<Sample> &Samples) {
  Begin = Clock::now();
  const auto End = Begin + std::chrono::seconds(Chosen.BudgetSeconds);
  std::vector<Tuned> All;
  for (size_t I = 0; I != Samples.size(); ++I) {
    const auto Left = End - Clock::now();
    All.push_back(
        tune(Samples[I], Clock::now() + Left / int64_t(Samples.size() - I)));
  }
  return All;
}

} // namespace ompjit::tune
