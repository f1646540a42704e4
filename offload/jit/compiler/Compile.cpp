//===- Compile.cpp - From a package to an image ---------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compile.h"

#include "CodeDigest.h"
#include "CudaLink.h"
#include "Fault.h"
#include "FragmentLink.h"
#include "FragmentOptions.h"
#include "Optimize.h"
#include "RequestedFacts.h"

#include "ompjit/Backend/Assemble.h"
#include "ompjit/Backend/Backend.h"
#include "ompjit/Backend/Diagnostics.h"
#include "ompjit/KernelCounts.h"
#include "ompjit/Lanes/Lanes.h"
#include "ompjit/PackageBitcode.h"
#include "ompjit/Specialize/Counting.h"
#include "ompjit/Specialize/Extract.h"
#include "ompjit/Specialize/KernelFacts.h"
#include "ompjit/Specialize/LateBound.h"
#include "ompjit/Specialize/Launch.h"
#include "ompjit/Targets.h"
#include "ompjit/VirtualGpu/Lower.h"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"

#include <chrono>

using namespace llvm;

namespace ompjit::jit {

namespace {

using llvm::Error;

struct Stage {
  const char *Name; ///< For people.
  const char *FaultPoint;
  uint64_t CompileTimes::*Time;
};

constexpr Stage Loading = {"reading the bitcode", "load", &CompileTimes::Load};
constexpr Stage Targeting = {"target", "", &CompileTimes::Load};
constexpr Stage Counting = {"counters", "", &CompileTimes::Specialize};
constexpr Stage Specializing = {"specialisation", "specialise",
                                &CompileTimes::Specialize};
constexpr Stage Optimising = {"optimisation", "optimise",
                              &CompileTimes::Optimize};
constexpr Stage Lowering = {"lowering to the virtual GPU", "",
                            &CompileTimes::CodeGen};
constexpr Stage Generating = {"code generation", "generate",
                              &CompileTimes::CodeGen};
constexpr Stage Linking = {"link", "link", &CompileTimes::Link};
constexpr Stage LinkingCuda = {"link by libnvJitLink", "link",
                               &CompileTimes::Link};
constexpr Stage Assembling = {"assembly", "assemble", &CompileTimes::Assemble};

/// Runs the steps of a compile and measures their times.
class Steps {
public:
  Steps(Progress &Done, StringRef Fault) : Done(Done), Fault(Fault) {}

