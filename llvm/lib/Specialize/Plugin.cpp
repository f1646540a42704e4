//===- Plugin.cpp - The transformations as passes of opt ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libompjit-specialize.so, for `opt -load-pass-plugin`. Parameters stand in
// angle brackets, separated by semicolons:
//
//   ompjit-extract<kernel;NAME>       one kernel and what it reaches; the
//                                     symbols of the slots become the named
//                                     metadata !ompjit.slots
//   ompjit-extract<base;NAME;...>     the shared state without these kernels
//   ompjit-extract<part;NAME;...>     some kernels, as a part of a package
//   ompjit-extract<whole>             everything
//   ompjit-scalars<NAME;0=42;3=0x3f>  values of parameters of a kernel
//   ompjit-fields<NAME;0+8:32=5;2+16:64=0x3f>
//                                     what lies behind pointers: parameter,
//                                     offset in bytes, width in bits, value
//   ompjit-alignment<NAME;0=64;2=16>  alignments of pointers, in bytes
//   ompjit-extents<NAME;0=64;2=4096>  bytes of memory behind pointers
//   ompjit-disjoint<NAME;0;2>         pointers to different pieces of memory
//   ompjit-argument-scopes            notes at accesses what follows of that
//   ompjit-invariant-loads            so of loads of what nobody writes
//   ompjit-zero-bits<NAME;0=15>       bits of parameters that are 0
//   ompjit-launch<NAME;teams=4;threads=128;warp=32>
//                                     the size of a kernel's launches, as far
//                                     as it does not depend on the mode
//   ompjit-launch-size                the rest of it
//   ompjit-device<devices=2;device=0;debug=0;dynamic=4096>
//                                     what the device and the launch answer
//   ompjit-propagate                  constants over calls and brokers
//   ompjit-avoid-faults               before LLVM's OpenMP optimiser
//   ompjit-known-tasks                tasks by the names of their functions
//   ompjit-veil, ompjit-unveil        around it; so are
//   ompjit-own-parameters, ompjit-copies-as-stores, ompjit-stores-as-copies
//   ompjit-mark-atomics, ompjit-unmark-atomics, ompjit-turn-branches
//   ompjit-keep-writes-open, ompjit-settle-writes
//   ompjit-hide-recursive-variables, ompjit-show-recursive-variables
//   ompjit-guard-copies               before it, for kernels that are SPMD
//
// An error becomes a diagnostic of the context, on which opt ends. The compile
// service calls the libraries directly and does not use this.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/Alignment.h"
#include "ompjit/Specialize/Device.h"
#include "ompjit/Specialize/Disjoint.h"
#include "ompjit/Specialize/Extents.h"
#include "ompjit/Specialize/Extract.h"
#include "ompjit/Specialize/Fields.h"
#include "ompjit/Specialize/KnownTasks.h"
#include "ompjit/Specialize/Launch.h"
#include "ompjit/Specialize/OptimizerFaults.h"
#include "ompjit/Specialize/Scalars.h"
#include "ompjit/Specialize/SingleTurns.h"
#include "ompjit/Specialize/TeamMemory.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"

using namespace llvm;
using namespace ompjit;

namespace {

using Parameters = SmallVector<std::string, 4>;

PreservedAnalyses report(Module &M, Error E) {
  if (E)
    M.getContext().emitError(toString(std::move(E)));
  return PreservedAnalyses::none();
}

class ExtractPass : public PassInfoMixin<ExtractPass> {
public:
  explicit ExtractPass(Parameters Words) : Words(std::move(Words)) {}

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    return report(M, extract(M));
  }
  static bool isRequired() { return true; }

private:
  Error extract(Module &M) {
    SmallVector<StringRef> Names(Words.begin() + 1, Words.end());
    if (Words[0] == "base")
      return extractBase(M, Names);
    if (Words[0] == "part")
      return extractPart(M, Names);
    if (Words[0] == "whole")
      return extractWhole(M);
    Expected<std::vector<std::string>> Slots = extractKernel(M, Names[0]);
    if (!Slots)
      return Slots.takeError();
    NamedMDNode *Table = M.getOrInsertNamedMetadata("ompjit.slots");
    for (const std::string &Symbol : *Slots)
      Table->addOperand(
          MDNode::get(M.getContext(), MDString::get(M.getContext(), Symbol)));
    return Error::success();
  }

