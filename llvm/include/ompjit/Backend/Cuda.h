//===- ompjit/Backend/Cuda.h - From PTX to code for NVIDIA GPUs -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's code generator for NVIDIA GPUs ends with PTX; ptxas and nvlink of the
// CUDA toolkit turn it into machine code. Both run as processes that read and
// write files in memory, so that no file is left behind however they end.
//
// Errors: the text holds what the tool said and how it was started.
//
// Threads: all functions may be called from several threads at once.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_BACKEND_CUDA_H
#define OMPJIT_BACKEND_CUDA_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <functional>
#include <string>
#include <vector>

namespace ompjit {

struct CudaTools {
  std::string Ptxas;   ///< Empty: look in Toolkit and where clang looks.
  std::string Toolkit; ///< A toolkit's folder, as of --cuda-path; may be empty.
  /// Receives each command before it runs, from several threads; may be empty.
  std::function<void(llvm::ArrayRef<std::string>)> Announce;
  /// Only call Announce; all output is empty.
  bool DryRun = false;
};

/// Returns the full path of the toolkit's program \p Name ("ptxas"). If \p
/// Tools names a toolkit, only that is searched; otherwise PATH, then the
/// folders in which toolkits are installed.
llvm::Expected<std::string> findCudaTool(llvm::StringRef Name,
                                         const CudaTools &Tools);

/// Returns what distinguishes one version of that program from another, without
/// running it: its real path, its size and its time.
llvm::Expected<std::string> cudaToolIdentity(llvm::StringRef Name,
                                             const CudaTools &Tools);

struct PtxOptions {
  std::string Gpu; ///< "sm_90".
  unsigned OptLevel = 3;
  bool Relocatable = false; ///< To be linked with others by linkCubins().
  bool LineInfo = false;    ///< Keep the PTX's information on source lines.
  bool Debug = false; ///< Keep debug information; ptxas does not optimise.
  std::vector<std::string> Arguments; ///< Further arguments for ptxas.
};

/// Assembles \p Ptx with ptxas; \p Warn receives what ptxas prints if it
/// succeeds.
llvm::Expected<std::string>
assemblePtx(llvm::StringRef Ptx, const PtxOptions &Options,
            const CudaTools &Tools,
            llvm::function_ref<void(llvm::StringRef)> Warn);

/// Links relocatable cubins with nvlink.
llvm::Expected<std::string> linkCubins(llvm::ArrayRef<llvm::StringRef> Cubins,
                                       llvm::StringRef Gpu, bool Debug,
                                       const CudaTools &Tools);

} // namespace ompjit

#endif // OMPJIT_BACKEND_CUDA_H
