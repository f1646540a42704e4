//===- TuningChoices.h - What was chosen for kernels ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The choices of OMP_JIT_PROFILE and of the cache (ompjit/TuningProfile.h).
// Those of the variable's files come first, the last file before the others.
// They only make kernels faster: what cannot be read is named in a warning and
// left out.
//
// Private to the engine. Thread-safe. of() may read files.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_TUNINGCHOICES_H
#define OMPJIT_JIT_TUNINGCHOICES_H

#include "ompjit/Jit/Settings.h"
#include "ompjit/Support/Mutex.h"
#include "ompjit/TuningProfile.h"
#include "supply/ImageSource.h"

#include <map>
#include <mutex>
#include <tuple>
#include <unordered_map>

namespace ompjit::jit {

class TuningChoices {
public:
  TuningChoices(const Settings &Chosen, ImageSource &Source,
                const SupplyReport &Report)
      : Chosen(Chosen), Source(Source), Report(Report) {}

  /// Returns the choices for a kernel with this code on such devices; their
  /// ranges do not overlap.
  tuning::Profile of(uint64_t CodeDigest, const tuning::DeviceKind &);

private:
  using ByCode = std::unordered_multimap<uint64_t, tuning::Choice>;

  /// Triple, architecture and number of processors.
  using Name = std::tuple<std::string, std::string, uint32_t>;

  void readFiles();
  ByCode read(const tuning::DeviceKind &);
  const ByCode &on(const tuning::DeviceKind &);

  const Settings &Chosen;
  ImageSource &Source;
  const SupplyReport &Report;
  std::once_flag ReadOnce;
  tuning::Profile OfFiles; ///< By readFiles().
  Mutex Guard;
  std::map<Name, ByCode> Devices OMPJIT_GUARDED_BY(Guard); ///< Entries stay.
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_TUNINGCHOICES_H
