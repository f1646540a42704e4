//===- TargetMachine.cpp - Chooses the machine and re-targets to it -------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Implements createTargetMachine() and retarget(). Does not generate code.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Backend/Backend.h"
#include "ompjit/Specialize/CodeOptions.h"
#include "ompjit/Targets.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/SubtargetFeature.h"

#include <mutex>

using namespace llvm;

namespace ompjit {

// LLVM's registry is a plain list, so it is filled once, before any use.
static void registerTargets() {
  static std::once_flag Once;
  std::call_once(Once, [] {
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
    LLVMInitializeX86AsmParser();
    LLVMInitializeAArch64TargetInfo();
    LLVMInitializeAArch64Target();
    LLVMInitializeAArch64TargetMC();
    LLVMInitializeAArch64AsmPrinter();
    LLVMInitializeAArch64AsmParser();
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
    LLVMInitializeAMDGPUTargetInfo();
    LLVMInitializeAMDGPUTarget();
    LLVMInitializeAMDGPUTargetMC();
    LLVMInitializeAMDGPUAsmPrinter();
    LLVMInitializeAMDGPUAsmParser();
  });
}

static bool knowsFeature(const MCSubtargetInfo &Info, StringRef Name) {
  return any_of(Info.getAllProcessorFeatures(),
                [&](const SubtargetFeatureKV &KV) { return Name == KV.Key; });
}

// LLVM would print a warning for an unknown name and continue with another CPU.
static Error checkCpu(const MCSubtargetInfo &Info, StringRef Cpu,
                      StringRef Features) {
  if (!Cpu.empty() && !Info.isCPUStringValid(Cpu))
    return createStringError("'" + Cpu + "' is not a CPU of the target " +
                             Info.getTargetTriple().str());
  SmallVector<StringRef> Names;
  Features.split(Names, ',', -1, /*KeepEmpty=*/false);
  for (StringRef Name : Names)
    if (!SubtargetFeatures::hasFlag(Name) ||
        !knowsFeature(Info, SubtargetFeatures::StripFlag(Name)))
      return createStringError("'" + Name +
                               "' is not a feature of the target " +
                               Info.getTargetTriple().str());
  return Error::success();
}

constexpr StringLiteral Wave32 = "+wavefrontsize32";
constexpr StringLiteral Wave64 = "+wavefrontsize64";

static bool hasAlways(const MCSubtargetInfo &Info, StringRef Cpu,
                      StringRef Feature) {
  const SubtargetSubTypeKV *Processor =
      find_if(Info.getAllProcessorDescriptions(),
              [&](const SubtargetSubTypeKV &KV) { return Cpu == KV.Key; });
  if (Processor == Info.getAllProcessorDescriptions().end())
    return false;
  FeatureBitset All = Processor->Implies.getAsBitset(), Before;
  while (All != Before) {
    Before = All;
    for (const SubtargetFeatureKV &KV : Info.getAllProcessorFeatures())
      if (All.test(KV.Value))
        All |= KV.Implies.getAsBitset();
  }
  return any_of(Info.getAllProcessorFeatures(),
                [&](const SubtargetFeatureKV &KV) {
                  return Feature.drop_front() == KV.Key && All.test(KV.Value);
                });
}

// LLVM would ignore the request for a size that the CPU does not have.
static Error checkWaveSize(const MCSubtargetInfo &Info, StringRef Cpu,
                           StringRef Features) {
  if (!(Features.contains(Wave32) && hasAlways(Info, Cpu, Wave64)) &&
      !(Features.contains(Wave64) && hasAlways(Info, Cpu, Wave32)))
    return Error::success();
  return createStringError(
      Cpu +
      " has no waves of the size that the device code was compiled for: "
      "compile it with --offload-arch=" +
      Cpu);
}

/// The first version of PTX that supports a GPU, which LLVM does not export.
struct PtxOfGpu {
  StringLiteral Gpu;
  unsigned Version; ///< 87 means 8.7.
};
static constexpr PtxOfGpu OldestPtx[] = {
    {"sm_50", 40},   {"sm_52", 41},   {"sm_53", 42},   {"sm_60", 50},
    {"sm_61", 50},   {"sm_62", 50},   {"sm_70", 60},   {"sm_72", 61},
    {"sm_75", 63},   {"sm_80", 70},   {"sm_86", 71},   {"sm_87", 74},
    {"sm_88", 90},   {"sm_89", 78},   {"sm_90", 78},   {"sm_90a", 80},
    {"sm_100", 86},  {"sm_100a", 86}, {"sm_100f", 88}, {"sm_101", 86},
    {"sm_101a", 86}, {"sm_101f", 88}, {"sm_103", 88},  {"sm_103a", 88},
    {"sm_103f", 88}, {"sm_110", 90},  {"sm_110a", 90}, {"sm_110f", 90},
    {"sm_120", 87},  {"sm_120a", 87}, {"sm_120f", 88}, {"sm_121", 88},
    {"sm_121a", 88}, {"sm_121f", 88}};

static std::string ptxText(unsigned Version) {
  return (Twine(Version / 10) + "." + Twine(Version % 10)).str();
}

// LLVM would end the process.
static Error checkPtx(StringRef Gpu, StringRef Features) {
  unsigned Asked = 0;
  SmallVector<StringRef> Names;
  Features.split(Names, ',', -1, /*KeepEmpty=*/false);
  for (StringRef Name : Names)
    if (unsigned Version = 0;
        Name.consume_front("+ptx") && !Name.getAsInteger(10, Version))
      Asked = std::max(Asked, Version);
  const auto *Known = find_if(
      OldestPtx, [Gpu](const PtxOfGpu &Each) { return Each.Gpu == Gpu; });
  if (!Asked || Known == std::end(OldestPtx) || Asked >= Known->Version)
    return Error::success();
  return createStringError("code for " + Gpu + " needs PTX " +
                           ptxText(Known->Version) + " or later, but PTX " +
                           ptxText(Asked) +
                           " is asked for: the driver is older than the GPU");
}

/// LLVM takes gathers for cheap on every processor with AVX-512. On AMD's they
/// are microcode, and loads of single elements are at least as fast: between
/// 0.4 and 1 times the time (docs/measurements.md).
static std::string tunedFeatures(const Triple &TheTriple, StringRef Cpu,
                                 StringRef Features) {
  constexpr StringLiteral NoGather = "prefer-no-gather";
  std::string All = Features.str();
  if (TheTriple.isX86() && (Cpu == "znver4" || Cpu == "znver5") &&
      !Features.contains(NoGather))
    All += (All.empty() ? "+" : ",+") + NoGather.str();
  return All;
}

namespace {
struct Processor {
  std::string Cpu, Features;
};
} // namespace

/// Replaces the name of a level that LLVM does not know as one of a processor.
static Processor processorOf(const Triple &TheTriple, StringRef Cpu,
                             StringRef Features) {
  Processor Found{Cpu.str(), Features.str()};
  const TargetTraits &Traits =
      traitsOf(Triple::getArchTypeName(TheTriple.getArch()).str());
  if (findHostWithLevel(Cpu) != &Traits)
    return Found;
  std::string OfLevel;
  for (const HostLevel &Level : Traits.Host.Levels) {
    if (Level.Cpu == Level.Name)
      return Found;
    for (StringRef Feature : split(StringRef(Level.Features), ','))
      if (!Feature.empty())
        OfLevel += (OfLevel.empty() ? "+" : ",+") + Feature.str();
    Found.Cpu = Level.Cpu;
    if (Cpu == StringRef(Level.Name))
      break;
  }
  const bool HasBoth = !OfLevel.empty() && !Features.empty();
  Found.Features = OfLevel + (HasBoth ? "," : "") + Features.str();
  return Found;
}

Expected<std::unique_ptr<TargetMachine>>
createTargetMachine(StringRef TripleName, StringRef CpuOrLevel,
                    StringRef OwnFeatures, unsigned OptLevel) {
  registerTargets();
  Triple TheTriple(Triple::normalize(TripleName));
  const Processor For = processorOf(TheTriple, CpuOrLevel, OwnFeatures);
  const StringRef Cpu = For.Cpu, Features = For.Features;
  std::string Reason;
  const Target *T = TargetRegistry::lookupTarget(TheTriple, Reason);
  if (!T)
    return createStringError(Reason);
  std::unique_ptr<MCSubtargetInfo> Info(
      T->createMCSubtargetInfo(TheTriple, "", ""));
  if (!Info)
    return createStringError("no code generator for " + TripleName);
  if (Error E = checkCpu(*Info, Cpu, Features))
    return E;
  if (Error E = checkWaveSize(*Info, Cpu, Features))
    return E;
  if (TheTriple.isNVPTX())
    if (Error E = checkPtx(Cpu, Features))
      return E;

  std::optional<CodeGenOptLevel> Level = CodeGenOpt::getLevel(OptLevel);
  if (!Level)
    return createStringError("there is no optimisation level " +
                             Twine(OptLevel));
  TargetOptions Options;
  Options.UseInitArray = true;
  std::unique_ptr<TargetMachine> TM(T->createTargetMachine(
      TheTriple, Cpu, tunedFeatures(TheTriple, Cpu, Features), Options,
      Reloc::PIC_, std::nullopt, *Level));
  if (!TM)
    return createStringError("no code generator for " + TripleName);
  return TM;
}

std::string featuresWithThoseOf(const Module &M, StringRef Features) {
  std::string All = Features.str();
  if (!M.getTargetTriple().isAMDGCN())
    return All;
  for (const Function &F : M) {
    const StringRef Own =
        F.getFnAttribute("target-features").getValueAsString();
    for (StringRef Size : {Wave32, Wave64})
      if (Own.contains(Size))
        return All + (All.empty() ? "" : ",") + Size.str();
  }
  return All;
}

// A function with a target attribute of its own (say avx512f, guarded by a test
// of the CPU) cannot be selected without that feature, so features that it
// requests and the machine lacks are kept. On other targets a feature names the
// architecture itself, which re-targeting replaces.
//
// Features that its file was compiled without stay off everywhere.
static std::string featuresFor(const Function &F, const TargetMachine &TM) {
  std::string Features = TM.getTargetFeatureString().str();
  if (!TM.getTargetTriple().isX86())
    return Features;
  StringRef Own = F.getFnAttribute("target-features").getValueAsString();
  SmallVector<StringRef> Names;
  Own.split(Names, ',', -1, /*KeepEmpty=*/false);
  const MCSubtargetInfo &Machine = *TM.getMCSubtargetInfo();
  for (StringRef Name : Names)
    if (Name.starts_with("+") && knowsFeature(Machine, Name.drop_front()) &&
        !Machine.checkFeatures(Name.str()))
      Features += (Features.empty() ? "" : ",") + Name.str();
  const StringRef Without =
      F.getFnAttribute(WithoutFeaturesAttribute).getValueAsString();
  for (StringRef Name : split(Without, ','))
    if (Name.consume_front("-") && !is_contained(Names, "+" + Name.str()))
      Features += (Features.empty() ? "-" : ",-") + Name.str();
  return Features;
}

void retarget(Module &M, const TargetMachine &TM) {
  M.setTargetTriple(TM.getTargetTriple());
  M.setDataLayout(TM.createDataLayout());
  StringRef Cpu = TM.getTargetCPU();
  for (Function &F : M) {
    if (F.isDeclaration() && !F.isMaterializable())
      continue;
    F.addFnAttr("target-features", featuresFor(F, TM));
    F.addFnAttr("target-cpu", Cpu);
    F.addFnAttr("tune-cpu", Cpu);
  }
}

} // namespace ompjit
