//===- SymbolUsers.cpp - Users of a symbol --------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Damaged files were reported before. Here they have no users.
//
//===----------------------------------------------------------------------===//

#include "SymbolUsers.h"

#include "ompjit/Specialize/Annotations.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace llvm::object;

namespace ompjit::devicelink {

using UserMap = StringMap<SymbolUser>;

template <typename T> static std::optional<T> valueOf(Expected<T> Value) {
  if (Value)
    return std::move(*Value);
  consumeError(Value.takeError());
  return std::nullopt;
}

/// For readers of the message a kernel is a region. clang names it
/// "__omp_offloading_<device>_<file>_<function>_l<line>".
static std::string describe(StringRef Function) {
  StringRef Region = Function;
  if (Region.consume_front("__omp_offloading_")) {
    Region = Region.split('_').second.split('_').second;
    auto [Name, Rest] = Region.rsplit("_l");
    StringRef Line = Rest.take_while(isdigit);
    if (!Name.empty() && !Line.empty())
      return "the target region of '" + demangle(Name) + "' in line " +
             Line.str();
  }
  // Functions that clang outlines or specialises have a suffix, which PTX
  // spells "_$_". The names of clang's own functions consist of the suffix
  // only.
  StringRef Name = Function.split('.').first.split("_$_").first;
  return "'" + demangle(Name.empty() ? Function : Name) + "'";
}

static std::string describe(const Instruction &I) {
  std::string Text = describe(I.getFunction()->getName());
  if (const DILocation *Location = I.getDebugLoc())
    Text += " (" + sys::path::filename(Location->getFilename()).str() + ":" +
            std::to_string(Location->getLine()) + ")";
  return Text;
}

/// Returns where \p Value is used, also through constants, or an empty string
/// if it is unused.
static std::string whereUsed(const GlobalValue &Value) {
  SmallVector<const User *> Queue(Value.users());
  SmallPtrSet<const User *, 16> Seen;
  std::string InVariable;
  for (size_t I = 0; I != Queue.size(); ++I) {
    const User *U = Queue[I];
    if (!Seen.insert(U).second)
      continue;
    if (auto *Inst = dyn_cast<Instruction>(U))
      return describe(*Inst);
    if (auto *Variable = dyn_cast<GlobalVariable>(U);
        Variable && !Variable->getName().starts_with("llvm."))
      InVariable = "the variable '" + demangle(Variable->getName()) + "'";
    append_range(Queue, U->users());
  }
  return InVariable;
}

static void addBitcodeUsers(const DeviceCode &Code, ArrayRef<std::string> Names,
                            UserMap &Users) {
  LLVMContext Context;
  auto M = valueOf(parseBitcodeFile(*Code.Image, Context));
  if (!M)
    return;
  const std::vector<Function *> LateBound = functionsWith(LateBoundMark, **M);
  for (const std::string &Name : Names) {
    const GlobalValue *Value = (*M)->getNamedValue(Name);
    if (!Value || !Value->isDeclaration())
      continue;
    std::string Place = whereUsed(*Value);
    if (!Place.empty())
      Users.try_emplace(
          Name, SymbolUser{Code.Source, Place, is_contained(LateBound, Value)});
  }
}

/// The function or variable at an offset of a section.
static StringRef definitionAt(const ELFObjectFileBase &Object,
                              const SectionRef &Section, uint64_t Offset) {
  for (const ELFSymbolRef Symbol : Object.symbols()) {
    // NVIDIA's tools give variables a type of their own.
    if (Symbol.getELFType() == ELF::STT_SECTION)
      continue;
    auto In = valueOf(Symbol.getSection());
    auto Start = valueOf(Symbol.getValue());
    if (!In || *In == Object.section_end() || **In != Section || !Start ||
        Offset < *Start || Offset - *Start >= Symbol.getSize())
      continue;
    return valueOf(Symbol.getName()).value_or("");
  }
  return "";
}

static void addElfUsers(const DeviceCode &Code, ArrayRef<std::string> Names,
                        UserMap &Users) {
  auto File = valueOf(ObjectFile::createELFObjectFile(*Code.Image));
  if (!File)
    return;
  auto &Object = cast<ELFObjectFileBase>(**File);
  for (const SectionRef &Relocations : Object.sections()) {
    auto Section = valueOf(Relocations.getRelocatedSection());
    if (!Section || *Section == Object.section_end())
      continue;
    for (const RelocationRef &Relocation : Relocations.relocations()) {
      symbol_iterator Symbol = Relocation.getSymbol();
      if (Symbol == Object.symbol_end())
        continue;
      auto Name = valueOf(Symbol->getName());
      if (!Name || !is_contained(Names, *Name) || Users.contains(*Name))
        continue;
      StringRef User = definitionAt(Object, **Section, Relocation.getOffset());
      if (!User.empty())
        Users.try_emplace(*Name, SymbolUser{Code.Source, describe(User)});
    }
  }
}

StringMap<SymbolUser> findSymbolUsers(ArrayRef<std::string> Names,
                                      ArrayRef<const DeviceCode *> Codes) {
  UserMap Users;
  for (const DeviceCode *Code : Codes) {
    if (Users.size() == Names.size())
      break;
    if (Code->isBitcode())
      addBitcodeUsers(*Code, Names, Users);
    else if (Code->isElf())
      addElfUsers(*Code, Names, Users);
  }
  return Users;
}

} // namespace ompjit::devicelink
