//===- Launches.h - The recorded launches that are tuned ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TOOLS_TUNE_LAUNCHES_H
#define OMPJIT_TOOLS_TUNE_LAUNCHES_H

#include "ompjit/Recording.h"
#include "ompjit/Support/Result.h"
#include "ompjit/TuningProfile.h"

#include <string>
#include <vector>

namespace ompjit::tune {

/// A recorded launch that stands for all of its kernel with about as many
/// iterations.
struct Sample {
  std::string Path; ///< Of the descriptor.
  recording::Descriptor Launch;
  tuning::TripRange Trips;
  size_t NumRecorded = 1; ///< Launches that it stands for.
  // What the package in the recording says of the kernel.
  std::string Symbol;
  std::string Triple;
  uint64_t CodeDigest = 0;
};

/// Returns the descriptors among the words, and those in folders among them.
/// Fails if there is none.
Result<std::vector<std::string>>
findDescriptors(const std::vector<std::string> &Words);

/// Whether the words name recordings or folders, and not a program.
bool areRecordings(const std::vector<std::string> &Words);

/// Returns a sample for each code of kernels and each size, of kernels whose
/// name contains
/// \p Kernel: the last one, because caches and pages are warm then. Adds a
/// sentence to \p Problems for each kernel that cannot be tuned.
std::vector<Sample> chooseSamples(const std::vector<std::string> &Descriptors,
                                  const std::string &Kernel,
                                  std::vector<std::string> &Problems);

} // namespace ompjit::tune

#endif // OMPJIT_TOOLS_TUNE_LAUNCHES_H
