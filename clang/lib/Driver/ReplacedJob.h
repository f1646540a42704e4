//===- ReplacedJob.h - Other objects for a plan's jobs ----------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_CLANG_LIB_DRIVER_REPLACEDJOB_H
#define OMPJIT_CLANG_LIB_DRIVER_REPLACEDJOB_H

#include "clang/Driver/Job.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace ompjit::driver {

/// Puts what \p Replace returns in the place of each job, unless it is null.
/// clang's list shows the jobs, but not what owns them; its iterators do that
/// to classes that derive from them.
inline void
replaceJobs(clang::driver::JobList &Jobs,
            llvm::function_ref<std::unique_ptr<clang::driver::Command>(
                const clang::driver::Command &)>
                Replace) {
  struct Owner : clang::driver::JobList::iterator {
    explicit Owner(clang::driver::JobList::iterator At)
        : clang::driver::JobList::iterator(At) {}
    std::unique_ptr<clang::driver::Command> &job() { return *wrapped(); }
  };
  for (auto At = Jobs.begin(); At != Jobs.end(); ++At)
    if (auto Other = Replace(*At))
      Owner(At).job() = std::move(Other);
}

} // namespace ompjit::driver

#endif // OMPJIT_CLANG_LIB_DRIVER_REPLACEDJOB_H
