//===- TargetMachine.cpp - Choose the machine and re-target to it ---------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// createTargetMachine and retarget of Backend.h. Does not generate code.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Backend/Backend.h"

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

// LLVM prints a warning for an unknown name and goes on with another CPU.
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

Expected<std::unique_ptr<TargetMachine>>
createTargetMachine(StringRef TripleName, StringRef Cpu, StringRef Features,
                    unsigned OptLevel) {
  registerTargets();
  Triple TheTriple(Triple::normalize(TripleName));
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

  std::optional<CodeGenOptLevel> Level = CodeGenOpt::getLevel(OptLevel);
  if (!Level)
    return createStringError("there is no optimisation level " +
                             Twine(OptLevel));
  TargetOptions Options;
  Options.UseInitArray = true;
  std::unique_ptr<TargetMachine> TM(T->createTargetMachine(
      TheTriple, Cpu, Features, Options, Reloc::PIC_, std::nullopt, *Level));
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
// of the CPU) cannot be selected without that feature, so whatever it asks for
// and the machine lacks is kept. Elsewhere a feature names the architecture
// itself, which re-targeting replaces.
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
