//===- Prepare.cpp - The module of a JIT package --------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order of the steps: names and linkage are settled first, then the module
// is optimised as a whole, then the remaining code decides what is shared. A
// static variable that is never written is a constant by then, and a function
// that was inlined everywhere has no address any more.
//
//===----------------------------------------------------------------------===//

#include "ompjit/DeviceLink/Prepare.h"

#include "FragmentTypes.h"
#include "NumbersAsPointers.h"

#include "inputs/Resolution.h"
#include "lto/Optimize.h"
#include "ompjit/Backend/Diagnostics.h"
#include "ompjit/DeviceLink/DeviceGroup.h"
#include "ompjit/DeviceLink/EntryPoint.h"
#include "ompjit/DeviceLink/Examine.h"
#include "ompjit/DeviceLink/FileError.h"
#include "ompjit/DeviceLink/WorkNote.h"
#include "ompjit/Specialize/Annotations.h"
#include "ompjit/Specialize/KernelEnvironment.h"
#include "ompjit/Specialize/LateBound.h"
#include "ompjit/Specialize/MathCalls.h"
#include "ompjit/Specialize/TeamMemory.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/LTO/LTO.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/TimeProfiler.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace ompjit::devicelink {

/// Removes the flags for the kind of LTO that modules were compiled for.
/// Modules may differ in them, and they have no meaning here.
static void dropLtoFlags(Module &M) {
  NamedMDNode *Flags = M.getModuleFlagsMetadata();
  if (!Flags)
    return;
  SmallVector<MDNode *> Kept;
  for (MDNode *Flag : Flags->operands()) {
    auto *Name = dyn_cast<MDString>(Flag->getOperand(1));
    if (!Name || !is_contained({"EnableSplitLTOUnit", "ThinLTO", "UnifiedLTO"},
                               Name->getString()))
      Kept.push_back(Flag);
  }
  Flags->clearOperands();
  for (MDNode *Flag : Kept)
    Flags->addOperand(Flag);
}

/// Whether \p Name is that of a further list of used symbols, of which LLVM
/// makes llvm.used.1, or llvm.used1 for NVIDIA's GPUs.
static bool isFurtherUsedList(StringRef Name) {
  if (!Name.consume_front("llvm.used") &&
      !Name.consume_front("llvm.compiler.used"))
    return false;
  Name.consume_front(".");
  unsigned Number;
  return to_integer(Name, Number);
}

/// Merges the lists of used symbols. flang writes several, of which LLVM takes
/// all but the first for data of the program.
static void mergeUsedLists(Module &M) {
  SmallVector<GlobalVariable *> Lists;
  for (GlobalVariable &GV : M.globals())
    if (GV.hasAppendingLinkage() && GV.hasInitializer() &&
        isFurtherUsedList(GV.getName()))
      Lists.push_back(&GV);
  SmallVector<GlobalValue *> Used;
  for (GlobalVariable *List : Lists) {
    for (Use &Element : List->getInitializer()->operands())
      if (auto *GV = dyn_cast<GlobalValue>(Element->stripPointerCasts()))
        Used.push_back(GV);
    List->eraseFromParent();
  }
  if (!Used.empty())
    appendToCompilerUsed(M, Used);
}

/// Returns the module of \p Code, or an error that says why there is none.
static Expected<std::unique_ptr<Module>> readModule(LLVMContext &Context,
                                                    const DeviceCode &Code,
                                                    const DeviceGroup &Group) {
  if (!Code.isBitcode())
    return createStringError(
        "%s: its device code for %s is compiled already; code that is to be "
        "compiled at run time needs -fopenmp-target-jit or -foffload-lto when "
        "it is compiled",
        Code.Source.c_str(), Code.Triple.c_str());
  auto M = parseBitcodeFile(*Code.Image, Context);
  if (!M)
    return fileError(Code.Source, M.takeError());
  if (!Code.IsInstalled)
    if (Error E = verify(**M, Code.Source))
      return std::move(E);
  (*M)->setTargetTriple(Triple(Group.Triple));
  dropLtoFlags(**M);
  mergeUsedLists(**M);
  return M;
}