  template <typename Function> auto run(const Stage &What, Function Body) {
    using Clock = std::chrono::steady_clock;
    using Outcome = decltype(Body());
    Done.Stage = What.Name;
    Clock::time_point Start = Clock::now();
    if (Error E = strikeFault(Fault, What.FaultPoint))
      return Outcome(std::move(E));
    Outcome Result = Body();
    Done.Times.*What.Time +=
        std::chrono::nanoseconds(Clock::now() - Start).count();
    return Result;
  }

private:
  Progress &Done;
  const StringRef Fault;
};

std::optional<KernelInfo> findKernel(const PackageView &Package,
                                     std::string_view Symbol) {
  for (uint32_t I = 0; I != Package.numKernels(); ++I)
    if (KernelInfo Kernel = Package.kernel(I); Kernel.Symbol == Symbol)
      return Kernel;
  return std::nullopt;
}

/// The parts of the package that the image needs, and their bitcode, from which
/// they are read.
struct Loaded {
  std::vector<PartBitcode> Bitcode;
  std::unique_ptr<Module> M;
  std::vector<std::string> Slots;
};

/// Whoever asks for the image had to bind them first.
Error checkBound(const Module &M) {
  for (const Function &F : M)
    if (isLateBound(F))
      return createStringError("nothing is bound to '" + F.getName() + "'");
  return Error::success();
}

Expected<std::vector<std::string>>
extract(const PackageView &Package, const CompileRequest &Request, Module &M) {
  if (Request.Kind == ImageKind::Kernel) {
    auto Slots = extractKernel(M, Request.KernelSymbol);
    if (Slots)
      if (Error E = checkBound(M))
        return std::move(E);
    return Slots;
  }
  SmallVector<StringRef> Kernels;
  for (uint32_t I = 0; I != Package.numKernels(); ++I)
    if (KernelInfo Kernel = Package.kernel(I); !Kernel.isInBase())
      Kernels.push_back(Kernel.Symbol);
  if (Error E = Request.Kind == ImageKind::Base ? extractBase(M, Kernels)
                                                : extractWhole(M))
    return E;
  trapLateBound(M);
  return std::vector<std::string>();
}

/// Opens a module whose bodies are read on demand. Does not copy the bytes.
Expected<std::unique_ptr<Module>> open(const PartBitcode &Bitcode,
                                       LLVMContext &Context) {
  return getLazyBitcodeModule(
      MemoryBufferRef(StringRef(Bitcode.bytes()), "package"), Context,
      /*ShouldLazyLoadMetadata=*/true);
}

/// Returns the parts from \p First to \p Last, linked if there are several.
Expected<Loaded> loadParts(const PackageView &Package, uint32_t First,
                           uint32_t Last, LLVMContext &Context) {
  Loaded Input;
  for (uint32_t Part = First; Part <= Last; ++Part) {
    Result<PartBitcode> Bitcode = readPart(Package, Part);
    if (!Bitcode)
      return createStringError(Bitcode.error().message());
    Input.Bitcode.push_back(std::move(*Bitcode));
    auto M = open(Input.Bitcode.back(), Context);
    if (!M)
      return M.takeError();
    if (!Input.M) {
      Input.M = std::move(*M);
      // Metadata that is read later would be duplicated by that of the other
      // parts.
      if (Error E =
              First == Last ? Error::success() : Input.M->materializeMetadata())
        return E;
    } else if (Linker::linkModules(*Input.M, std::move(*M)))
      return createStringError("part " + Twine(Part) +
                               " of the package does not fit the others");
  }
  return Input;
}

Expected<Loaded> load(const PackageView &Package, const CompileRequest &Request,
                      LLVMContext &Context) {
  if (std::optional<KernelInfo> Kernel =
          findKernel(Package, Request.KernelSymbol);
      Kernel && Kernel->isInBase())
    return createStringError("the kernel uses addresses of functions and is "
                             "compiled into the base image");
  uint32_t First = 0, Last = 0;
  if (Request.Kind == ImageKind::Whole)
    Last = Package.numParts() - 1;
  else if (std::optional<KernelInfo> Kernel =
               findKernel(Package, Request.KernelSymbol))
    First = Last = Kernel->Part;
  Expected<Loaded> Input = loadParts(Package, First, Last, Context);
  if (!Input)
    return Input;
  auto Slots = extract(Package, Request, *Input->M);
  if (!Slots)
    return Slots.takeError();
  Input->Slots = std::move(*Slots);
  return Input;
}

/// Returns the machine for the request, and adapts \p M to it.
Expected<std::unique_ptr<TargetMachine>>
machineFor(Module &M, const PackageView &Package,
           const CompileRequest &Request) {
  auto TM = createTargetMachine(StringRef(Package.triple()), Request.Arch,
                                featuresWithThoseOf(M, Request.Features),
                                Request.OptLevel);
  if (TM)
    retarget(M, **TM);
  return TM;
}

/// Before facts, which are not the same for all images that count.
Error count(CompileRequest &Request, Function &Kernel, Image &Output,
            Progress &Progress) {
  if (!Request.Counts.empty()) {
    Result<KernelCounts> Counts = KernelCounts::decode(Request.Counts);
    if (!Counts)
      return createStringError(Counts.error().message());
    Progress.HasUnfitCounts = !useCounts(Kernel, *Counts);
  }
  if (Request.IsCounting) {
    Output.Counters = countBlocks(Kernel).encode();
    // Lanes would share the variable in which a thread counts.
    Request.Lanes = LanesOff;
  }
  return Error::success();
}

Error specialize(const PackageView &Package, const CompileRequest &Request,
                 Module &M, const TargetMachine &TM) {
  if (Request.Facts.empty())
    return Error::success();
  std::optional<KernelInfo> Kernel = findKernel(Package, Request.KernelSymbol);
  if (!Kernel || Request.Kind != ImageKind::Kernel)
    return createStringError("the package has no kernel '" +
                             Request.KernelSymbol +
                             "' that facts could be about");
  auto Facts = checkFacts(Request.Facts, Package, *Kernel);
  if (!Facts)
    return Facts.takeError();
  return specializeKernel(*M.getFunction(Request.KernelSymbol), *Facts,
                          TM.getTargetTriple().isGPU() ? warpSizeOf(TM) : 0);
}

bool checksAccesses(const CompileRequest &Request) {
  return StringRef(Request.Emulation).split(',').second == "check";
}

/// Adds the attribute that prevents LLVM from moving loads, because checked
/// code must read only what the program reads.
void forbidSpeculativeLoads(Module &M) {
  for (Function &F : M)
    if (!F.isDeclaration())
      F.addFnAttr(Attribute::SanitizeThread);
}

/// Returns the module for the processor that emulates the GPU, and replaces the
/// GPU's machine by the processor's.
Expected<std::unique_ptr<Module>>
lowerForEmulation(Module &M, const CompileRequest &Request,
                  std::unique_ptr<TargetMachine> &TM) {
  const StringRef Level = StringRef(Request.Emulation).split(',').first;
  const TargetTraits *Host = findHostWithLevel(Level);
  if (!Host)
    return createStringError("'" + Level +
                             "' is no level of processors that can play a GPU");
  auto Processor =
      createTargetMachine(Host->Host.Triple, Level, "", Request.OptLevel);
  if (!Processor)
    return Processor.takeError();
  VirtualGpuOptions Options;
  Options.ChecksAccesses = checksAccesses(Request);
  auto Lowered = lowerToProcessor(M, *TM, **Processor, Options);
  if (!Lowered)
    return Lowered;
  TM = std::move(*Processor);
  tidy(**Lowered, *TM, Request.OptLevel);
  return Lowered;
}

/// Links the image. PTX is returned as it is, since the device's plugin or an
/// assembler makes machine code of it.
Expected<std::string> link(ArrayRef<char> Code, const Triple &Target) {
  StringRef Bytes(Code.data(), Code.size());
  if (generatedFileType(Target) == CodeGenFileType::AssemblyFile)
    return Bytes.str();
  return linkSharedObject(MemoryBufferRef(Bytes, "object"), {});
}

/// Makes the bytes of the image from optimised IR.
Expected<std::string> generate(std::unique_ptr<Module> M,
                               std::unique_ptr<TargetMachine> TM,
                               const CompileRequest &Request, Steps &Stages,
                               Texts &Written) {
  if (!Request.Emulation.empty()) {
    auto Lowered = Stages.run(
        Lowering, [&] { return lowerForEmulation(*M, Request, TM); });
    if (!Lowered)
      return Lowered.takeError();
    M = std::move(*Lowered);
    Written.addModule("lowered.ll", *M);
  }
  Written.addAssembly(*M, *TM);
  auto Code = Stages.run(Generating, [&] { return emitCode(*M, *TM); });
  if (!Code)
    return Code.takeError();
  return Stages.run(Linking,
                    [&] { return link(*Code, TM->getTargetTriple()); });
}

/// Makes machine code of PTX, if an assembler is available.
Error assemble(const CompileRequest &Request, Image &Output) {
  AssembleOptions Options;
  Options.Gpu = Request.Arch;
  Options.OptLevel = Request.OptLevel;
  Options.MayOpenLibraries = Request.AllowedAssembler == Assembler::Any;
  auto Code = assembleForGpu(Output.Bytes, Options);
  if (!Code)
    return Code.takeError();
  Output.IsAssembly = !*Code;
  if (*Code)
    Output.Bytes = std::move(**Code);
  return Error::success();
}

} // namespace

Expected<Image> compileImage(const PackageView &Package, CompileRequest Request,
                             Progress &Progress) {
  LLVMContext Context;
  Context.setDiscardValueNames(true);
  if (Request.WantsTexts)
    Progress.Written.turnOn();
  DiagnosticCollector Diagnostics(Context, LanesRemarks);

  Steps Stages(Progress, Request.Fault);
  if (Request.Kind == ImageKind::Package) {
    auto Linked = Package.isLtoIr()
                      ? Stages.run(LinkingCuda,
                                   [&] { return linkCuda(Package, Request); })
                      : Stages.run(Linking, [&] {
                          return linkFragments(Package, Request.KernelSymbol);
                        });
    if (!Linked)
      return Linked.takeError();
    Image Output;
    Output.Bytes = std::move(*Linked);
    return Output;
  }
  if (Package.isFragments() || Package.isBinding())
    return createStringError("the package is one of fragments");
  auto Input =
      Stages.run(Loading, [&] { return load(Package, Request, Context); });
  if (!Input)
    return Input.takeError();
  Image Output;
  Output.Slots = std::move(Input->Slots);
  Module &M = *Input->M;
  Request.OptLevel = boundedLevel(M, Request.OptLevel);
  auto TM =
      Stages.run(Targeting, [&] { return machineFor(M, Package, Request); });
  if (!TM)
    return TM.takeError();
  Progress.Written.addModule("before.ll", M);
  if (Request.Kind == ImageKind::Kernel)
    if (Error E = Stages.run(Counting, [&] {
          return count(Request, *M.getFunction(Request.KernelSymbol), Output,
                       Progress);
        }))
      return E;
  if (Error E = Stages.run(
          Specializing, [&] { return specialize(Package, Request, M, **TM); }))
    return E;
  if (checksAccesses(Request))
    forbidSpeculativeLoads(M);
  if (Error E = Stages.run(Optimising, [&] {
        Request.OptLevel = optimize(M, **TM, Request);
        return Diagnostics.takeError();
      }))
    return E;
  if (Request.OptLevel == 0)
    (*TM)->setOptLevel(CodeGenOptLevel::None);
  Progress.Loops = Diagnostics.takeRemarks();
  Progress.Written.addModule("after.ll", M);
  if (Request.Kind == ImageKind::Kernel)
    Output.Code = codeDigest(M, Output.Slots, Request.OptLevel);
  if (is_contained(Request.KnownCodes, Output.Code))
    return Output;
  auto Bytes = generate(std::move(Input->M), std::move(*TM), Request, Stages,
                        Progress.Written);
  if (!Bytes)
    return Bytes.takeError();
  Output.Bytes = std::move(*Bytes);
  Output.IsAssembly = Request.Emulation.empty() &&
                      generatedFileType(Triple(StringRef(Package.triple()))) ==
                          CodeGenFileType::AssemblyFile;
  if (!Output.IsAssembly || Request.AllowedAssembler == Assembler::None)
    return Output;
  if (Error E =
          Stages.run(Assembling, [&] { return assemble(Request, Output); }))
    return E;
  return Output;
}

} // namespace ompjit::jit
