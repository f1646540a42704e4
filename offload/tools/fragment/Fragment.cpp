//===- Fragment.cpp - Makes a fragment file of device code ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fragment.h"

#include "Symbols.h"
#include "ompjit/ArchRule.h"
#include "ompjit/Backend/Diagnostics.h"
#include "ompjit/DeviceLink/DeviceGroup.h"
#include "ompjit/DeviceLink/Target.h"
#include "ompjit/DeviceLink/WorkNote.h"
#include "ompjit/Specialize/Annotations.h"
#include "ompjit/Support/RegionName.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/raw_ostream.h"

#include <map>

using namespace llvm;
using namespace llvm::object;
using namespace ompjit;
using namespace ompjit::devicelink;
using namespace ompjit::fragment;

/// What clang's names of regions' kernels begin with.
static constexpr StringLiteral RegionPrefix = "__omp_offloading_";

namespace {

/// Links the code of one target.
class TargetLink {
public:
  explicit TargetLink(const DeviceGroup &Group) : Group(Group) {
    Context.enableDebugTypeODRUniquing();
  }

  Expected<SmallString<0>> record();

private:
  Error add(const DeviceCode &);
  Error checkArch(const Module &, const DeviceCode &) const;
  Error checkRegions(const Module &, const DeviceCode &) const;
  Error checkDefinitions(const Module &, const DeviceCode &);
  Expected<std::unique_ptr<Module>> read(const DeviceCode &);
  SmallString<0> write() const;
  std::string target() const { return Group.Triple + " " + Group.Arch; }

