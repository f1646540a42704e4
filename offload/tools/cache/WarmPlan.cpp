//===- WarmPlan.cpp - What is compiled before programs run ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WarmPlan.h"

#include "OtherCode.h"
#include "Retarget.h"

#include "ompjit/ArchRule.h"
#include "ompjit/LinkedImage.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

using namespace ompjit;
using namespace ompjit::cachetool;

namespace {

Result<std::string> readFile(const std::string &Path) {
  std::ifstream File(Path, std::ios::binary);
  std::string Bytes((std::istreambuf_iterator<char>(File)), {});
  if (!File.is_open() || File.bad())
    return Error(Path + ": " + std::strerror(errno));
  return Bytes;
}

/// Removes duplicates, because images that were recorded on several devices may
/// be the same for the wanted one.
void removeTwins(std::vector<WarmJob> &Jobs) {
  std::set<std::pair<package::Digest, std::string>> Seen;
  std::erase_if(Jobs, [&Seen](const WarmJob &Each) {
    return !Seen.emplace(Each.Package.digest(), Each.Request.encode()).second;
  });
}

} // namespace

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

Result<std::unique_ptr<WarmPlan>> WarmPlan::read(const Options &Chosen) {
  std::unique_ptr<WarmPlan> Plan(new WarmPlan(Chosen));
  for (const std::string &Each : Chosen.Records)
    if (Status S = Plan->addRecord(Each); !S)
      return S.takeError();
  for (const std::string &Each : Chosen.Programs)
    if (Status S = Plan->addProgram(Each); !S)
      return S.takeError();
  return Plan;
}

Status WarmPlan::addRecord(const std::string &Path) {
  Result<std::string> Bytes = readFile(Path);
  if (!Bytes)
    return Bytes.takeError();
  Records.push_back(std::move(*Bytes));
  ImageRecords Found = decodeRecords(Records.back());
  NumBad += Found.NumBad;
  if (Found.Images.empty())
    return Error(Path + ": no image is recorded there; OMP_JIT_RECORD=" + Path +
                 " has a program do that");
  for (RecordedImage &Each : Found.Images)
    if (Seen.emplace(Each.Package, Each.Request.encode()).second)
      Images.push_back(std::move(Each));
  for (const PackageView &Each : Found.Fragments)
    Fragments.emplace(Each.digest(), Each);
  return Done();
}

Status WarmPlan::addProgram(const std::string &Path) {
  Result<PackageFile> File =
      Fragments.empty() ? readPackageFile(Path) : findPackages(Path);
  if (!File)
    return File.takeError();
  Programs.push_back(std::move(*File));
  bool IsOfUse = !Programs.back().Packages.empty();
  const ByteView Bytes = Programs.back().Bytes;
  std::error_code Ignored;
  const std::string Full = std::filesystem::canonical(Path, Ignored).string();
  for (const PackageView &Each : Programs.back().Packages)
    Packages.emplace(Each.digest(), Known{Each, Full, /*IsLinked=*/false});
  for (const auto &[Digest, Each] : Fragments)
    for (uint32_t I = 0; I != Each.numParts(); ++I) {
      std::string &Owner = Sought[Each.part(I).Bytes];
      if (Bytes.find(Each.part(I).Bytes) == ByteView::npos)
        continue;
      IsOfUse = true;
      if (Owner.empty())
        Owner = Full;
    }
  if (!IsOfUse)
    return Error(Path +
                 ": holds no JIT package and none of the recorded fragments; "
                 "they may have been changed since, or be in a library or a "
                 "file that the program reads: --program may name that, too");
  return Done();
}

//===----------------------------------------------------------------------===//
// Links
//===----------------------------------------------------------------------===//

