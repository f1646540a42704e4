//===- NeededLibraries.cpp - The libraries that device code uses ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NeededLibraries.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Object/ObjectFile.h"

using namespace llvm;

namespace ompjit {

namespace {

struct Provider {
  StringRef Prefix;
  StringRef SoName; ///< Empty: none has to be named.
};

} // namespace

/// The first row whose prefix fits. The last two are for all that the C library
/// and the rest of the program do not have; naming one in vain costs nothing,
/// as both are always loaded.
static constexpr Provider Providers[] = {
    {"__kmpc_", "libomp.so.5"},
    {"omp_", "libomp.so.5"},
    {"__cxa_atexit", ""},
    {"__cxa_finalize", ""},
    {"__cxa_", "libstdc++.so.6"},
    {"__gxx_personality_", "libstdc++.so.6"},
    {"_ZNSt3__1", "libc++.so.1"},
    {"_ZNKSt3__1", "libc++.so.1"},
    {"_ZNSt", "libstdc++.so.6"},
    {"_ZNKSt", "libstdc++.so.6"},
    {"_ZSt", "libstdc++.so.6"},
    {"_ZTI", "libstdc++.so.6"},
    {"_ZTV", "libstdc++.so.6"},
    {"_Zda", "libstdc++.so.6"},
    {"_Zdl", "libstdc++.so.6"},
    {"_Zna", "libstdc++.so.6"},
    {"_Znw", "libstdc++.so.6"},
    {"_Z", ""},
    {"_Unwind_", "libgcc_s.so.1"},
    {"__", "libgcc_s.so.1"},
    {"_", ""},
    {"", "libm.so.6"},
};

static StringRef providerOf(StringRef Name) {
  for (const Provider &Each : Providers)
    if (Name.starts_with(Each.Prefix))
      return Each.SoName;
  return "";
}

/// Sorts the object's names. Whatever cannot be read, lld will complain about.
static void collectNames(MemoryBufferRef Object, StringSet<> &Defined,
                         StringSet<> &Undefined) {
  auto File = object::ObjectFile::createELFObjectFile(Object);
  if (!File)
    return consumeError(File.takeError());
  // Images for other machines have no libraries to find.
  if ((*File)->getArch() != Triple::x86_64)
    return;
  for (const object::SymbolRef &Symbol : (*File)->symbols()) {
    Expected<StringRef> Name = Symbol.getName();
    Expected<uint32_t> Flags = Symbol.getFlags();
    if (!Name || !Flags) {
      consumeError(Name.takeError());
      consumeError(Flags.takeError());
      continue;
    }
    if (Name->empty() || !(*Flags & object::SymbolRef::SF_Global))
      continue;
    (*Flags & object::SymbolRef::SF_Undefined ? Undefined : Defined)
        .insert(*Name);
  }
}

std::set<StringRef> neededLibraries(ArrayRef<MemoryBufferRef> Objects) {
  StringSet<> Defined, Undefined;
  for (MemoryBufferRef Object : Objects)
    collectNames(Object, Defined, Undefined);
  std::set<StringRef> Needed;
  for (const auto &Each : Undefined)
    if (!Defined.contains(Each.getKey()))
      if (StringRef SoName = providerOf(Each.getKey()); !SoName.empty())
        Needed.insert(SoName);
  return Needed;
}

} // namespace ompjit
