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
#include "ompjit/Support/RegionName.h"
#include "ompjit/Targets.h"

#include <algorithm>
#include <blake2.h>
#include <unordered_map>
#include <vector>

using namespace ompjit;
using namespace ompjit::fragments;

namespace {

/// A record of a fragment. LTO-IR may come in several.
struct Chosen {
  std::string_view Fragment;
  FragmentImage Image;
};

std::string quoted(std::string_view Text) {
  return "'" + std::string(Text) + "'";
}

std::string targetsOf(const std::vector<FragmentImage> &Images) {
  std::string Text;
  const FragmentImage *Last = nullptr;
  for (const FragmentImage &Each : Images) {
    const bool IsSame =
        Last && Last->Triple == Each.Triple && Last->Arch == Each.Arch;
    Last = &Each;
    if (IsSame)
      continue;
    Text += (Text.empty() ? "" : ", ") + std::string(Each.Triple) + " " +
            std::string(Each.Arch);
    if (Each.Kind == CodeKind::LtoIr)
      Text += " (LTO-IR)";
  }
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

bool runsOn(const FragmentImage &Code, const FragmentTarget &Target) {
  if (findTarget(Code.Triple) != findTarget(Target.Triple))
    return false;
  if (Code.Kind == CodeKind::LtoIr)
    return Target.IsReal && ltoIrRuns(Code.Arch, Target.Arch);
  return bitcodeRuns(Target.Triple, Code.Arch, Target.Arch, Target.Features);
}

/// Whether \p A is for a GPU's own instructions rather than its family's, or
/// for these rather than for any later GPU.
bool isNarrower(std::string_view A, std::string_view B) {
  auto Rank = [](std::string_view Arch) {
    return Arch.ends_with('a') ? 2 : Arch.ends_with('f') ? 1 : 0;
  };
  return Rank(A) > Rank(B);
}

/// Both run on the target.
bool fitsBetter(const FragmentImage &A, const FragmentImage &B,
                const FragmentTarget &Target) {
  if (A.Kind == CodeKind::Bitcode && B.Kind == CodeKind::Bitcode)
    return A.Arch == Target.Arch ||
           (B.Arch != Target.Arch && isLater(A.Arch, B.Arch));
  const std::string_view OfA = withoutLetter(A.Arch),
                         OfB = withoutLetter(B.Arch);
  return OfA == OfB ? isNarrower(A.Arch, B.Arch) : isLater(OfA, OfB);
}

/// Adds what \p Fragment has for the target: a record, or all of LTO-IR for the
/// same architecture.
Status choose(const NamedFragment &Fragment, const FragmentTarget &Target,
              std::vector<Chosen> &All) {
  Result<std::vector<FragmentImage>> Images = parse(Fragment.File);
  if (!Images)
    return Error("the fragment " + quoted(Fragment.Name) +
                 " is damaged: " + Images.error().message());
  const FragmentImage *Best = nullptr;
  for (const FragmentImage &Each : *Images)
    if (runsOn(Each, Target) && (!Best || fitsBetter(Each, *Best, Target)))
      Best = &Each;
  if (!Best) {
    const bool IsForReal =
        !Target.IsReal &&
        std::any_of(Images->begin(), Images->end(), [](const auto &Each) {
          return Each.Kind == CodeKind::LtoIr;
        });
    return Error("the fragment " + quoted(Fragment.Name) + " has no code for " +
                 std::string(Target.Triple) + " " + std::string(Target.Arch) +
                 (IsForReal ? " that a virtual GPU can run" : "") +
                 "; it has code for " + targetsOf(*Images));
  }
  for (const FragmentImage &Each : *Images)
    if (Each.Triple == Best->Triple && Each.Arch == Best->Arch)
      All.push_back({Fragment.Name, Each});
  return Done();
}

/// NVIDIA's linker reads no bitcode of other compilers, and nobody else reads
/// LTO-IR.
Status checkKinds(const std::vector<Chosen> &All) {
  const Chosen *Of[2] = {nullptr, nullptr};
  for (const Chosen &Each : All)
    if (const Chosen *&First = Of[size_t(Each.Image.Kind)]; !First)
      First = &Each;
  const auto [Bitcode, LtoIr] = Of;
  if (!Bitcode || !LtoIr)
    return Done();
  return Error("the fragment " + quoted(Bitcode->Fragment) +
               " has bitcode for the device, and " + quoted(LtoIr->Fragment) +
               " has LTO-IR of CUDA; a kernel has fragments of one kind");
}

bool isLtoIr(const std::vector<Chosen> &All) {
  return !All.empty() && All.front().Image.Kind == CodeKind::LtoIr;
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
        return Error(quoted(regionName(Symbol)) +
                     " is defined by the fragments " + quoted(At->second) +
                     " and " + quoted(Each.Fragment) +
                     "; a kernel can have one of them only");
    }
  return Done();
}

Status checkEntryPoint(const std::vector<Chosen> &All,
                       std::string_view EntryPoint) {
  std::string Others;
  for (const Chosen &Each : All) {
    // The link will tell.
    if (!Each.Image.HasNames)
      return Done();
    for (std::string_view Entry : Each.Image.Entries) {
      if (Entry == EntryPoint)
        return Done();
      Others += (Others.empty() ? "; they have " : ", ") + quoted(Entry);
    }
  }
  return Error("none of the fragments has the entry point " +
               quoted(EntryPoint) +
               (!Others.empty() ? Others
                : isLtoIr(All)  ? "; they have no function with __global__"
                                : "; OMPJIT_KERNEL marks entry points"));
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
    // Settings of features are the device's.
    const std::string_view Processor =
        Each.Image.Arch.substr(0, Each.Image.Arch.find(':'));
    if (!isLtoIr(All) && isLater(Processor, Contents.Arch))
      Contents.Arch = Processor;
    Contents.Parts.push_back(
        {std::string(Each.Image.Code), Each.Image.Code.size()});
  }
  Contents.ContentDigest = digestOf(Contents);
  for (size_t I = 0; I != All.size(); ++I)
    Contents.Parts[First + I].Name = All[I].Fragment;
  return writePackage(Contents);
}

