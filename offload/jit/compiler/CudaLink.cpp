//===- CudaLink.cpp - An image from LTO-IR of CUDA ------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaLink.h"

#include "ompjit/Backend/Cubin.h"
#include "ompjit/Backend/LtoIr.h"
#include "ompjit/LinkOptions.h"
#include "ompjit/LinkedImage.h"
#include "ompjit/PackageBitcode.h"

using namespace llvm;

namespace ompjit::jit {

static LtoIrOptions optionsFor(const LinkOptions &Wanted, std::string Gpu,
                               std::string Kernel) {
  LtoIrOptions Options;
  Options.Gpu = std::move(Gpu);
  Options.Kernel = std::move(Kernel);
  Options.OptLevel = Wanted.MaxLevel;
  if (Wanted.FpContract != LinkOptions::Contraction::AsCompiled)
    Options.FusesMultiplyAdd =
        Wanted.FpContract == LinkOptions::Contraction::Fast;
  Options.HasLines = Wanted.Debug == LinkOptions::DebugInfo::Lines;
  Options.HasDebugInfo = Wanted.Debug == LinkOptions::DebugInfo::All;
  Options.MaxRegisters = Wanted.MaxRegisters;
  Options.MaxThreads = Wanted.MaxThreads;
  return Options;
}

Expected<std::string> linkCuda(const PackageView &Fragments,
                               const CompileRequest &Request) {
  Result<LinkOptions> Wanted = LinkOptions::parseText(Fragments.linkOptions());
  if (!Wanted)
    return createStringError(Wanted.error().message());
  std::vector<PartBitcode> Opened;
  std::vector<LtoIrPart> Parts;
  for (uint32_t I = 0; I != Fragments.numParts(); ++I) {
    Result<PartBitcode> Code = readPart(Fragments, I);
    if (!Code)
      return createStringError(Code.error().message());
    Opened.push_back(std::move(*Code));
    Parts.push_back({std::string(Fragments.part(I).Name), {}});
  }
  for (size_t I = 0; I != Parts.size(); ++I)
    Parts[I].Bytes = Opened[I].bytes();
  auto Linked = linkLtoIr(
      Request.LinkerFile, Parts,
      optionsFor(*Wanted, std::string(Fragments.arch()), Request.KernelSymbol));
  if (!Linked)
    return Linked.takeError();
  auto Places = cubinParameters(Linked->Cubin, Request.KernelSymbol);
  if (!Places)
    return createStringError("the image of lib" + Linked->Linker + ": " +
                             toString(Places.takeError()));
  LinkedImage Image;
  Image.Linker = Linked->Linker;
  for (const CubinParameter &Each : *Places)
    Image.Parameters.push_back({Each.Offset, Each.Size});
  Image.Bytes = Linked->Cubin;
  return Image.encode();
}

} // namespace ompjit::jit
