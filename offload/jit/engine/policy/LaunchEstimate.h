//===- LaunchEstimate.h - How long a first launch may take ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Estimates, before anything of a kernel was compiled or run, what its compile
// and a launch take, from what is known then: the size of its bitcode, how many
// iterations the launch has, and the scalars that bound loops. The estimates
// depend on nothing else, so that a program does the same in each run.
//
// They need not be close. If a launch that is short is taken for a long one, it
// waits for one full compile instead of a quick one, and nothing is compiled
// beside it; if a long one is taken for a short one, it runs on a quick image.
//
// Private to the engine.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_LAUNCHESTIMATE_H
#define OMPJIT_JIT_LAUNCHESTIMATE_H

#include "ompjit/Package.h"
#include "variants/LaunchValues.h"

namespace ompjit::jit {

class LaunchEstimate {
public:
  LaunchEstimate(const PackageView &Package, const KernelInfo &Kernel)
      : Package(Package), Kernel(Kernel) {}

  /// The kernel's share of the bitcode that its compile unpacks.
  uint64_t bitcodeBytes() const;
  /// Returns what a compile with all optimisations takes.
  uint64_t compileNs() const;
  /// Returns what a launch takes on a device that runs \p Parallel iterations
  /// at the same time; 0 if nothing about it is known.
  uint64_t launchNs(const LaunchValues &, unsigned Parallel) const;
  /// Whether a launch has so few iterations that it takes less than the
  /// compile, whatever the kernel's size and the device's are, which take time
  /// to find out.
  bool isShort(const LaunchValues &) const;

private:
  /// Whether each iteration of the launch runs all code once.
  bool isStraight(const LaunchValues &) const;
  /// How often the kernel's code runs.
  uint64_t runs(const LaunchValues &) const;

  const PackageView &Package;
  const KernelInfo &Kernel;
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_LAUNCHESTIMATE_H
