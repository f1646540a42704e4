//===- LaunchEstimate.cpp - How long a first launch may take --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchEstimate.h"

#include <algorithm>

using namespace ompjit;
using namespace ompjit::jit;

namespace {

// Measured with kernels of 60 to 15,000 instructions (docs/measurements.md).
constexpr uint64_t CompileNsPerByte = 5000;
/// A module without any code has about so many bytes.
constexpr uint64_t BytesWithoutCode = 4000;
/// What an iteration takes for each byte of code; most of it is in loops, and
/// some is not reached.
constexpr uint64_t BytesPerRunNs = 5;
/// The same if all code runs once for each of many iterations, and mostly in
/// vectors.
constexpr uint64_t StraightBytesPerRunNs = 256;
constexpr uint64_t LeastIterationNs = 4;
/// A larger bound of an inner loop is taken for something else, such as the
/// size of an array that is searched.
constexpr uint64_t LargestInnerBound = 1 << 14;
/// No launch is expected to take longer; against overflow.
constexpr uint64_t LongestNs = 1000000000000000;

/// Returns the product, or LongestNs if it is larger. The numbers are integers
/// because a program may have floating-point exceptions trap.
uint64_t times(uint64_t A, uint64_t B) {
  uint64_t Product;
  return __builtin_mul_overflow(A, B, &Product) ? LongestNs
                                                : std::min(Product, LongestNs);
}

} // namespace

uint64_t LaunchEstimate::bitcodeBytes() const {
  uint64_t NumKernels = 0;
  for (uint32_t I = 0; I != Package.numKernels(); ++I)
    NumKernels += Package.kernel(I).Part == Kernel.Part;
  const uint64_t Bytes = Package.part(Kernel.Part).PlainSize;
  const uint64_t Code = Bytes - std::min(Bytes, BytesWithoutCode);
  return std::min(Bytes, BytesWithoutCode) +
         Code / std::max<uint64_t>(NumKernels, 1);
}

uint64_t LaunchEstimate::compileNs() const {
  return times(bitcodeBytes(), CompileNsPerByte);
}

bool LaunchEstimate::isStraight(const LaunchValues &Launch) const {
  return !(Kernel.Flags & package::KernelHasNests) && Launch.tripCount() != 0;
}

uint64_t LaunchEstimate::runs(const LaunchValues &Launch) const {
  uint64_t NumIterations = Launch.tripCount();
  if (isStraight(Launch))
    return NumIterations;
  uint64_t Inner = 1;
  for (uint32_t I = 0; I != Kernel.NumParameters; ++I) {
    const ParameterInfo &Parameter = Package.parameter(Kernel, I);
    if (Parameter.Kind != package::ParameterKind::Scalar ||
        !(Parameter.Uses & package::UseLoopBound))
      continue;
    const uint64_t Bound = Launch.argument(I) & Parameter.DemandedBits;
    // The bounds of the loops that are distributed divide the trip count; so do
    // some others by chance, which are left out.
    if (Bound > 1 && Bound <= LargestInnerBound &&
        (NumIterations == 0 || NumIterations % Bound != 0))
      Inner = times(Inner, Bound);
  }
  if (NumIterations == 0 && Inner == 1)
    return 0;
  return times(std::max<uint64_t>(NumIterations, 1), Inner);
}

bool LaunchEstimate::isShort(const LaunchValues &Launch) const {
  return runs(Launch) < CompileNsPerByte * BytesPerRunNs;
}

uint64_t LaunchEstimate::launchNs(const LaunchValues &Launch,
                                  unsigned Parallel) const {
  const uint64_t NumRuns = runs(Launch);
  const uint64_t Bytes = bitcodeBytes();
  const uint64_t Code = Bytes - std::min(Bytes, BytesWithoutCode);
  const uint64_t RunNs = std::max(
      LeastIterationNs,
      Code / (isStraight(Launch) ? StraightBytesPerRunNs : BytesPerRunNs));
  return times(NumRuns, RunNs) / std::max(Parallel, 1u);
}