/// A fragment that no program has may be given to the program when it runs, or
/// it was changed.
bool WarmPlan::belongsToPrograms(const PackageView &Package,
                                 const std::string &EntryPoint) {
  if (Programs.empty())
    return true;
  // What is bound usually comes from elsewhere, and the kernel never.
  if (Package.isBinding())
    return !Sought[Package.part(0).Bytes].empty();
  std::string Missing;
  uint32_t NumMissing = 0;
  for (uint32_t I = 0; I != Package.numParts(); ++I)
    if (Sought[Package.part(I).Bytes].empty()) {
      ++NumMissing;
      Missing += (Missing.empty() ? "'" : ", '") +
                 std::string(Package.part(I).Name) + "'";
    }
  if (NumMissing == Package.numParts())
    return false;
  const std::string Note = EntryPoint +
                           ": no program has the recorded code of " + Missing +
                           "; if it was changed, record again";
  // Many kernels may have the same fragment.
  if (NumMissing && std::find(Notes.begin(), Notes.end(), Note) == Notes.end())
    Notes.push_back(Note);
  return true;
}

std::string WarmPlan::ownerOf(const PackageView &Package) {
  for (uint32_t I = 0; I != Package.numParts(); ++I)
    if (const std::string &Owner = Sought[Package.part(I).Bytes];
        !Owner.empty())
      return Owner;
  return "";
}

/// What NVIDIA's linker makes is for one GPU.
bool WarmPlan::isServed(const PackageView &Package) const {
  if (!Package.isLtoIr())
    return true;
  const std::vector<std::string> Archs =
      archsFor(Chosen.Archs, Package.triple());
  return Archs.empty() ||
         std::find(Archs.begin(), Archs.end(), Package.arch()) != Archs.end();
}

std::vector<WarmJob> WarmPlan::links() {
  std::vector<WarmJob> Jobs;
  for (const RecordedImage &Each : Images) {
    const std::string &EntryPoint = Each.Request.KernelSymbol;
    if (Each.Request.Kind != ImageKind::Package)
      continue;
    const auto Place = Fragments.find(Each.Package);
    if (Place == Fragments.end()) {
      Failures.push_back(EntryPoint +
                         ": its fragments are not in the record, or are "
                         "damaged there; record again");
      Unlinked.insert(EntryPoint);
    } else if (!isServed(Place->second)) {
      Failures.push_back(EntryPoint + ": its fragments are linked for " +
                         std::string(Place->second.arch()) +
                         "; record where the program has the other device");
    } else if (belongsToPrograms(Place->second, EntryPoint)) {
      Jobs.push_back({Place->second, Each.Request, ownerOf(Place->second)});
      addOtherCode(Place->second, Each.Request, Jobs);
    } else {
      ++NumForeign;
    }
  }
  return Jobs;
}

/// Adds the links of the same fragments for the wanted GPUs for which they have
/// code of their own.
void WarmPlan::addOtherCode(const PackageView &Recorded,
                            const CompileRequest &Request,
                            std::vector<WarmJob> &Jobs) {
  if (Programs.empty())
    return;
  for (const std::string &Arch : archsFor(Chosen.Archs, Recorded.triple())) {
    const auto [Place, IsNew] = Others.try_emplace(
        {Recorded.digest(), Arch},
        codeFor(processorOf(Arch), Recorded, Request.KernelSymbol, Programs));
    const Result<std::string> &Code = Place->second;
    Result<PackageView> Package =
        Code ? PackageView::parse(*Code) : Error(Code.error().message());
    if (!Package || Package->digest() == Recorded.digest())
      continue;
    CompileRequest Other = Request;
    Other.Arch = Package->arch();
    Jobs.push_back({*Package, std::move(Other), ownerOf(Recorded)});
  }
}

void WarmPlan::addLinked(const WarmJob &Job,
                         std::shared_ptr<const Image> Content) {
  if (Content) {
    // It is the kernel's image, and none is made of it.
    if (LinkedImage::hasMagic(Content->Bytes))
      return;
    Linked.push_back(std::move(Content));
    Result<PackageView> Package = PackageView::parse(Linked.back()->Bytes);
    if (Package) {
      Packages.emplace(Package->digest(),
                       Known{*Package, Job.Program, /*IsLinked=*/true});
      LinkedOf.emplace(
          std::pair(Job.Package.digest(), Job.Request.KernelSymbol),
          Package->digest());
      FragmentsOf.emplace(Package->digest(), Job.Package.digest());
      return;
    }
  }
  Unlinked.insert(Job.Request.KernelSymbol);
}

