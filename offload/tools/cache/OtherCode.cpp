//===- OtherCode.cpp - Recorded kernels of fragments for other GPUs -------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OtherCode.h"

#include "ompjit/Fragments/Compose.h"
#include "ompjit/Fragments/FragmentSearch.h"

#include <vector>

using namespace ompjit;
using namespace ompjit::fragments;

namespace {

/// Returns the fragment that has the code; empty if no program has it.
std::string fragmentWith(ByteView Code,
                         const std::deque<PackageFile> &Programs) {
  for (const PackageFile &Each : Programs)
    for (size_t At = Each.Bytes.find(Code); At != std::string::npos;
         At = Each.Bytes.find(Code, At + 1))
      if (std::string Found = fragmentAround(Each.Bytes, At); !Found.empty())
        return Found;
  return "";
}

/// Binds what is bound to the kernel in \p Recorded in the same program.
Result<std::string> bindAgain(const PackageView &Recorded,
                              std::string_view Symbol,
                              const std::vector<NamedFragment> &Fragments,
                              const FragmentTarget &Target,
                              const std::deque<PackageFile> &Programs) {
  for (const PackageFile &Each : Programs)
    for (const PackageView &Package : Each.Packages)
      for (uint32_t I = 0; I != Package.numKernels(); ++I)
        if (const KernelInfo Kernel = Package.kernel(I);
            Kernel.Symbol == Symbol &&
            Package.part(Kernel.Part).Bytes == Recorded.part(0).Bytes)
          return composeBinding(Package.bytes(), Kernel.EntryName, Fragments,
                                Target);
  return Error("no program has the target region");
}

} // namespace

Result<std::string>
cachetool::codeFor(std::string_view Arch, const PackageView &Recorded,
                   std::string_view EntryPoint,
                   const std::deque<PackageFile> &Programs) {
  const uint32_t First = Recorded.isBinding() ? 1 : 0;
  std::vector<std::string> Files;
  for (uint32_t I = First; I != Recorded.numParts(); ++I) {
    Files.push_back(fragmentWith(Recorded.part(I).Bytes, Programs));
    if (Files.back().empty())
      return Error("no program has the fragment '" +
                   std::string(Recorded.part(I).Name) + "'");
  }
  std::vector<NamedFragment> Fragments;
  for (size_t I = 0; I != Files.size(); ++I)
    Fragments.push_back({Recorded.part(uint32_t(I) + First).Name, Files[I]});
  const FragmentTarget Target = {Recorded.triple(), Arch, ""};
  if (Recorded.isBinding())
    return bindAgain(Recorded, EntryPoint, Fragments, Target, Programs);
  Result<LinkOptions> Options = LinkOptions::parseText(Recorded.linkOptions());
  if (!Options)
    return Options.takeError();
  return compose(Fragments, Target, EntryPoint, *Options);
}