  const DeviceGroup &Group;
  LLVMContext Context;
  DiagnosticCollector Problems{Context};
  std::unique_ptr<Module> Whole;
  std::map<std::string, std::string> Definers; ///< By symbol.
};

Expected<std::unique_ptr<Module>> TargetLink::read(const DeviceCode &Code) {
  Expected<std::unique_ptr<Module>> M =
      parseBitcodeFile(Code.Image->getMemBufferRef(), Context);
  if (!M)
    return createStringError(Code.Source + ": its code for " + target() +
                             " is damaged: " + toString(M.takeError()));
  std::string Broken;
  raw_string_ostream Stream(Broken);
  if (verifyModule(**M, &Stream))
    return createStringError(
        Code.Source + ": its code for " + target() +
        " is damaged: " + StringRef(Broken).split('\n').first);
  return M;
}

/// Who compiled bitcode for a GPU has left its name there.
Error TargetLink::checkArch(const Module &M, const DeviceCode &Code) const {
  if (!M.getTargetTriple().isGPU() || isGenericArch(Group.Arch))
    return Error::success();
  const StringRef Arch = StringRef(Group.Arch).split(':').first;
  for (const Function &F : M) {
    const StringRef Compiled =
        F.getFnAttribute("target-cpu").getValueAsString();
    if (!bitcodeRuns(Group.Triple, Compiled, Arch, ""))
      return createStringError(Code.Source + ": its code for " + target() +
                               " was compiled for " + Compiled +
                               ", which does not run there; what --arch names "
                               "has to run it");
  }
  return Error::success();
}

/// A region's kernel takes what the region uses, in the order of use: clang
/// keeps neither names nor types, and passes structures as places of mapped
/// copies.
Error TargetLink::checkRegions(const Module &M, const DeviceCode &Code) const {
  for (const Function &F : M)
    if (!F.isDeclaration() && F.getName().starts_with(RegionPrefix))
      return createStringError(
          Code.Source + ": its code for " + target() +
          " has a target region, in " + regionName(F.getName()) +
          ", and a fragment has functions only: the types and the order of "
          "what a region's kernel takes are not known; mark a function with "
          "OMPJIT_KERNEL in its place");
  return Error::success();
}

Error TargetLink::checkDefinitions(const Module &M, const DeviceCode &Code) {
  const Symbols Found = symbolsOf(M);
  for (const std::string &Each : Found.Defines) {
    if (Found.Weak.count(Each))
      continue;
    const auto [At, IsNew] = Definers.insert({Each, Code.Source});
    if (!IsNew)
      return createStringError(
          Code.Source + ": " + readable(Each) + " is defined there and in " +
          At->second + ", for " + target() +
          "; leave one out, or make the function inline or static");
  }
  return Error::success();
}

Error TargetLink::add(const DeviceCode &Code) {
  const WorkNote Note(Code.Source, Code.Image->getBufferSize());
  Expected<std::unique_ptr<Module>> M = read(Code);
  if (!M)
    return M.takeError();
  if (Error E = checkArch(**M, Code))
    return E;
  if (Error E = checkRegions(**M, Code))
    return E;
  if (Error E = checkDefinitions(**M, Code))
    return E;
  if (!Whole) {
    Whole = std::move(*M);
    return Error::success();
  }
  if (Linker::linkModules(*Whole, std::move(*M)))
    return createStringError(Code.Source +
                             ": it cannot be linked with the "
                             "inputs before it, for " +
                             target() + ": " + toString(Problems.takeError()));
  return Error::success();
}

SmallString<0> TargetLink::write() const {
  const Symbols Names = symbolsOf(*Whole);
  const std::string Lists[] = {join(Names.Defines, " "), join(Names.Weak, " "),
                               join(Names.Needs, " "),
                               join(Names.Entries, " ")};
  dropAnnotations(*Whole);
  // Names of files; debug information has its own.
  Whole->setModuleIdentifier("fragment");
  Whole->setSourceFileName("fragment");
  SmallString<0> Bitcode;
  raw_svector_ostream Stream(Bitcode);
  WriteBitcodeToFile(*Whole, Stream);

  OffloadBinary::OffloadingImage Image;
  Image.TheImageKind = IMG_Bitcode;
  Image.TheOffloadKind = OFK_OpenMP;
  Image.StringData["triple"] = Group.Triple;
  Image.StringData["arch"] = Group.Arch;
  Image.StringData["defines"] = Lists[0];
  Image.StringData["weak"] = Lists[1];
  Image.StringData["needs"] = Lists[2];
  Image.StringData["entries"] = Lists[3];
  Image.Image = MemoryBuffer::getMemBuffer(Bitcode, "",
                                           /*RequiresNullTerminator=*/false);
  return OffloadBinary::write(Image);
}

Expected<SmallString<0>> TargetLink::record() {
  if (Error E = checkWaveSizes(Group))
    return std::move(E);
  for (const DeviceCode *Each : Group.Codes)
    if (Error E = add(*Each))
      return std::move(E);
  if (symbolsOf(*Whole).Defines.empty())
    return createStringError(
        Group.Codes.front()->Source + ": its code for " + target() +
        " defines nothing that other fragments could use; put functions "
        "between "
        "`#pragma omp begin declare target device_type(nohost)` and `#pragma "
        "omp end declare target`");
  return write();
}

/// Unlike an image, a fragment has code for each target that its inputs name:
/// whoever puts it together with others chooses.
std::vector<DeviceGroup> groupsOf(ArrayRef<DeviceCode> Codes) {
  std::vector<DeviceGroup> Groups;
  for (const DeviceCode &Code : Codes) {
    const std::string Arch = isGenericArch(Code.Arch) ? "generic" : Code.Arch;
    auto Group = find_if(Groups, [&](const DeviceGroup &Each) {
      return Each.Arch == Arch &&
             targetClass(Each.Triple) == targetClass(Code.Triple);
    });
    if (Group == Groups.end())
      Group = Groups.insert(Group, {Code.Triple, Arch, Code.Features, {&Code}});
    else
      Group->Codes.push_back(&Code);
  }
  return Groups;
}

/// A target's records.
using Records = std::map<std::pair<std::string, std::string>, std::string>;

Error addBitcode(ArrayRef<DeviceCode> Codes, Records &All) {
  for (const DeviceGroup &Each : groupsOf(Codes)) {
    Expected<SmallString<0>> Record = TargetLink(Each).record();
    if (!Record)
      return Record.takeError();
    All[{Each.Triple, Each.Arch}] += Record->str();
  }
  return Error::success();
}

/// Nobody links both kinds into one kernel.
Error checkKinds(const InputCode &Inputs) {
  for (const CudaCode &Cuda : Inputs.Cuda)
    for (const DeviceCode &Code : Inputs.Codes)
      if (targetKind(Code.Triple) == TargetKind::Nvptx &&
          Code.Arch == Cuda.Arch)
        return createStringError(
            Cuda.Source + ": it has LTO-IR of CUDA for " + Cuda.Arch +
            ", for which " + Code.Source +
            " has bitcode of clang; a fragment has one of them for a GPU: "
            "compile one of the files for other GPUs only");
  return Error::success();
}

Error addCuda(ArrayRef<CudaCode> Codes, const CudaOptions &Wanted,
              Records &All) {
  std::map<std::string, CudaRecords> ByArch;
  for (const CudaCode &Each : Codes) {
    Expected<SmallString<0>> Record =
        ByArch.try_emplace(Each.Arch, Wanted).first->second.record(Each);
    if (!Record)
      return Record.takeError();
    All[{"nvptx64-nvidia-cuda", Each.Arch}] += Record->str();
  }
  return Error::success();
}

} // namespace

Expected<std::string>
ompjit::fragment::makeFragment(const InputCode &Inputs,
                               const CudaOptions &Wanted) {
  if (Error E = checkKinds(Inputs))
    return std::move(E);
  Records All;
  if (Error E = addBitcode(Inputs.Codes, All))
    return std::move(E);
  if (Error E = addCuda(Inputs.Cuda, Wanted, All))
    return std::move(E);
  std::string File;
  for (const auto &[Target, Bytes] : All)
    File += Bytes;
  return File;
}
