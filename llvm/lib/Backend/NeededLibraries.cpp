//===- NeededLibraries.cpp - The libraries that device code uses ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NeededLibraries.h"

#include "LibraryFiles.h"

#include "ompjit/Backend/Backend.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

#include "llvm/Object/ObjectFile.h"

using namespace llvm;

namespace ompjit {

namespace {

struct Provider {
  StringLiteral Prefix;
  ArrayRef<StringLiteral> SoNames; ///< In the order of the search.
};

constexpr StringLiteral Omp[] = {"libomp.so.5"};
constexpr StringLiteral C[] = {"libc.so.6"};
constexpr StringLiteral Cxx[] = {"libstdc++.so.6"};
constexpr StringLiteral LlvmCxx[] = {"libc++.so.1"};
constexpr StringLiteral Vectors[] = {"libmvec.so.1"};
constexpr StringLiteral Gcc[] = {"libgcc_s.so.1"};
/// In place of the dynamic linker, whose name depends on the host.
constexpr StringLiteral Linker[] = {"ld.so"};
constexpr StringLiteral CAndGcc[] = {"libc.so.6", "libm.so.6", "libgcc_s.so.1"};
constexpr StringLiteral CAndMath[] = {"libc.so.6", "libm.so.6"};

} // namespace

/// The first row whose prefix fits. No rows are needed for the functions of the
/// program: no library of these defines them.
static const Provider Providers[] = {
    {"__kmpc_", Omp},
    {"omp_", Omp},
    {"__tls_get_addr", Linker},
    {"__cxa_atexit", C},
    {"__cxa_finalize", C},
    {"__cxa_thread_atexit_impl", C},
    {"__cxa_", Cxx},
    {"__gxx_personality_", Cxx},
    {"_ZNSt3__1", LlvmCxx},
    {"_ZNKSt3__1", LlvmCxx},
    {"_ZNSt", Cxx},
    {"_ZNKSt", Cxx},
    {"_ZSt", Cxx},
    {"_ZTI", Cxx},
    {"_ZTV", Cxx},
    {"_Zda", Cxx},
    {"_Zdl", Cxx},
    {"_Zna", Cxx},
    {"_Znw", Cxx},
    {"_ZGVb", Vectors},
    {"_ZGVc", Vectors},
    {"_ZGVd", Vectors},
    {"_ZGVe", Vectors},
    {"_Z", {}},
    {"_Unwind_", Gcc},
    {"__", CAndGcc},
    {"", CAndMath},
};

static ArrayRef<StringLiteral> providersOf(StringRef Name) {
  for (const Provider &Each : Providers)
    if (Name.starts_with(Each.Prefix))
      return Each.SoNames;
  return {};
}

/// Sorts the object's names. lld will report anything that cannot be read.
static void collectNames(MemoryBufferRef Object, StringSet<> &Defined,
                         StringSet<> &Undefined) {
  auto File = object::ObjectFile::createELFObjectFile(Object);
  if (!File)
    return consumeError(File.takeError());
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

/// Adds the library that defines the name. If no readable library does, the
/// last unreadable one is added. An unnecessary library costs nothing, because
/// it is loaded anyway.
static void addNeeded(StringRef Name, ArrayRef<std::string> Folders,
                      const TargetTraits &Host, NeededLibraries &Needed) {
  StringRef Unknown;
  for (StringRef SoName : providersOf(Name)) {
    if (SoName == Linker[0])
      SoName = Host.Host.DynamicLinker;
    const LibrarySymbols *Library = findLibrary(SoName, Folders, Host);
    Unknown = Library ? "" : SoName;
    if (!Library)
      continue;
    if (auto Found = Library->find(Name)) {
      Needed[SoName.str()].push_back(
          {Name.str(), Found->Version.str(), Found->Type});
      return;
    }
  }
  if (!Unknown.empty())
    Needed.try_emplace(Unknown.str());
}

bool isInUsualLibrary(StringRef Name) {
  NeededLibraries Needed;
  addNeeded(Name, {}, ThisHost, Needed);
  return !Needed.empty();
}

bool hasVectorFunction(StringRef Name, ArrayRef<std::string> LibraryFolders) {
  const LibrarySymbols *Library =
      findLibrary(Vectors[0], LibraryFolders, ThisHost);
  return Library && Library->find(Name);
}

NeededLibraries neededLibraries(ArrayRef<MemoryBufferRef> Objects,
                                ArrayRef<std::string> Folders,
                                const TargetTraits &Host) {
  StringSet<> Defined, Undefined;
  for (MemoryBufferRef Object : Objects)
    collectNames(Object, Defined, Undefined);
  std::vector<StringRef> Names;
  for (const auto &Each : Undefined)
    if (!Defined.contains(Each.getKey()))
      Names.push_back(Each.getKey());
  llvm::sort(Names);
  NeededLibraries Needed;
  for (StringRef Name : Names)
    addNeeded(Name, Folders, Host, Needed);
  return Needed;
}

} // namespace ompjit
