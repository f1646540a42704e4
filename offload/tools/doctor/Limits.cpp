//===- Limits.cpp - What the system allows --------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"

#include "ompjit/Plugins/ImageFolder.h"

#include <sys/resource.h>

namespace ompjit::doctor {

namespace {

/// A limit below which something fails.
struct LimitRow {
  __rlimit_resource Resource;
  rlim_t Needed;
  const char *Name, *Use, *Advice;
};

constexpr LimitRow Limits[] = {
    {RLIMIT_NOFILE, 64, "open files",
     "a program with many kernels or libraries runs out of them",
     "ulimit -n 1024"},
    {RLIMIT_AS, rlim_t(4) << 30, "address space",
     "compilers and drivers reserve more", "ulimit -v unlimited"},
    {RLIMIT_MEMLOCK, 64 << 10, "locked memory",
     "memory of the program cannot be pinned for devices", "ulimit -l 65536"},
    {RLIMIT_FSIZE, rlim_t(16) << 20, "size of files",
     "compiled code cannot be stored", "ulimit -f unlimited"},
    {RLIMIT_STACK, 1 << 20, "stack", "compiles and drivers need more",
     "ulimit -s 8192"},
};

} // namespace

void checkLimits(Findings &Found) {
  bool IsGood = true;
  for (const LimitRow &Each : Limits) {
    rlimit Limit;
    if (::getrlimit(Each.Resource, &Limit) != 0 ||
        Limit.rlim_cur == RLIM_INFINITY || Limit.rlim_cur >= Each.Needed)
      continue;
    IsGood = false;
    Found.warning("limits",
                  std::string("the limit of ") + Each.Name + " is " +
                      std::to_string(Limit.rlim_cur) + ": " + Each.Use,
                  Each.Advice);
  }
  if (IsGood)
    Found.good("limits", "open files, address space, locked memory, size of "
                         "files and stack suffice");
}

void checkImageFolder(Findings &Found) {
  const std::string Subject = "image folder";
  std::string WhyNot;
  if (plugins::ImageFolder::open(WhyNot))
    Found.good(Subject, "code can be loaded from files, which debuggers find");
  else
    Found.warning(Subject, WhyNot,
                  "correct that, or choose another with "
                  "LIBOMPTARGET_IMAGE_FOLDER; without it code is loaded from "
                  "memory, where debuggers and profilers do not find it");
}

} // namespace ompjit::doctor
