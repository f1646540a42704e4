//===- VariantTable.h - The variants of a kernel on a device --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All schemes that a kernel has had, with the kernels that launches find in
// them. Schemes and variants live as long as the table.
//
// Private to the engine. Thread-safe; current() takes no lock.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_VARIANTTABLE_H
#define OMPJIT_JIT_VARIANTTABLE_H

#include "GatedLock.h"
#include "Scheme.h"

#include <atomic>
#include <memory>
#include <vector>

namespace ompjit::jit {

class VariantTable {
public:
  VariantTable(ProcessLocks &Process, const std::vector<CountedFact> &Counted)
      : Process(Process) {
    replaceScheme(Counted);
  }

  /// The scheme for further launches.
  Scheme &current() const { return *Current.load(std::memory_order_acquire); }
  bool isCurrent(const Scheme &Candidate) const {
    return Current.load(std::memory_order_relaxed) == &Candidate;
  }
  Scheme &replaceScheme(std::vector<CountedFact> Counted);

  Variant &variantFor(Scheme &, const LaunchValues &);
  /// Returns the variant that serves any launch.
  Variant &generic();
  /// Calls \p Visit with every variant, and holds the lock meanwhile.
  template <typename Function> void forEach(Function Visit) const {
    GatedLock Lock(Process, Guard);
    for (const std::unique_ptr<Scheme> &Each : Schemes)
      Each->forEach(Visit);
  }
  /// Returns the first variant of its scheme whose image had that code: this
  /// one, if none had.
  Variant &firstWithCode(const std::string &Code, Variant &);

  /// Returns a loaded kernel that is right for this launch; null if there is
  /// none.
  ompjit_kernel *findForLaunch(const LaunchValues &) const;
  /// Returns one that is right for all launches whose facts in \p Wanted equal
  /// those of this launch.
  ompjit_kernel *findForLaunches(const Scheme &Wanted,
                                 const LaunchValues &) const;

  /// Like the functions of Scheme, but they do nothing if the kernel is
  /// retired. They return whether launches find it now.
  bool publish(Variant &, ompjit_kernel *, Tier, ImageState);
  bool publishStandIn(Variant &, ompjit_kernel *, Tier);
  /// Makes the launch's variant, and publishes a stand-in for it.
  Variant &standIn(const LaunchValues &, ompjit_kernel *, Tier);

  /// Later launches do not find the kernel, and it cannot be published again
  /// before release().
  void retire(ompjit_kernel *);
  void release(ompjit_kernel *);
  /// Returns when the kernel was last used, in the budget's time, or 0.
  uint64_t lastUse(const ompjit_kernel *) const;

private:
  bool isRetired(const ompjit_kernel *) const OMPJIT_REQUIRES(Guard);

  ProcessLocks &Process;
  std::atomic<Scheme *> Current{nullptr};
  mutable Mutex Guard;
  std::vector<std::unique_ptr<Scheme>> Schemes OMPJIT_GUARDED_BY(Guard);
  std::vector<const ompjit_kernel *> Retired OMPJIT_GUARDED_BY(Guard);
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_VARIANTTABLE_H