static SymbolRank rankOf(const GlobalValue &Value) {
  if (Value.isDeclarationForLinker())
    return SymbolRank::Undefined;
  if (Value.hasCommonLinkage())
    return SymbolRank::Common;
  // The first copy of a COMDAT group stays, whatever its linkage.
  return Value.isWeakForLinker() || Value.hasComdat() ? SymbolRank::Weak
                                                      : SymbolRank::Strong;
}

/// Checks for duplicate definitions, because Linker would report a second one
/// without the first one's file.
static Error addDefinitions(const Module &M, unsigned File, StringRef Source,
                            Resolution &Symbols) {
  for (const GlobalValue &Value : M.global_values())
    if (!Value.hasLocalLinkage() && !Value.hasAppendingLinkage())
      if (Error E = Symbols.add(Value.getName(), {File, Source, rankOf(Value)}))
        return E;
  return Error::success();
}

Expected<std::unique_ptr<Module>>
linkBitcode(LLVMContext &Context, const DeviceGroup &Group,
            function_ref<void(Module &, const DeviceCode &)> Visit) {
  auto Composite = std::make_unique<Module>("device", Context);
  Composite->setTargetTriple(Triple(Group.Triple));
  Linker Link(*Composite);
  Resolution Symbols;
  for (auto [File, Code] : enumerate(Group.Codes)) {
    const WorkNote Note(Code->Source, Code->Image->getBufferSize());
    auto M = readModule(Context, *Code, Group);
    if (!M)
      return M.takeError();
    if (Error E = addDefinitions(**M, unsigned(File), Code->Source, Symbols))
      return E;
    if (Visit)
      Visit(**M, *Code);
    if (File == 0)
      Composite->setDataLayout((*M)->getDataLayout());
    DiagnosticCollector Problems(Context);
    if (Link.linkInModule(std::move(*M)))
      return createStringError(Code->Source + ": " +
                               toString(Problems.takeError()));
  }
  // File names must not influence the result.
  Composite->setModuleIdentifier("device");
  Composite->setSourceFileName("device");
  return Composite;
}

/// Returns the string that \p Pointer points to. With AddressSanitizer it is
/// the first element of a structure, before the padding that is added behind
/// each variable.
static StringRef stringAt(const Constant *Pointer) {
  auto *Variable =
      dyn_cast<GlobalVariable>(Pointer->stripPointerCastsAndAliases());
  if (!Variable || !Variable->hasInitializer())
    return "";
  const Constant *Content = Variable->getInitializer();
  if (auto *Padded = dyn_cast<ConstantStruct>(Content))
    if (Padded->getNumOperands() != 0)
      Content = Padded->getOperand(0);
  auto *Data = dyn_cast<ConstantDataSequential>(Content);
  return Data && Data->isCString() ? Data->getAsCString() : "";
}

/// Reads one `.offloading.entry.*`: { i64, i16, i16 kind, i32 flags,
/// ptr address, ptr name, i64 size, i64, ptr }.
static std::optional<Entry> readEntry(const GlobalVariable &Variable) {
  constexpr unsigned FlagsField = 3, AddressField = 4, NameField = 5;
  auto *Record = dyn_cast<ConstantStruct>(Variable.getInitializer());
  if (!Record || Record->getNumOperands() <= NameField)
    return std::nullopt;
  auto *Flags = dyn_cast<ConstantInt>(Record->getOperand(FlagsField));
  auto *Value = dyn_cast<GlobalValue>(
      Record->getOperand(AddressField)->stripPointerCastsAndAliases());
  StringRef Name = stringAt(Record->getOperand(NameField));
  if (!Value || Value->isDeclarationForLinker() || Name.empty())
    return std::nullopt;
  return Entry{Name.str(), Value,
               isa<Function>(Value) && Flags && Flags->isZero()};
}

static bool isEntryRecord(const GlobalVariable &Variable) {
  return Variable.getName().starts_with(".offloading.entry.") &&
         Variable.hasInitializer();
}

