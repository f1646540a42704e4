//===- Assemble.cpp - Machine code of what is generated -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The library is tried first because it starts no process. ptxas may support
// what the library does not, such as a GPU that is newer than the library.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Backend/Assemble.h"

#include "NvJitLink.h"

#include "ompjit/Backend/Cuda.h"

using namespace llvm;

namespace ompjit {

static Expected<std::string> assembleWithTool(StringRef Ptx,
                                              const AssembleOptions &Options) {
  PtxOptions ForPtxas;
  ForPtxas.Gpu = Options.Gpu;
  ForPtxas.OptLevel = Options.OptLevel;
  return assemblePtx(Ptx, ForPtxas, CudaTools(), [](StringRef) {});
}

static Error join(Error First, Error Second) {
  return createStringError(toString(std::move(First)) + "; " +
                           toString(std::move(Second)));
}

Expected<std::optional<std::string>>
assembleForGpu(StringRef Ptx, const AssembleOptions &Options) {
  Error Refused = Error::success();
  if (const NvJitLink *Library =
          Options.MayOpenLibraries ? NvJitLink::open() : nullptr) {
    Expected<std::string> Cubin =
        Library->assemble(Ptx, Options.Gpu, Options.OptLevel);
    if (Cubin) {
      cantFail(std::move(Refused));
      return std::move(*Cubin);
    }
    Refused = joinErrors(std::move(Refused), Cubin.takeError());
  }
  Expected<std::string> Ptxas = findCudaTool("ptxas", CudaTools());
  if (!Ptxas) {
    consumeError(Ptxas.takeError());
    if (Refused)
      return std::move(Refused);
    return std::nullopt;
  }
  Expected<std::string> Cubin = assembleWithTool(Ptx, Options);
  if (!Cubin)
    return Refused ? join(std::move(Refused), Cubin.takeError())
                   : Cubin.takeError();
  consumeError(std::move(Refused));
  return std::move(*Cubin);
}

} // namespace ompjit
