//===- Search.h - Looks for the fastest choice ----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Goes along one quantity after the other, as long as that helps: quantities
// hardly depend on each other, and trying all combinations would take hours.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TOOLS_TUNE_SEARCH_H
#define OMPJIT_TOOLS_TUNE_SEARCH_H

#include "Launches.h"

#include "ompjit/Tuning.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace ompjit::tune {

/// A quantity that can be chosen, and its values other than the usual one.
struct Quantity {
  uint32_t Tuning::*Member;
  std::vector<uint32_t> Values;
};

/// Returns what can be chosen for a kernel, the quantity with the largest
/// effect first. What the program itself says is not among it.
std::vector<Quantity> quantitiesFor(const recording::Launch &,
                                    const tuning::DeviceKind &);

struct Found {
  Tuning Best;
  double Ns = 0;
  size_t NumTried = 0;
};

/// Measures a choice in nanoseconds. Nothing: it cannot be used.
using MeasureFn = std::function<std::optional<double>(const Tuning &)>;

/// Returns the fastest choice that was found until \p IsOver. \p UsualNs is
/// what launches take without any. A choice counts as faster if it gains
/// \p Least, a share of the time.
Found search(const std::vector<Quantity> &, double UsualNs, double Least,
             const MeasureFn &Measure, const std::function<bool()> &IsOver);

/// Whether pairs of measurements, the usual choice first, show a gain of the
/// share \p Margin: in the median, and in most pairs some gain.
bool isGain(const std::vector<std::pair<double, double>> &Pairs, double Margin);

double medianOf(std::vector<double>);

} // namespace ompjit::tune

#endif // OMPJIT_TOOLS_TUNE_SEARCH_H