//===----------------------------------------------------------------------===//
// Images
//===----------------------------------------------------------------------===//

std::vector<WarmJob> WarmPlan::images() {
  std::vector<WarmJob> Jobs;
  for (const RecordedImage &Each : Images) {
    if (Each.Request.Kind == ImageKind::Package)
      continue;
    const auto Place = Packages.find(Each.Package);
    if (Place != Packages.end())
      add(Place->second, Each.Request, Jobs);
    else
      NumForeign += !Unlinked.count(Each.Request.KernelSymbol);
  }
  removeTwins(Jobs);
  tellUnserved();
  return Jobs;
}

/// Adds the image of what was put together for the architecture. Returns false
/// if nothing was.
bool WarmPlan::addForOtherCode(const Known &Of, const CompileRequest &Request,
                               const std::string &Arch,
                               std::vector<WarmJob> &Jobs) {
  const auto [Begin, End] = FragmentsOf.equal_range(Of.Package.digest());
  for (auto Each = Begin; Each != End; ++Each) {
    const auto Other = Others.find({Each->second, Arch});
    if (Other == Others.end() || !Other->second)
      continue;
    const Result<PackageView> Code = PackageView::parse(*Other->second);
    const auto Linked = LinkedOf.find({Code->digest(), Request.KernelSymbol});
    // That it could not be linked was told.
    if (Linked != LinkedOf.end())
      Jobs.push_back({Packages.at(Linked->second).Package,
                      retargeted(Request, Arch), Of.Program});
    return true;
  }
  return false;
}

std::string WarmPlan::whyNoCode(const Known &Of,
                                const std::string &Arch) const {
  std::string Text = "its recorded fragments have code for " +
                     std::string(Of.Package.arch()) +
                     ", which does not run on " + Arch;
  const auto [Begin, End] = FragmentsOf.equal_range(Of.Package.digest());
  for (auto Each = Begin; Each != End; ++Each)
    if (const auto Other = Others.find({Each->second, Arch});
        Other != Others.end() && !Other->second)
      Text += ", and " + Other->second.error().message();
  return Text +
         (Programs.empty()
              ? "; name with --program what has the fragments' code for it"
              : "; build the fragments for " + Arch + ", too") +
         ", or record where the program has such a device, which may be "
         "virtual "
         "(OMP_JIT_VGPU_ARCH)";
}

/// A program is compiled for a family of GPUs, but fragments have code for each
/// GPU.
void WarmPlan::add(const Known &Of, const CompileRequest &Request,
                   std::vector<WarmJob> &Jobs) {
  const PackageView &Package = Of.Package;
  const std::vector<std::string> Archs =
      archsFor(Chosen.Archs, Package.triple());
  if (Archs.empty())
    Jobs.push_back({Package, Request, Of.Program});
  for (const std::string &Arch : Archs) {
    const std::pair Wanted(Request.KernelSymbol, Arch);
    if (Of.IsLinked && addForOtherCode(Of, Request, Arch, Jobs)) {
      Served.insert(Wanted);
      continue;
    }
    if (Of.IsLinked &&
        !bitcodeRuns(Package.triple(), Package.arch(), processorOf(Arch), "")) {
      Lacking.emplace(Wanted, whyNoCode(Of, Arch));
      continue;
    }
    Served.insert(Wanted);
    Jobs.push_back({Package, retargeted(Request, Arch), Of.Program});
  }
}

void WarmPlan::tellUnserved() {
  for (const auto &[Wanted, Why] : Lacking)
    if (!Served.count(Wanted))
      Failures.push_back(Wanted.first + ": " + Why);
}