  Parameters Words;
};

class ScalarsPass : public PassInfoMixin<ScalarsPass> {
public:
  ScalarsPass(std::string Kernel, SmallVector<ScalarArgument> Arguments)
      : Kernel(std::move(Kernel)), Arguments(std::move(Arguments)) {}

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    Function *F = M.getFunction(Kernel);
    return report(M, F ? specializeScalars(*F, Arguments)
                       : createStringError("no kernel " + Kernel));
  }
  static bool isRequired() { return true; }

private:
  std::string Kernel;
  SmallVector<ScalarArgument> Arguments;
};

class FieldsPass : public PassInfoMixin<FieldsPass> {
public:
  FieldsPass(std::string Kernel, SmallVector<FieldValue> Fields)
      : Kernel(std::move(Kernel)), Fields(std::move(Fields)) {}

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    Function *F = M.getFunction(Kernel);
    return report(M, F ? specializeFields(*F, Fields)
                       : createStringError("no kernel " + Kernel));
  }
  static bool isRequired() { return true; }

private:
  std::string Kernel;
  SmallVector<FieldValue> Fields;
};

class AlignmentPass : public PassInfoMixin<AlignmentPass> {
public:
  AlignmentPass(std::string Kernel, SmallVector<PointerAlignment> Alignments)
      : Kernel(std::move(Kernel)), Alignments(std::move(Alignments)) {}

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    Function *F = M.getFunction(Kernel);
    return report(M, F ? specializeAlignment(*F, Alignments)
                       : createStringError("no kernel " + Kernel));
  }
  static bool isRequired() { return true; }

private:
  std::string Kernel;
  SmallVector<PointerAlignment> Alignments;
};

class ExtentsPass : public PassInfoMixin<ExtentsPass> {
public:
  ExtentsPass(std::string Kernel, SmallVector<PointerExtent> Extents)
      : Kernel(std::move(Kernel)), Extents(std::move(Extents)) {}

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    Function *F = M.getFunction(Kernel);
    return report(M, F ? specializeExtents(*F, Extents)
                       : createStringError("no kernel " + Kernel));
  }
  static bool isRequired() { return true; }

private:
  std::string Kernel;
  SmallVector<PointerExtent> Extents;
};

class DisjointPass : public PassInfoMixin<DisjointPass> {
public:
  DisjointPass(std::string Kernel, SmallVector<unsigned> Parameters)
      : Kernel(std::move(Kernel)), Disjoint(std::move(Parameters)) {}

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    Function *F = M.getFunction(Kernel);
    return report(M, F ? specializeDisjoint(*F, Disjoint)
                       : createStringError("no kernel " + Kernel));
  }
  static bool isRequired() { return true; }

private:
  std::string Kernel;
  SmallVector<unsigned> Disjoint;
};

class ZeroBitsPass : public PassInfoMixin<ZeroBitsPass> {
public:
  ZeroBitsPass(std::string Kernel, SmallVector<ZeroBits> Known)
      : Kernel(std::move(Kernel)), Known(std::move(Known)) {}

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    Function *F = M.getFunction(Kernel);
    return report(M, F ? specializeZeroBits(*F, Known)
                       : createStringError("no kernel " + Kernel));
  }
  static bool isRequired() { return true; }

private:
  std::string Kernel;
  SmallVector<ZeroBits> Known;
};

class LaunchPass : public PassInfoMixin<LaunchPass> {
public:
  LaunchPass(std::string Kernel, LaunchSize Size, unsigned WarpSize)
      : Kernel(std::move(Kernel)), Size(Size), WarpSize(WarpSize) {}

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    Function *F = M.getFunction(Kernel);
    return report(M, F ? specializeLaunch(*F, Size, WarpSize)
                       : createStringError("no kernel " + Kernel));
  }
  static bool isRequired() { return true; }

private:
  std::string Kernel;
  LaunchSize Size;
  unsigned WarpSize;
};

class DevicePass : public PassInfoMixin<DevicePass> {
public:
  explicit DevicePass(SmallVector<DeviceConstant> Known)
      : Known(std::move(Known)) {}

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    return specializeDevice(M, Known) ? PreservedAnalyses::none()
                                      : PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }

