//===- ImageTrial.cpp - A comparison of two images by time ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ImageTrial.h"

#include <algorithm>
#include <bit>
#include <utility>

using namespace ompjit::jit;

namespace {

/// A smaller ratio is not worth a change, and hard to distinguish from noise.
constexpr double Margin = 1.03;

/// If two equal images run under much noise, each round finds the specialised
/// one slower with probability 1/2: all of twelve rounds do in one of 4,096
/// trials, and fifteen of sixteen in one of 3,900.
constexpr size_t FewestSlower = 12, MaxRounds = 16, MaxStrayRounds = 1;
/// Keeping an image that is a little slower costs little, so fewer rounds
/// suffice.
constexpr size_t FewestNotSlower = 6;

/// A trial ends here if launches are disturbed or differ too often.
constexpr uint64_t MaxLaunches = 400;

/// The maximum number of kinds of work that are distinguished.
constexpr size_t MaxSeries = 8;

} // namespace

ImageTrial::Series *ImageTrial::seriesOf(uint64_t Work) {
  for (Series &Each : All)
    if (Each.Work == Work)
      return &Each;
  if (All.size() == MaxSeries)
    return nullptr;
  return &All.emplace_back(Series{Work, 0, {}});
}

/// Returns the image of a step, from the Thue-Morse sequence.
ImageTrial::Side ImageTrial::sideIn(const Series &Launches, size_t Step) {
  return std::popcount(Launches.Round * RoundLength + Step) & 1 ? Side::Generic
                                                                : Side::Special;
}

std::optional<ImageTrial::Side> ImageTrial::begin(uint64_t Work,
                                                  uint64_t Ticket) {
  ++NumLaunches;
  if (Running) {
    All[*Running].Times.clear();
    Running.reset();
    return std::nullopt;
  }
  Series *Own = seriesOf(Work);
  if (!Own)
    return std::nullopt;
  Running = size_t(Own - All.data());
  RunningTicket = Ticket;
  return sideIn(*Own, Own->Times.size());
}

void ImageTrial::end(uint64_t Ticket, std::optional<uint64_t> Ns) {
  if (!Running || RunningTicket != Ticket)
    return;
  Series &Own = All[*Running];
  Running.reset();
  if (!Ns || *Ns == 0)
    return Own.Times.clear();
  Own.Times.push_back(*Ns);
  if (Own.Times.size() == RoundLength)
    finishRound(Own);
}

void ImageTrial::finishRound(Series &Own) {
  double Sums[2] = {};
  for (size_t I = 0; I != RoundLength; ++I)
    Sums[size_t(sideIn(Own, I))] += double(Own.Times[I]);
  if (std::exchange(IsWarm, true))
    Ratios.push_back(Sums[size_t(Side::Special)] / Sums[size_t(Side::Generic)]);
  ++Own.Round;
  Own.Times.clear();
}

double ImageTrial::ratio() const {
  std::vector<double> Sorted = Ratios;
  std::sort(Sorted.begin(), Sorted.end());
  const size_t Half = Sorted.size() / 2;
  if (Sorted.empty())
    return 1;
  return Sorted.size() % 2 ? Sorted[Half]
                           : (Sorted[Half - 1] + Sorted[Half]) / 2;
}

ImageTrial::Verdict ImageTrial::verdict() const {
  const size_t NumRounds = Ratios.size();
  const auto IsSlower = [](double Ratio) { return Ratio >= Margin; };
  if (NumRounds >= FewestSlower &&
      std::all_of(Ratios.begin(), Ratios.end(), IsSlower))
    return Verdict::Slower;
  if (NumRounds >= FewestNotSlower &&
      std::none_of(Ratios.begin(), Ratios.end(), IsSlower))
    return Verdict::NotSlower;
  if (NumRounds < MaxRounds)
    return NumLaunches < MaxLaunches ? Verdict::Open : Verdict::Unclear;
  if (ratio() < Margin)
    return Verdict::NotSlower;
  const auto NumStray = size_t(std::count_if(
      Ratios.begin(), Ratios.end(), [](double Ratio) { return Ratio <= 1; }));
  return NumStray <= MaxStrayRounds ? Verdict::Slower : Verdict::Unclear;
}
