//===- ImageTrial.h - A comparison of two images by time ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares the specialised image of a launch with the generic one. Launches
// alternate between the two, in rounds of four: one image runs first and last,
// the other one in between, so that a steady drift (a processor that gets warm)
// cancels out. The Thue-Morse sequence chooses which one runs first and last,
// so that patterns in the program do not coincide with it. All launches of a
// round have the same work: the size of the grid, the scalars, and the amount
// of memory are equal.
//
// The image is *slower* if it was slower in nearly all rounds, and by a margin
// in half of them. The first round warms both images up and does not count. If
// a launch was disturbed, its round does not count.
//
// Private to the engine. Uses neither clock nor device. Not thread-safe.
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
    Slower, ///< The specialised image is slower.
    NotSlower,
    Unclear, ///< The times disagree, or there were too few of them.
  };

  /// Returns the image that a launch must run; the caller then reports its time
  /// with the ticket, which must not be used twice. Returns nothing if the
  /// launch does not take part. Launches take part one at a time: if a second
  /// one begins before the first has ended, neither counts.
  std::optional<Side> begin(uint64_t Work, uint64_t Ticket);

  /// Reports the time of a launch; nothing if the launch was disturbed.
  void end(uint64_t Ticket, std::optional<uint64_t> Ns);

  Verdict verdict() const;
  /// Returns the median ratio of the specialised image's time to that of the
  /// generic one.
  double ratio() const;
  /// Returns the number of pairs of launches that were compared.
  size_t pairs() const { return 2 * Ratios.size(); }

private:
  static constexpr size_t RoundLength = 4;

  /// Launches with the same work.
  struct Series {
    uint64_t Work;
    uint64_t Round = 0;
    std::vector<uint64_t> Times; ///< Those of the current round.
  };

  Series *seriesOf(uint64_t Work);
  static Side sideIn(const Series &, size_t Step);
  void finishRound(Series &);

  std::vector<Series> All;
  std::optional<size_t> Running; ///< The series of the launch that runs.
  uint64_t RunningTicket = 0;
  uint64_t NumLaunches = 0;
  bool IsWarm = false;
  std::vector<double> Ratios; ///< One for each round.
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_IMAGETRIAL_H
