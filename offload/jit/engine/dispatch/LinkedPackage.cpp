//===- LinkedPackage.cpp - A package that is linked at run time -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinkedPackage.h"

using namespace ompjit;
using namespace ompjit::jit;

Result<std::string> jit::linkPackage(EngineContext &Engine,
                                     const PackageView &Fragments,
                                     const std::string &Kernel) {
  auto Shared = std::make_shared<SharedPackage>(Fragments, std::nullopt);
  CompileRequest Request;
  Request.Kind = ImageKind::Package;
  Request.KernelSymbol = Kernel;
  Request.Arch = Fragments.arch();
  Result<ObtainedImage> Linked =
      Engine.Source.get(Engine.Source.wanted(Shared, std::move(Request)));
  Shared->close();
  if (!Linked)
    return Linked.takeError();
  return Linked->Content->Bytes;
}
