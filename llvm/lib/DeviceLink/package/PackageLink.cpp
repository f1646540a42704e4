//===- PackageLink.cpp - Device code to a JIT package ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prepares the module, describes it, and lays out the package.
//
//===----------------------------------------------------------------------===//

#include "ompjit/DeviceLink/PackageLink.h"

#include "PackageParts.h"
#include "image/ImageLink.h"
#include "inputs/Undefined.h"
#include "lto/Optimize.h"
#include "ompjit/Backend/Backend.h"
#include "ompjit/DeviceLink/Binding.h"
#include "ompjit/DeviceLink/DeviceGroup.h"
#include "ompjit/DeviceLink/Examine.h"
#include "ompjit/DeviceLink/ParameterFacts.h"
#include "ompjit/DeviceLink/Prepare.h"
#include "ompjit/DeviceLink/Target.h"
#include "ompjit/PackageBitcode.h"
#include "ompjit/Specialize/Acquires.h"
#include "ompjit/Specialize/Device.h"
#include "ompjit/Specialize/KernelDigest.h"
#include "ompjit/Specialize/LateBound.h"
#include "ompjit/Specialize/LaunchBounds.h"
#include "ompjit/Specialize/LoopNests.h"
#include "ompjit/Specialize/Marks.h"
#include "support/LinkDiagnostics.h"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/TimeProfiler.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace ompjit::devicelink {

static uint32_t flagsOf(const Entry &Kernel) {
  uint32_t Flags = Kernel.IsInBase ? package::KernelInBase : 0;
  const auto &Code = *cast<Function>(Kernel.Value);
  if (mayAcquire(Code))
    Flags |= package::KernelAcquires;
  if (hasLoopNests(Code))
    Flags |= package::KernelHasNests;
  const uint32_t Queries = deviceQueries(Code);
  for (auto [Query, Flag] :
       {std::pair(AsksNumDevices, package::KernelAsksNumDevices),
        std::pair(AsksDeviceNum, package::KernelAsksDeviceNum),
        std::pair(AsksDebugKinds, package::KernelAsksDebugKinds),
        std::pair(AsksDynamicMemory, package::KernelAsksDynamicMemory)})
    if (Queries & Query)
      Flags |= Flag;
  return Flags;
}

static llvm::Error describeKernels(const PreparedModule &Prepared,
                                   PackageContents &Contents) {
  TimeTraceScope Scope("Parameter facts");
  std::vector<const Function *> Kernels;
  Kernels.reserve(Prepared.Kernels.size());
  for (const Entry &E : Prepared.Kernels)
    Kernels.push_back(cast<Function>(E.Value));
  auto Facts = parameterFacts(*Prepared.M, Kernels);
  if (!Facts)
    return Facts.takeError();
  KernelDigests Digests;
  for (auto [E, Kernel, Known] : zip_equal(Prepared.Kernels, Kernels, *Facts))
    Contents.Kernels.push_back(
        {E.Name, Kernel->getName().str(), std::move(Known.Parameters),
         launchBounds(*Kernel), flagsOf(E), /*Part=*/0, std::move(Known.Fields),
         lateBoundFunctions(*Kernel), Digests.of(*Kernel)});
  return llvm::Error::success();
}

/// The base image is compiled before anything is bound.
static llvm::Error checkLateBound(const PreparedModule &Prepared) {
  auto Check = [](const Entry &E, StringRef Why) {
    const auto *F = dyn_cast<Function>(E.Value);
    const auto Names = F ? lateBoundFunctions(*F) : std::vector<std::string>();
    return Names.empty()
               ? llvm::Error::success()
               : createStringError(
                     "'" + demangle(F->getName()) + "' reaches '" +
                     demangle(Names.front()) +
                     "', which is bound at run time, " + "and " + Why +
                     "; call late-bound functions directly in target regions "
                     "and in what these call");
  };
  for (const Entry &E : Prepared.SharedState)
    if (llvm::Error Problem = Check(E, "is called through its address"))
      return Problem;
  for (const Entry &E : Prepared.Kernels)
    if (E.IsInBase)
      if (llvm::Error Problem = Check(E, "calls functions through addresses"))
        return Problem;
  return llvm::Error::success();
}

static PackageContents::Global describeGlobal(const Entry &E,
                                              const DataLayout &Layout) {
  PackageContents::Global Global;
  Global.EntryName = E.Name;
  Global.Symbol = E.Value->getName().str();
  Global.Flags = E.Name.empty() ? 0u : uint32_t(package::GlobalHasEntry);
  if (auto *Variable = dyn_cast<GlobalVariable>(E.Value)) {
    Global.Size = Layout.getTypeAllocSize(Variable->getValueType());
    Global.Flags |= Variable->isConstant() ? 0u : package::GlobalMutable;
  } else {
    Global.Flags |= package::GlobalFunction;
  }
  return Global;
}

static std::string writeBitcode(const Module &M) {
  std::string Bytes;
  raw_string_ostream Stream(Bytes);
  WriteBitcodeToFile(M, Stream);
  return Bytes;
}

/// Returns the digest of the package that these contents make, without the data
/// that determines neither compiled code nor the effect of a launch: the names
/// under which the host knows the entries, and how the bitcode is packed. So
/// data that is added to the format counts without being listed here.
static package::Digest digestOf(PackageContents Contents,
                                ArrayRef<std::string> Bitcode) {
  for (PackageContents::Kernel &Each : Contents.Kernels)
    Each.EntryName.clear();
  for (PackageContents::Global &Each : Contents.Globals)
    Each.EntryName.clear();
  for (const std::string &Part : Bitcode)
    Contents.Parts.push_back({Part, Part.size()});
  const std::string Bytes = writePackage(Contents);
  return BLAKE3::hash<32>(
      ArrayRef(reinterpret_cast<const uint8_t *>(Bytes.data()), Bytes.size()));
}

