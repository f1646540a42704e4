//===- LinkedPackage.cpp - A package that is linked at run time -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinkedPackage.h"

#include "report/RequestText.h"

#include "ompjit/LinkedImage.h"
#include "ompjit/Support/LoadedFile.h"

using namespace ompjit;
using namespace ompjit::jit;

/// Returns the vendor's linker that made the image; empty for ours.
static std::string linkerOf(const Image &Linked) {
  Result<LinkedImage> Foreign = LinkedImage::decode(Linked.Bytes);
  return Foreign ? std::string(Foreign->Linker) : "";
}

static void count(EngineContext &Engine, const std::string &Kernel,
                  const ObtainedImage &Linked) {
  LinkStatistics &Counts = Engine.Stats.Linked;
  switch (Linked.Origin) {
  case ImageOrigin::Memory:
    return increase(Counts.L2MemoryHits);
  case ImageOrigin::Disk:
    return increase(Counts.L2DiskHits);
  case ImageOrigin::Compiler:
    increase(Counts.Links);
    increase(Counts.LinkNs, Linked.CompileNs);
  }
  const std::string Linker = linkerOf(*Linked.Content);
  Engine.Report.note("linked the fragments of " + Kernel +
                     (Linker.empty() ? "" : " with " + Linker) + " in " +
                     milliseconds(Linked.CompileNs) + " ms");
}

Result<std::string> jit::linkPackage(EngineContext &Engine,
                                     const PackageView &Fragments,
                                     const std::string &Kernel) {
  auto Shared = std::make_shared<SharedPackage>(
      Fragments, libraryAround(Fragments.bytes().data()), boundText(Fragments));
  CompileRequest Request;
  Request.Kind = ImageKind::Package;
  Request.KernelSymbol = Kernel;
  Request.Arch = Fragments.arch();
  Result<ObtainedImage> Linked =
      Engine.Source.get(Engine.Source.wanted(Shared, std::move(Request)));
  Shared->close();
  if (!Linked)
    return Linked.takeError();
  count(Engine, withBound(Kernel, *Shared), *Linked);
  return Linked->Content->Bytes;
}
