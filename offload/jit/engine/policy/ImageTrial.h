//===- ImageTrial.h - Which of two images is faster -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The specialised image of a launch against the generic one. Launches alternate
// between the two, in rounds of four: one image runs first and last, the other
// in between, so that a steady drift (a processor that gets warm) cancels;
// which of them is outside follows the Thue-Morse sequence, so that what
// repeats itself in the program does not keep step. A round has launches with
// the same work only: as large a grid, the same numbers, as much memory.
//
// The image is *slower* if nearly all rounds say so and half of them by a
// margin. The first round warms both images up and does not count. Times of
// launches that were disturbed are lost with their round.
//
// Private to the engine. Knows neither clock nor device. Not thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_IMAGETRIAL_H
#define OMPJIT_JIT_IMAGETRIAL_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace ompjit::jit {

class ImageTrial {
public:
  enum class Side { Special, Generic };
  enum class Verdict {
    Open,
    Slower, ///< The specialised image is.
    NotSlower,
    Unclear, ///< The times say this and that, or there were too few.
  };

  /// Which image a launch is to run, whose time is to be told with this ticket;
  /// tickets are never used twice. Nothing: its time does not matter. One
  /// launch at a time: where a second one begins, neither counts.
  std::optional<Side> begin(uint64_t Work, uint64_t Ticket);

  /// Nothing: the launch was disturbed.
  void end(uint64_t Ticket, std::optional<uint64_t> Ns);

  Verdict verdict() const;
  /// The median, of the specialised image's time to the generic one's.
  double ratio() const;
  /// Pairs of launches that were compared.
  size_t pairs() const { return 2 * Ratios.size(); }

private:
  static constexpr size_t RoundLength = 4;

  /// Launches with the same work.
  struct Series {
    uint64_t Work;
    uint64_t Round = 0;
    std::vector<uint64_t> Times; ///< In this round.
  };

  Series *seriesOf(uint64_t Work);
  static Side sideIn(const Series &, size_t Step);
  void finishRound(Series &);

  std::vector<Series> All;
  std::optional<size_t> Running; ///< Whose launch runs.
  uint64_t RunningTicket = 0;
  uint64_t NumLaunches = 0;
  bool IsWarm = false;
  std::vector<double> Ratios; ///< Of each round.
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_IMAGETRIAL_H
