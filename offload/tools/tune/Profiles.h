//===- Profiles.h - Where choices are kept --------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TOOLS_TUNE_PROFILES_H
#define OMPJIT_TOOLS_TUNE_PROFILES_H

#include "ompjit/Support/Result.h"
#include "ompjit/TuningProfile.h"

#include <string>
#include <vector>

namespace ompjit::tune {

/// Returns \p Old with the choices of \p New. Launches for which \p Measured
/// found nothing better have the usual choice afterwards.
tuning::Profile updated(tuning::Profile Old, const tuning::Profile &Measured);

/// Reads a profile; there is none if the file does not exist.
Result<tuning::Profile> readProfile(const std::string &Path);

/// Replaces the file at once.
Status writeProfile(const std::string &Path, const tuning::Profile &);

/// Updates the notes of the cache folder (OMP_JIT_CACHE_DIR). If others do so
/// at the same time, the choices of one may be lost.
Status updateCache(const tuning::Profile &Measured);

} // namespace ompjit::tune

#endif // OMPJIT_TOOLS_TUNE_PROFILES_H
