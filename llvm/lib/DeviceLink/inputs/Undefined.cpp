//===- Undefined.cpp - Symbols that a device link lacks -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Undefined.h"

#include "PtxSymbols.h"
#include "SymbolUsers.h"
#include "UndefinedHints.h"
#include "ompjit/DeviceLink/DeviceGroup.h"
#include "ompjit/DeviceLink/Examine.h"
#include "ompjit/DeviceLink/Target.h"
#include "ompjit/Specialize/LateBound.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Object/ELFObjectFile.h"

#include <set>

using namespace llvm;
using namespace llvm::object;

namespace ompjit::devicelink {

static Error describe(StringRef Name, const SymbolUser *User,
                      const DeviceGroup &Group, const LinkConfig &Options) {
  std::string Text;
  if (User)
    Text = User->Source + ": ";
  Text +=
      "undefined device symbol '" + demangle(Name) + "' for " + Group.Triple;
  if (User)
    Text += ", used in " + User->Place;
  else
    Text += ", in what was made of " + fileList(Group);
  if (User && User->IsLateBound)
    return createStringError(
        Text + "; it is bound at run time, which needs code that is compiled "
               "then: link with -fopenmp-target-jit");
  Text += "; " + undefinedHint(Name, targetKind(Group.Triple), Options);
  return createStringError(Text);
}

static Error report(ArrayRef<std::string> Names, const DeviceGroup &Group,
                    const LinkConfig &Options) {
  StringMap<SymbolUser> Users = findSymbolUsers(Names, Group.Codes);
  Error All = Error::success();
  for (const std::string &Name : Names) {
    auto Found = Users.find(Name);
    const SymbolUser *User = Found == Users.end() ? nullptr : &Found->second;
    All = joinErrors(std::move(All), describe(Name, User, Group, Options));
  }
  return All;
}

/// Reports those of \p Names that the program does not offer to its images, in
/// their order.
static Error check(std::vector<std::string> Names, const DeviceGroup &Group,
                   const LinkConfig &Options) {
  if (Names.empty() || Options.Undefined.value_or(UndefinedSymbols::Report) ==
                           UndefinedSymbols::Ignore)
    return Error::success();
  StringSet<> Missing;
  for (const std::string &Name : Names)
    Missing.insert(Name);
  Options.Client->removeProvided(Missing);
  erase_if(Names, [&](StringRef Name) { return !Missing.contains(Name); });
  return Names.empty() ? Error::success() : report(Names, Group, Options);
}

Error checkImage(StringRef Image, const DeviceGroup &Group,
                 const LinkConfig &Options) {
  auto Object =
      ObjectFile::createELFObjectFile(MemoryBufferRef(Image, "device image"));
  if (!Object)
    return Object.takeError();
  std::vector<std::string> Names;
  for (const ELFSymbolRef Symbol :
       cast<ELFObjectFileBase>(**Object).getDynamicSymbolIterators()) {
    Expected<uint32_t> Flags = Symbol.getFlags();
    if (!Flags)
      return Flags.takeError();
    if (!(*Flags & SymbolRef::SF_Undefined) ||
        Symbol.getBinding() != ELF::STB_GLOBAL)
      continue;
    Expected<StringRef> Name = Symbol.getName();
    if (!Name)
      return Name.takeError();
    Names.push_back(Name->str());
  }
  return check(std::move(Names), Group, Options);
}

Error checkPtx(ArrayRef<SmallString<0>> Ptx, ArrayRef<MemoryBufferRef> Objects,
               const DeviceGroup &Group, const LinkConfig &Options) {
  std::set<std::string> Undefined;
  StringSet<> Defined;
  auto Add = [&](const SymbolNames &Names) {
    for (const std::string &Name : Names.Defined)
      Defined.insert(Name);
    for (const std::string &Name : Names.Undefined)
      if (!isNvidiaSystemCall(Name))
        Undefined.insert(Name);
  };
  for (const SmallString<0> &Text : Ptx)
    Add(ptxSymbolNames(Text));
  for (MemoryBufferRef Object : Objects) {
    Expected<SymbolNames> Names = symbolNames(Object);
    if (!Names)
      return Names.takeError();
    Add(*Names);
  }
  std::vector<std::string> Missing;
  copy_if(Undefined, std::back_inserter(Missing),
          [&](StringRef Name) { return !Defined.contains(Name); });
  return check(std::move(Missing), Group, Options);
}

/// Shared memory whose size the launch sets is never defined.
static bool isSizedByLaunch(const GlobalValue &Value, TargetKind Kind) {
  constexpr unsigned SharedMemory = 3;
  const auto *Array = dyn_cast<ArrayType>(Value.getValueType());
  return Kind != TargetKind::Host && Value.getAddressSpace() == SharedMemory &&
         Array && Array->getNumElements() == 0;
}

Error checkModule(const Module &M, const DeviceGroup &Group,
                  const LinkConfig &Options) {
  std::vector<std::string> Names;
  for (const GlobalValue &Value : M.global_values()) {
    auto *F = dyn_cast<Function>(&Value);
    if (!Value.isDeclaration() || Value.hasExternalWeakLinkage() ||
        Value.use_empty() || (F && (F->isIntrinsic() || isLateBound(*F))) ||
        isSizedByLaunch(Value, targetKind(Group.Triple)))
      continue;
    if (targetKind(Group.Triple) == TargetKind::Nvptx &&
        isNvidiaSystemCall(Value.getName()))
      continue;
    // The link of each image defines it.
    if (Value.getName() == "__dso_handle")
      continue;
    Names.push_back(Value.getName().str());
  }
  return check(std::move(Names), Group, Options);
}

} // namespace ompjit::devicelink
