//===- Counters.cpp - Names of the cache's outcomes and events ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Cache/Counters.h"

#include <iterator>

using namespace ompjit::cache;

namespace {

constexpr const char *LoadNames[] = {
    "hit",           "no_folder",          "absent",        "not_regular",
    "foreign_owner", "writable_by_others", "linked",        "too_large",
    "truncated",     "bad_magic",          "other_version", "bad_header",
    "other_key",     "bad_payload",        "io_error",      "unreachable",
    "not_authentic", "not_readable"};
static_assert(std::size(LoadNames) == size_t(LoadOutcome::NumOutcomes));

constexpr const char *StoreNames[] = {"stored",    "already_there", "no_folder",
                                      "read_only", "too_large",     "no_space",
                                      "io_error",  "unreachable"};
static_assert(std::size(StoreNames) == size_t(StoreOutcome::NumOutcomes));

constexpr const char *EventNames[] = {
    "bad_entries_removed", "waited_for_other", "waits_timed_out",
    "locks_unavailable",   "collections",      "evicted",
    "moved_aside"};
static_assert(std::size(EventNames) == size_t(CacheEvent::NumEvents));

} // namespace

const char *ompjit::cache::nameOf(LoadOutcome Outcome) {
  return LoadNames[size_t(Outcome)];
}
const char *ompjit::cache::nameOf(StoreOutcome Outcome) {
  return StoreNames[size_t(Outcome)];
}
const char *ompjit::cache::nameOf(CacheEvent Event) {
  return EventNames[size_t(Event)];
}