static llvm::Error addParts(const PreparedModule &Prepared, std::string Bitcode,
                            ThreadPoolStrategy Threads,
                            PackageContents &Contents) {
  TimeTraceScope Scope("Package parts");
  auto Parts = splitPackage(Prepared, std::move(Bitcode), Threads);
  if (!Parts)
    return Parts.takeError();
  for (auto [Kernel, Part] : zip_equal(Contents.Kernels, Parts->OfKernel))
    Kernel.Part = Part;
  Contents.ContentDigest = digestOf(Contents, Parts->Bitcode);
  for (std::string &Part : Parts->Bitcode)
    Contents.Parts.push_back(packPart(std::move(Part)));
  return llvm::Error::success();
}

/// Compiles the package's own bitcode, as the compile service would compile a
/// whole image.
static Expected<std::string> nativeImage(StringRef Bitcode,
                                         LLVMContext &Context,
                                         const DeviceGroup &Group,
                                         const LinkConfig &Options) {
  auto Machine = createTargetMachine(Group.Triple, targetCpu(Group, Options),
                                     targetFeatures(Group), Options.OptLevel);
  if (!Machine)
    return Machine.takeError();
  auto M = parseBitcodeFile(MemoryBufferRef(Bitcode, "device"), Context);
  if (!M)
    return M.takeError();
  trapLateBound(**M);
  retarget(**M, **Machine);
  optimizeForImage(**M, **Machine, Options.OptLevel,
                   Options.HostLibraryFolders);
  auto Code = emitCode(**M, **Machine);
  if (!Code)
    return Code.takeError();
  SmallString<0> Generated(StringRef(Code->data(), Code->size()));
  return linkImage(Group, Options, Generated, {});
}

/// Checks what the optimiser made. LLVM 22 may leave debug information of
/// another function in a function of flang; code without it is right.
static llvm::Error verifyPrepared(Module &M, const DeviceGroup &Group,
                                  const LinkConfig &Options) {
  std::string Problem;
  raw_string_ostream Stream(Problem);
  bool HasWrongDebugInfo = false;
  if (verifyModule(M, &Stream, &HasWrongDebugInfo))
    return createStringError("the prepared device code is not valid: " +
                             Problem);
  if (!HasWrongDebugInfo)
    return llvm::Error::success();
  StripDebugInfo(M);
  Options.Client->warn("the device code for " + Group.Triple +
                       " has no debug information, because LLVM's optimiser "
                       "left wrong one");
  return llvm::Error::success();
}

static Expected<std::string> makePackage(LLVMContext &Context,
                                         const DeviceGroup &Group,
                                         const LinkConfig &Options) {
  auto Machine = createTargetMachine(Group.Triple, targetCpu(Group, Options),
                                     targetFeatures(Group), 3);
  if (!Machine)
    return Machine.takeError();
  auto Prepared =
      Options.BindsKernel
          ? prepareBinding(Context, Group, **Machine, Options.EntryPoint)
          : prepareModule(Context, Group, **Machine, Options.EntryPoint);
  if (!Prepared)
    return Prepared.takeError();
  if (llvm::Error E = verifyPrepared(*Prepared->M, Group, Options))
    return E;
  if (llvm::Error E = checkModule(*Prepared->M, Group, Options))
    return E;
  if (llvm::Error E = checkLateBound(*Prepared))
    return E;

  PackageContents Contents;
  Contents.Triple = Group.Triple;
  Contents.Arch = targetCpu(Group, Options);
  if (llvm::Error E = describeKernels(*Prepared, Contents))
    return E;
  dropMarks(*Prepared->M);
  for (const Entry &E : Prepared->SharedState)
    Contents.Globals.push_back(describeGlobal(E, Prepared->M->getDataLayout()));
  if (!Prepared->SharedState.empty() || Prepared->HasConstructors)
    Contents.Flags |= package::TargetHasBase;
  std::string Bitcode = writeBitcode(*Prepared->M);
  if (Options.WithNativeImage && !isGenericArch(Group.Arch)) {
    auto Image = nativeImage(Bitcode, Context, Group, Options);
    if (!Image)
      return Image.takeError();
    Contents.NativeImages.push_back({Contents.Arch, std::move(*Image)});
  }
  if (llvm::Error E =
          addParts(*Prepared, std::move(Bitcode), Options.Threads, Contents))
    return E;
  return writePackage(Contents);
}

Expected<std::string> linkPackage(const DeviceGroup &Group,
                                  const LinkConfig &Options) {
  if (Options.DryRun && (!Options.WithNativeImage || isGenericArch(Group.Arch)))
    return "";
  if (Options.DryRun)
    return linkImage(Group, Options, {SmallString<0>()}, {});
  LinkDiagnostics Diags(Options);
  LLVMContext Context;
  Context.setDiscardValueNames(true);
  Diags.attach(Context);
  auto Records = Diags.record(Context);
  if (!Records)
    return Records.takeError();
  auto Package = makePackage(Context, Group, Options);
  if (llvm::Error E = Diags.combine(Package.takeError()))
    return withFiles(std::move(E), Group);
  if (*Records)
    (*Records)->keep();
  return Package;
}

} // namespace ompjit::devicelink