Result<std::vector<Chosen>> chooseAll(std::span<const NamedFragment> Fragments,
                                      const FragmentTarget &Target) {
  std::vector<Chosen> All;
  for (const NamedFragment &Each : Fragments)
    if (Status S = choose(Each, Target, All); !S)
      return S.takeError();
  if (Status S = checkKinds(All); !S)
    return S.takeError();
  if (Status S = checkDefinitions(All); !S)
    return S.takeError();
  return All;
}

/// Returns the architecture for which the link makes its image. A letter of one
/// part is the whole kernel's: what others call is inlined.
std::string linkArch(const std::vector<Chosen> &All, std::string_view Device) {
  std::string Arch(Device);
  for (const Chosen &Each : All)
    if (Arch == Device || Each.Image.Arch.ends_with('a'))
      Arch = ltoIrLinkArch(Each.Image.Arch, Device);
  return Arch;
}

/// A late-bound function must not depend on the fragments' order, as other
/// functions that several of them may define do.
Status checkBound(const std::vector<Chosen> &All, std::string_view Symbol) {
  std::string_view Definer;
  for (const Chosen &Each : All) {
    const auto &Names = Each.Image.Defines;
    if (std::find(Names.begin(), Names.end(), Symbol) == Names.end())
      continue;
    if (!Definer.empty())
      return Error("the bound fragments " + quoted(Definer) + " and " +
                   quoted(Each.Fragment) + " both define " +
                   quoted(regionName(Symbol)) +
                   ", which is bound to one of them; let the other one have a "
                   "static function in its place");
    Definer = Each.Fragment;
  }
  if (Definer.empty())
    return Error("none of the bound fragments defines " +
                 quoted(regionName(Symbol)));
  return Done();
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
  LinkOptions Wanted = Options;
  if (isLtoIr(*All)) {
    Contents.Flags |= package::TargetIsLtoIr;
    Contents.Arch = linkArch(*All, Target.Arch);
  } else if (Wanted.Debug == LinkOptions::DebugInfo::All) {
    Wanted.Debug = LinkOptions::DebugInfo::AsCompiled; // The same, for bitcode.
  }
  Contents.LinkOptions = Wanted.text();
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
  if (isLtoIr(*All))
    return Error("the fragment " + quoted(All->front().Fragment) +
                 " has LTO-IR of CUDA for the device, and a target region is "
                 "bound to bitcode; compile it with clang");
  for (uint32_t I = 0; I != View->numLateBound(); ++I) {
    const LateBoundInfo Function = View->lateBound(I);
    if (Function.Kernel == *Kernel)
      if (Status S = checkBound(*All, Function.Symbol); !S)
        return S.takeError();
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
