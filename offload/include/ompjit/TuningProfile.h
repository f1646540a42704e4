//===- ompjit/TuningProfile.h - What was chosen for kernels ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The files that ompjit-tune writes and programs read (OMP_JIT_PROFILE). Text,
// a line for each choice:
//
//   profile = "ompjit-profile 1" newline line*
//   line    = [kernel word*] ["#" comment] newline
//   word    = name "=" value
//
// for example
//
//   ompjit-profile 1
//   kernel name=__omp_offloading_main_l7 code=00c0ffee00c0ffee
//     triple=x86_64-pc-linux-gnu arch=znver3 processors=2 trips=1024-2047
//     lanes=8 unroll=4 usual-ns=12400 tuned-ns=8100
//
// on one line. Words may have any order. Numbers are decimal, except for
// `code`; `lanes` is `off` or a number, `trips` a range or a number.
//
// Thread-safe, because nothing has a state.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TUNINGPROFILE_H
#define OMPJIT_TUNINGPROFILE_H

#include "ompjit/Support/Result.h"
#include "ompjit/Tuning.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ompjit::tuning {

/// Devices for which the same choices are right.
struct DeviceKind {
  std::string Triple;
  std::string Arch;        ///< As LLVM names it.
  uint32_t Processors = 0; ///< ompjit_device_info::num_processors.

  friend bool operator==(const DeviceKind &, const DeviceKind &) = default;
};

/// Launches with about the same number of iterations, as ompjit_launch has it.
struct TripRange {
  uint64_t First = 0;
  uint64_t Last = UINT64_MAX;

  bool contains(uint64_t Trips) const {
    return Trips >= First && Trips <= Last;
  }
  friend bool operator==(const TripRange &, const TripRange &) = default;
};

struct Choice {
  std::string Kernel;      ///< Its symbol, for people.
  uint64_t CodeDigest = 0; ///< package::KernelRecord::CodeDigest.
  DeviceKind Device;
  TripRange Trips;
  Tuning Chosen;
  /// What launches took when this was chosen, for people. 0: not known.
  uint64_t UsualNs = 0, TunedNs = 0;

  friend bool operator==(const Choice &, const Choice &) = default;
};

using Profile = std::vector<Choice>;

/// Returns the profile that \p Text holds. Ranges of one kernel on one kind of
/// device do not overlap. The error names the first wrong line, and what is
/// wrong with it.
Result<Profile> parse(std::string_view Text);

std::string write(const Profile &);

/// Adds the choices of \p New, which replace those of \p Into that concern some
/// of the same launches.
void merge(Profile &Into, const Profile &New);

/// Returns the choices in words, as "lanes=8 unroll=4".
std::string describe(const Tuning &);

/// Returns the launches that are tuned together with those of \p Trips
/// iterations: from a power of two up to the next. 0, which stands for an
/// unknown number, is alone.
TripRange sizeClass(uint64_t Trips);

} // namespace ompjit::tuning

#endif // OMPJIT_TUNINGPROFILE_H
