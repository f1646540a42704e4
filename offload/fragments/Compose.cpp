//===- Compose.cpp - Puts fragments together ------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Fragments/Compose.h"

#include "ompjit/ArchRule.h"
#include "ompjit/Fragments/FragmentFile.h"
#include "ompjit/PackageWriter.h"
#include "ompjit/Targets.h"

#include <algorithm>
#include <blake2.h>
#include <unordered_map>
#include <vector>

using namespace ompjit;
using namespace ompjit::fragments;

namespace {

struct Chosen {
  std::string_view Fragment;
  FragmentImage Image;
};

std::string quoted(std::string_view Text) {
  return "'" + std::string(Text) + "'";
}

std::string targetsOf(const std::vector<FragmentImage> &Images) {
  std::string Text;
  for (const FragmentImage &Each : Images)
    Text += (Text.empty() ? "" : ", ") + std::string(Each.Triple) + " " +
            std::string(Each.Arch);
  return Text;
}

/// Whether \p A is for a later architecture than \p B; longer names of GPUs of
/// one kind have larger numbers.
bool isLater(std::string_view A, std::string_view B) {
  if (B.empty() || B == "generic")
    return true;
  if (A.empty() || A == "generic")
    return false;
  return A.size() != B.size() ? A.size() > B.size() : A > B;
}

Result<Chosen> choose(const NamedFragment &Fragment,
                      const FragmentTarget &Target) {
  Result<std::vector<FragmentImage>> Images = parse(Fragment.File);
  if (!Images)
    return Error("the fragment " + quoted(Fragment.Name) +
                 " is damaged: " + Images.error().message());
  FragmentImage *Best = nullptr;
  for (FragmentImage &Each : *Images)
    if (findTarget(Each.Triple) == findTarget(Target.Triple) &&
        bitcodeRuns(Target.Triple, Each.Arch, Target.Arch, Target.Features) &&
        (!Best || Each.Arch == Target.Arch ||
         (Best->Arch != Target.Arch && isLater(Each.Arch, Best->Arch))))
      Best = &Each;
  if (!Best)
    return Error("the fragment " + quoted(Fragment.Name) + " has no code for " +
                 std::string(Target.Triple) + " " + std::string(Target.Arch) +
                 "; it has code for " + targetsOf(*Images));
  return Chosen{Fragment.Name, std::move(*Best)};
}

Status checkDefinitions(const std::vector<Chosen> &All) {
  std::unordered_map<std::string_view, std::string_view> Strong;
  for (const Chosen &Each : All)
    for (std::string_view Symbol : Each.Image.Defines) {
      const auto &Weak = Each.Image.Weak;
      if (std::find(Weak.begin(), Weak.end(), Symbol) != Weak.end())
        continue;
      auto [At, IsNew] = Strong.try_emplace(Symbol, Each.Fragment);
      if (!IsNew)
        return Error(quoted(Symbol) + " is defined by the fragments " +
                     quoted(At->second) + " and " + quoted(Each.Fragment) +
                     "; a kernel can have one of them only");
    }
  return Done();
}

Status checkEntryPoint(const std::vector<Chosen> &All,
                       std::string_view EntryPoint) {
  std::string Others;
  for (const Chosen &Each : All)
    for (std::string_view Entry : Each.Image.Entries) {
      if (Entry == EntryPoint)
        return Done();
      Others += (Others.empty() ? "; they have " : ", ") + quoted(Entry);
    }
  return Error("none of the fragments has the entry point " +
               quoted(EntryPoint) + Others +
               (Others.empty() ? "; OMPJIT_KERNEL marks entry points" : ""));
}

/// Returns the digest of the package that these contents make, in which
/// fragments have no names yet: they do not change the code.
package::Digest digestOf(const PackageContents &Contents) {
  const std::string Bytes = writePackage(Contents);
  package::Digest Digest;
  // It fails only for invalid sizes.
  ::blake2b(Digest.data(), Bytes.data(), nullptr, Digest.size(), Bytes.size(),
            0);
  return Digest;
}

/// Adds the fragments' code, and gives the package its digest and then the
/// fragments their names.
std::string finish(const std::vector<Chosen> &All, PackageContents Contents) {
  const size_t First = Contents.Parts.size();
  for (const Chosen &Each : All) {
    if (isLater(Each.Image.Arch, Contents.Arch))
      Contents.Arch = Each.Image.Arch;
    Contents.Parts.push_back(
        {std::string(Each.Image.Bitcode), Each.Image.Bitcode.size()});
  }
  Contents.ContentDigest = digestOf(Contents);
  for (size_t I = 0; I != All.size(); ++I)
    Contents.Parts[First + I].Name = All[I].Fragment;
  return writePackage(Contents);
}

Result<std::vector<Chosen>> chooseAll(std::span<const NamedFragment> Fragments,
                                      const FragmentTarget &Target) {
  std::vector<Chosen> All;
  for (const NamedFragment &Each : Fragments) {
    Result<Chosen> One = choose(Each, Target);
    if (!One)
      return One.takeError();
    All.push_back(std::move(*One));
  }
  if (Status S = checkDefinitions(All); !S)
    return S.takeError();
  return All;
}

bool isDefined(const std::vector<Chosen> &All, std::string_view Symbol) {
  return std::any_of(All.begin(), All.end(), [&](const Chosen &Each) {
    const auto &Names = Each.Image.Defines;
    return std::find(Names.begin(), Names.end(), Symbol) != Names.end();
  });
}

/// Returns the index of the kernel, or an error.
Result<uint32_t> findKernel(const PackageView &Program,
                            std::string_view EntryName) {
  for (uint32_t I = 0; I != Program.numKernels(); ++I)
    if (Program.kernel(I).EntryName == EntryName)
      return I;
  return Error("the program has no kernel " + quoted(EntryName));
}

} // namespace

Result<std::string> fragments::compose(std::span<const NamedFragment> Fragments,
                                       const FragmentTarget &Target,
                                       std::string_view EntryPoint,
                                       const LinkOptions &Options) {
  Result<std::vector<Chosen>> All = chooseAll(Fragments, Target);
  if (!All)
    return All.takeError();
  if (Status S = checkEntryPoint(*All, EntryPoint); !S)
    return S.takeError();
  PackageContents Contents;
  Contents.Triple = Target.Triple;
  Contents.Flags = package::TargetIsFragments;
  Contents.LinkOptions = Options.text();
  return finish(*All, std::move(Contents));
}

Result<std::string>
fragments::composeBinding(ByteView Program, std::string_view EntryName,
                          std::span<const NamedFragment> Fragments,
                          const FragmentTarget &Target) {
  Result<PackageView> View = PackageView::parse(Program);
  if (!View)
    return View.takeError();
  Result<uint32_t> Kernel = findKernel(*View, EntryName);
  if (!Kernel)
    return Kernel.takeError();
  Result<std::vector<Chosen>> All = chooseAll(Fragments, Target);
  if (!All)
    return All.takeError();
  for (uint32_t I = 0; I != View->numLateBound(); ++I) {
    const LateBoundInfo Function = View->lateBound(I);
    if (Function.Kernel == *Kernel && !isDefined(*All, Function.Symbol))
      return Error("none of the bound fragments defines " +
                   quoted(Function.Symbol));
  }
  const PartInfo Part = View->part(View->kernel(*Kernel).Part);
  PackageContents Contents;
  Contents.Triple = View->triple();
  Contents.Arch = View->arch();
  Contents.Flags = package::TargetIsBinding;
  Contents.Parts.push_back(
      {std::string(Part.Bytes), Part.PlainSize, Part.Packing});
  return finish(*All, std::move(Contents));
}
