//===- ompjit/Server/NvJitLinkFile.h - Finds NVIDIA's linker --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compile service opens libnvJitLink to link LTO-IR of CUDA. The engine
// finds the file and what distinguishes it from others without opening it, so
// that a process whose images all come from the cache does not need it.
//
// Thread-safe: there is no state. Reads files.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SERVER_NVJITLINKFILE_H
#define OMPJIT_SERVER_NVJITLINKFILE_H

#include "ompjit/Support/Result.h"

#include <string>
#include <vector>

namespace ompjit::jit {

struct NvJitLinkFile {
  std::string Path;
  std::string Identity; ///< "nvJitLink 13.0, build 157d67...".
};

/// Looks in \p Folders, the first of which has precedence, for the newest major
/// version that this project knows. The error says what to install.
Result<NvJitLinkFile> findNvJitLink(const std::vector<std::string> &Folders);

/// The folders of LD_LIBRARY_PATH, of CUDA_HOME and CUDA_PATH, and in which
/// toolkits are installed.
std::vector<std::string> nvJitLinkFolders();

/// Identifies the file that a user has named.
Result<NvJitLinkFile> identifyNvJitLink(const std::string &Path);

} // namespace ompjit::jit

#endif // OMPJIT_SERVER_NVJITLINKFILE_H
