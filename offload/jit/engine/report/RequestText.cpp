//===- RequestText.cpp - A compile request as text ------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RequestText.h"

#include <cinttypes>
#include <cstdio>

using namespace ompjit;
using namespace ompjit::jit;

const char *jit::kindName(ImageKind Kind) {
  switch (Kind) {
  case ImageKind::Kernel:
    return "kernel";
  case ImageKind::Base:
    return "base";
  case ImageKind::Whole:
    return "whole";
  case ImageKind::Package:
    return "package";
  }
  return "";
}

const char *jit::pipelineName(Pipeline Passes) {
  switch (Passes) {
  case Pipeline::Auto:
    return "auto";
  case Pipeline::Quick:
    return "quick";
  case Pipeline::Full:
    return "full";
  }
  return "";
}

std::string jit::specializationText(const CompileRequest &Request) {
  std::string Text;
  for (const Fact &Known : Request.Facts) {
    if (!Text.empty())
      Text += ',';
    Text += Known.Name.shortName() + '=' + std::to_string(Known.Value);
  }
  return Text;
}

std::string jit::tuningText(const CodeTuning &Chosen) {
  std::string Text;
  auto Add = [&Text](const char *Name, uint32_t Number) {
    if (Number)
      Text += std::string(" ") + Name + '=' + std::to_string(Number);
  };
  Add("unroll", Chosen.Unroll);
  Add("vector", Chosen.VectorBits);
  Add("threads", Chosen.MaxThreads);
  Add("resident", Chosen.ResidentTeams);
  return Text;
}

std::string jit::boundText(const PackageView &Package) {
  std::string Text;
  // The first part is the program's.
  for (uint32_t I = 1; Package.isBinding() && I < Package.numParts(); ++I)
    Text += (Text.empty() ? "with '" : ", '") +
            std::string(Package.part(I).Name) + "'";
  return Text;
}

std::string jit::withBound(std::string Text, const SharedPackage &Package) {
  if (!Text.empty() && !Package.Bound.empty())
    Text += ' ';
  return Text + Package.Bound;
}

std::string jit::linkerText(const CompileRequest &Request) {
  const std::string &Linker = Request.LinkerIdentity;
  return Linker.empty() ? ""
                        : "linked by " + Linker.substr(0, Linker.find(','));
}

std::string jit::describe(const CompileRequest &Request) {
  if (const std::string Linker = linkerText(Request); !Linker.empty())
    return Request.KernelSymbol + " [" + Linker + "]";
  if (Request.Kind == ImageKind::Package)
    return "the package of " + Request.KernelSymbol;
  if (Request.Kind != ImageKind::Kernel)
    return std::string("the ") + kindName(Request.Kind) + " image";
  std::string Constants = specializationText(Request);
  return Request.KernelSymbol +
         (Constants.empty() ? std::string() : " [" + Constants + "]") +
         tuningText(Request.Tuned);
}

/// Floating-point arithmetic could trap: programs may have asked for that.
std::string jit::milliseconds(uint64_t Ns) {
  const uint64_t Us = (Ns + 500) / 1000;
  char Text[32];
  std::snprintf(Text, sizeof(Text), "%" PRIu64 ".%03" PRIu64, Us / 1000,
                Us % 1000);
  return Text;
}
