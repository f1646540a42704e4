//===- CudaToolkit.cpp - Programs that compile for NVIDIA's GPUs ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"

#include "ompjit/Support/ProgramEnvironment.h"

#include <sys/stat.h>
#include <unistd.h>

namespace ompjit::doctor {

namespace {

bool canRun(const std::string &Path) {
  struct stat Info;
  return ::stat(Path.c_str(), &Info) == 0 && S_ISREG(Info.st_mode) &&
         ::access(Path.c_str(), X_OK) == 0;
}

/// Searches where the linker wrapper does. Returns an empty string if there is
/// no such program.
std::string findTool(const std::string &Name) {
  const char *Path = programVariable("PATH");
  std::string Folders = Path ? Path : "";
  Folders += ":/usr/local/cuda/bin:/usr/lib/cuda/bin";
  for (size_t Begin = 0; Begin <= Folders.size();) {
    const size_t End = std::min(Folders.find(':', Begin), Folders.size());
    const std::string File = Folders.substr(Begin, End - Begin) + "/" + Name;
    if (End != Begin && canRun(File))
      return File;
    Begin = End + 1;
  }
  return "";
}

} // namespace

void checkCudaToolkit(bool HasNvidiaDevice, Findings &Found) {
  for (const char *Name : {"ptxas", "nvlink"}) {
    if (const std::string File = findTool(Name); !File.empty())
      Found.good(Name, File);
    else if (!HasNvidiaDevice)
      Found.good(Name, "not found, and only needed to compile for NVIDIA's "
                       "GPUs ahead of time");
    else
      Found.warning(Name,
                    "not found: programs for this machine's NVIDIA GPUs can "
                    "be compiled for the run time only, and wait longer for "
                    "the first launch",
                    "install a CUDA toolkit and put its folder bin into PATH");
  }
}

} // namespace ompjit::doctor