/// Returns whether the variable is information for a linker and not for the
/// program.
static bool isLinkerData(const GlobalVariable &Variable) {
  StringRef Section = Variable.getSection();
  return Section == "llvm_offload_entries" ||
         Section.starts_with(".llvm.offloading") ||
         Section.starts_with(".llvm.rodata.offloading") ||
         Variable.getName() == "llvm.used" ||
         Variable.getName() == "llvm.compiler.used" ||
         Variable.getName() == "llvm.embedded.module";
}

static void dropLinkerData(Module &M) {
  for (StringRef Name :
       {"omp_offload.info", "llvm.embedded.objects", "llvm.offloading.symbols"})
    if (NamedMDNode *Node = M.getNamedMetadata(Name))
      Node->eraseFromParent();
  SmallVector<GlobalVariable *> Doomed;
  for (GlobalVariable &Variable : M.globals())
    if (isLinkerData(Variable))
      Doomed.push_back(&Variable);
  for (GlobalVariable *Variable : Doomed)
    Variable->setInitializer(nullptr);
  for (GlobalVariable *Variable : Doomed) {
    Variable->removeDeadConstantUsers();
    if (Variable->use_empty())
      Variable->eraseFromParent();
  }
}

/// Variables of `declare target link`, and all of them under unified shared
/// memory, are reached through a pointer that the runtime sets.
static bool isReferencePointer(const GlobalVariable &Variable) {
  return Variable.getName().ends_with("_decl_tgt_ref_ptr") &&
         !Variable.isDeclaration() && !Variable.hasLocalLinkage();
}

/// clang loads such a pointer as if it had the alignment of the variable that
/// it points to.
static void alignReferencePointers(Module &M) {
  for (GlobalVariable &Variable : M.globals()) {
    if (!isReferencePointer(Variable))
      continue;
    const Align Own =
        M.getDataLayout().getABITypeAlign(Variable.getValueType());
    for (User *U : Variable.users())
      if (auto *Load = dyn_cast<LoadInst>(U))
        Load->setAlignment(std::min(Load->getAlign(), Own));
  }
}

/// Adds entries for reference pointers, for which clang writes none when it
/// compiles for the host.
static void addReferencePointers(Module &M, std::vector<Entry> &Entries) {
  for (GlobalVariable &Variable : M.globals())
    if (isReferencePointer(Variable) &&
        none_of(Entries, [&](const Entry &E) { return E.Value == &Variable; }))
      Entries.push_back({Variable.getName().str(), &Variable, false});
}

/// Replaces each alias by the symbol that it stands for.
static Error replaceAliases(Module &M) {
  if (!M.ifunc_empty())
    return createStringError("device code contains the indirect function '%s', "
                             "which cannot be compiled at run time",
                             M.ifunc_begin()->getName().str().c_str());
  for (GlobalAlias &Alias : make_early_inc_range(M.aliases())) {
    Alias.replaceAllUsesWith(Alias.getAliasee());
    Alias.eraseFromParent();
  }
  return Error::success();
}

/// Returns the entries on a GPU, where there are no records of them: a kernel
/// has its own calling convention, and clang hides every variable that the host
/// does not look up.
static std::vector<Entry> gpuEntries(Module &M) {
  std::vector<Entry> Entries;
  for (GlobalVariable &Variable : M.globals())
    if (!Variable.isDeclarationForLinker() && !Variable.hasLocalLinkage() &&
        !Variable.hasAppendingLinkage() && !Variable.hasHiddenVisibility() &&
        !isKernelEnvironment(Variable) && !isMemoryOfTeam(Variable))
      Entries.push_back({Variable.getName().str(), &Variable, false});
  for (Function &F : M)
    if (isGpuKernel(F) && !F.isDeclarationForLinker())
      Entries.push_back({F.getName().str(), &F, true});
  return Entries;
}

Expected<std::vector<Entry>> takeEntries(Module &M) {
  if (Error E = replaceAliases(M))
    return E;
  alignReferencePointers(M);
  if (M.getTargetTriple().isGPU()) {
    std::vector<Entry> Entries = gpuEntries(M);
    dropLinkerData(M);
    return Entries;
  }
  std::vector<Entry> Entries;
  for (GlobalVariable &Variable : M.globals())
    if (isEntryRecord(Variable))
      if (std::optional<Entry> E = readEntry(Variable))
        Entries.push_back(*E);
  addReferencePointers(M, Entries);
  dropLinkerData(M);
  return Entries;
}

