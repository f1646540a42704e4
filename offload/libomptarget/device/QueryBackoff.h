//===- QueryBackoff.h - When to wait instead of asking again --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libomp's threads ask again and again whether a deferred construct is done. A
// thread that was told many times that it is not waits for the device rather
// than keep a processor busy; each construct that is done lets it ask for
// longer again. Each thread has one of these.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_DEVICE_QUERYBACKOFF_H
#define OMPJIT_LIBOMPTARGET_DEVICE_QUERYBACKOFF_H

#include <cstdint>

namespace ompjit {

struct QueryLimits {
  uint32_t Max = 10;      ///< OMPTARGET_QUERY_COUNT_MAX
  uint32_t Threshold = 5; ///< OMPTARGET_QUERY_COUNT_THRESHOLD
  double Factor = 0.5;    ///< OMPTARGET_QUERY_COUNT_BACKOFF_FACTOR
};

class QueryBackoff {
public:
  bool shouldWait(const QueryLimits &L) const { return Count >= L.Threshold; }
  void notDone(const QueryLimits &L) {
    if (Count < L.Max)
      ++Count;
  }
  void done(const QueryLimits &L) { Count = uint32_t(Count * L.Factor); }

private:
  uint32_t Count = 0;
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DEVICE_QUERYBACKOFF_H