private:
  SmallVector<DeviceConstant> Known;
};

class PropagatePass : public PassInfoMixin<PropagatePass> {
public:
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    return propagateArguments(M) ? PreservedAnalyses::none()
                                 : PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

class GuardCopiesPass : public PassInfoMixin<GuardCopiesPass> {
public:
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    return guardCopies(M) ? PreservedAnalyses::none()
                          : PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

class AvoidFaultsPass : public PassInfoMixin<AvoidFaultsPass> {
public:
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    avoidOptimizerFaults(M);
    return PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

/// The words between the brackets after \p Pass.
std::optional<Parameters> parametersOf(StringRef Text, StringRef Pass) {
  if (!Text.consume_front(Pass) || !Text.consume_front("<") ||
      !Text.consume_back(">"))
    return std::nullopt;
  Parameters Words;
  for (StringRef Word : split(Text, ';'))
    Words.push_back(Word.str());
  return Words;
}

bool addExtract(const Parameters &Words, ModulePassManager &Passes) {
  bool Valid = Words[0] == "base" || Words[0] == "part" ||
               (Words[0] == "whole" && Words.size() == 1) ||
               (Words[0] == "kernel" && Words.size() == 2);
  if (Valid)
    Passes.addPass(ExtractPass(Words));
  return Valid;
}

/// Adds a pass that takes what is known of parameters, as "0=42".
template <typename Pass, typename Known>
bool addForParameters(const Parameters &Words, ModulePassManager &Passes) {
  SmallVector<Known> Facts;
  for (StringRef Word : drop_begin(Words)) {
    auto [Parameter, Number] = Word.split('=');
    unsigned Index;
    uint64_t Value;
    if (Parameter.getAsInteger(10, Index) || Number.getAsInteger(0, Value))
      return false;
    Facts.push_back({Index, Value});
  }
  Passes.addPass(Pass(Words[0], std::move(Facts)));
  return true;
}

bool addFields(const Parameters &Words, ModulePassManager &Passes) {
  SmallVector<FieldValue> Fields;
  for (StringRef Word : drop_begin(Words)) {
    auto [Place, Value] = Word.split('=');
    auto [Where, Width] = Place.split(':');
    auto [Parameter, Offset] = Where.split('+');
    FieldValue Field;
    if (Parameter.getAsInteger(10, Field.Parameter) ||
        Offset.getAsInteger(10, Field.Offset) ||
        Width.getAsInteger(10, Field.WidthBits) ||
        Value.getAsInteger(0, Field.Bits))
      return false;
    Fields.push_back(Field);
  }
  Passes.addPass(FieldsPass(Words[0], std::move(Fields)));
  return true;
}

bool addDisjoint(const Parameters &Words, ModulePassManager &Passes) {
  SmallVector<unsigned> Disjoint;
  for (StringRef Word : drop_begin(Words))
    if (Word.getAsInteger(10, Disjoint.emplace_back()))
      return false;
  Passes.addPass(DisjointPass(Words[0], std::move(Disjoint)));
  return true;
}

bool addLaunch(const Parameters &Words, ModulePassManager &Passes) {
  LaunchSize Size;
  unsigned WarpSize = 32;
  for (StringRef Word : drop_begin(Words)) {
    auto [Name, Number] = Word.split('=');
    uint32_t *Place = StringSwitch<uint32_t *>(Name)
                          .Case("teams", &Size.Teams)
                          .Case("threads", &Size.Threads)
                          .Case("warp", &WarpSize)
                          .Default(nullptr);
    if (!Place || Number.getAsInteger(10, *Place))
      return false;
  }
  Passes.addPass(LaunchPass(Words[0], Size, WarpSize));
  return true;
}

bool addDevice(const Parameters &Words, ModulePassManager &Passes) {
  SmallVector<DeviceConstant> Known;
  for (StringRef Word : Words) {
    auto [Name, Number] = Word.split('=');
    auto What = StringSwitch<std::optional<DeviceQuery>>(Name)
                    .Case("devices", AsksNumDevices)
                    .Case("device", AsksDeviceNum)
                    .Case("debug", AsksDebugKinds)
                    .Case("dynamic", AsksDynamicMemory)
                    .Default(std::nullopt);
    uint32_t Value;
    if (!What || Number.getAsInteger(10, Value))
      return false;
    Known.push_back({*What, Value});
  }
  Passes.addPass(DevicePass(std::move(Known)));
  return true;
}

bool parsePass(StringRef Text, ModulePassManager &Passes,
               ArrayRef<PassBuilder::PipelineElement>) {
  if (std::optional<Parameters> Words = parametersOf(Text, "ompjit-extract"))
    return addExtract(*Words, Passes);
  if (std::optional<Parameters> Words = parametersOf(Text, "ompjit-scalars"))
    return addForParameters<ScalarsPass, ScalarArgument>(*Words, Passes);
  if (std::optional<Parameters> Words = parametersOf(Text, "ompjit-fields"))
    return addFields(*Words, Passes);
  if (std::optional<Parameters> Words = parametersOf(Text, "ompjit-alignment"))
    return addForParameters<AlignmentPass, PointerAlignment>(*Words, Passes);
  if (std::optional<Parameters> Words = parametersOf(Text, "ompjit-extents"))
    return addForParameters<ExtentsPass, PointerExtent>(*Words, Passes);
  if (std::optional<Parameters> Words = parametersOf(Text, "ompjit-disjoint"))
    return addDisjoint(*Words, Passes);
  if (std::optional<Parameters> Words = parametersOf(Text, "ompjit-zero-bits"))
    return addForParameters<ZeroBitsPass, ZeroBits>(*Words, Passes);
  if (std::optional<Parameters> Words = parametersOf(Text, "ompjit-launch"))
    return addLaunch(*Words, Passes);
  if (std::optional<Parameters> Words = parametersOf(Text, "ompjit-device"))
    return addDevice(*Words, Passes);
  if (Text == "ompjit-launch-size")
    Passes.addPass(LaunchSizePass());
  else if (Text == "ompjit-propagate")
    Passes.addPass(PropagatePass());
  else if (Text == "ompjit-argument-scopes")
    Passes.addPass(ArgumentScopesPass());
  else if (Text == "ompjit-invariant-loads")
    Passes.addPass(InvariantLoadsPass());
  else if (Text == "ompjit-avoid-faults")
    Passes.addPass(AvoidFaultsPass());
  else if (Text == "ompjit-guard-copies")
    Passes.addPass(GuardCopiesPass());
  else if (Text == "ompjit-known-tasks")
    Passes.addPass(KnownTasksPass());
  else if (Text == "ompjit-veil")
    Passes.addPass(VeilPass());
  else if (Text == "ompjit-unveil")
    Passes.addPass(UnveilPass());
  else if (Text == "ompjit-turn-branches")
    Passes.addPass(TurnBranchesPass());
  else if (Text == "ompjit-own-parameters")
    Passes.addPass(OwnParametersPass());
  else if (Text == "ompjit-copies-as-stores")
    Passes.addPass(CopiesAsStoresPass());
  else if (Text == "ompjit-mark-atomics")
    Passes.addPass(MarkAtomicsPass());
  else if (Text == "ompjit-unmark-atomics")
    Passes.addPass(UnmarkAtomicsPass());
  else if (Text == "ompjit-keep-writes-open")
    Passes.addPass(KeepWritesOpenPass());
  else if (Text == "ompjit-settle-writes")
    Passes.addPass(SettleWritesPass());
  else if (Text == "ompjit-hide-recursive-variables")
    Passes.addPass(HideRecursiveVariablesPass());
  else if (Text == "ompjit-show-recursive-variables")
    Passes.addPass(ShowRecursiveVariablesPass());
  else if (Text == "ompjit-stores-as-copies")
    Passes.addPass(StoresAsCopiesPass());
  else if (Text == "ompjit-single-turns")
    Passes.addPass(createModuleToFunctionPassAdaptor(SingleTurnsPass()));
  else if (Text == "ompjit-team-memory")
    Passes.addPass(TeamMemoryPass());
  else
    return false;
  return true;
}

} // namespace

extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "ompjit-specialize", "1",
          [](PassBuilder &Builder) {
            Builder.registerPipelineParsingCallback(parsePass);
          }};
}