void internalize(Module &M, ArrayRef<Entry> Entries) {
  SmallPtrSet<const GlobalValue *, 16> Known;
  for (const Entry &E : Entries) {
    Known.insert(E.Value);
    if (auto *Kernel = dyn_cast<Function>(E.Value))
      for (StringRef Suffix : KernelEnvironmentSuffixes)
        Known.insert(kernelEnvironment(*Kernel, Suffix));
  }
  for (GlobalObject &Object : M.global_objects()) {
    if (Object.isDeclarationForLinker() || Object.hasAppendingLinkage())
      continue;
    Object.setComdat(nullptr);
    Object.setVisibility(GlobalValue::DefaultVisibility);
    Object.setLinkage(Known.contains(&Object) ? GlobalValue::ExternalLinkage
                                              : GlobalValue::InternalLinkage);
    Object.setDSOLocal(Object.hasLocalLinkage());
  }
}

namespace {
/// Keeps the names of the kernels' environments with those of the kernels.
class EnvironmentNames {
public:
  explicit EnvironmentNames(ArrayRef<Entry> Entries) {
    for (const Entry &E : Entries)
      if (E.IsKernel)
        for (StringRef Suffix : KernelEnvironmentSuffixes)
          if (auto *Variable =
                  kernelEnvironment(*cast<Function>(E.Value), Suffix))
            Pairs.push_back({E.Value, WeakTrackingVH(Variable), Suffix});
  }

  void follow() const {
    for (const Pair &Each : Pairs)
      if (Value *Variable = Each.Variable)
        Variable->setName(Each.Kernel->getName() + Each.Suffix);
  }

private:
  struct Pair {
    GlobalValue *Kernel;
    WeakTrackingVH Variable; ///< An optimisation may remove it.
    StringRef Suffix;
  };
  std::vector<Pair> Pairs;
};
} // namespace

/// Makes the kernel that fragments form the only entry of the module.
static Expected<std::vector<Entry>> takeEntryPoint(Module &M, StringRef Name) {
  if (Error E = replaceAliases(M))
    return E;
  auto Kernel = makeEntryPoint(M, Name);
  if (!Kernel)
    return Kernel.takeError();
  dropLinkerData(M);
  return std::vector<Entry>{{Name.str(), *Kernel, /*IsKernel=*/true}};
}

Expected<PreparedModule> prepareModule(LLVMContext &Context,
                                       const DeviceGroup &Group,
                                       TargetMachine &Machine,
                                       StringRef EntryPoint) {
  FragmentTypes Types;
  auto M = linkBitcode(Context, Group,
                       [&](const Module &Each, const DeviceCode &Code) {
                         if (!EntryPoint.empty() && !Code.IsInstalled)
                           Types.add(Each, Code.Source);
                       });
  if (!M)
    return M.takeError();
  if (Error E = Types.check())
    return std::move(E);
  callMathFunctions(**M);
  setLateBound(**M);
  dropAnnotations(**M);
  auto Entries =
      EntryPoint.empty() ? takeEntries(**M) : takeEntryPoint(**M, EntryPoint);
  if (!Entries)
    return Entries.takeError();
  TimeTraceScope Scope("Optimise once");
  EnvironmentNames Environments(*Entries);
  normalizeNames(**M);
  Environments.follow();
  internalize(**M, *Entries);
  if (EntryPoint.empty())
    optimizeOnce(**M, Machine);
  else
    optimizeFragments(**M, Machine);
  normalizeNames(**M); // The pipeline named anonymous constants again.
  Environments.follow();
  for (Entry &Each : *Entries)
    if (Each.IsKernel)
      Each.Value = retypeNumbers(*cast<Function>(Each.Value));
  return exposeSharedState(std::move(*M), std::move(*Entries));
}

} // namespace ompjit::devicelink
