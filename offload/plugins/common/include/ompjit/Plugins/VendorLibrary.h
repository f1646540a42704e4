//===- VendorLibrary.h - A driver's library, opened at run time -*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plugins for a vendor's GPUs find the functions of the vendor's library when
// they are first needed, so that one build serves machines with and without it.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_VENDORLIBRARY_H
#define OMPJIT_PLUGINS_VENDORLIBRARY_H

#include <dlfcn.h>

namespace ompjit::plugins {

/// Finds a library's functions. Of missing functions it keeps the newest, which
/// tells the version that is needed.
class FunctionFinder {
public:
  explicit FunctionFinder(void *Library) : Library(Library) {}

  /// \p Since is the first version that has the function, as a number above 0
  /// that grows with versions.
  template <typename T> void find(T &Function, const char *Name, int Since) {
    if (!findOptional(Function, Name) && Since > MissingSince) {
      MissingName = Name;
      MissingSince = Since;
    }
  }
  /// Returns false, and sets null, if it is missing.
  template <typename T> bool findOptional(T &Function, const char *Name) {
    Function = reinterpret_cast<T>(dlsym(Library, Name));
    return Function != nullptr;
  }

  /// Null if none is missing.
  const char *missing() const { return MissingName; }
  int missingSince() const { return MissingSince; }

private:
  void *Library;
  const char *MissingName = nullptr;
  int MissingSince = 0;
};

/// To be called before the vendor's driver starts in this process. Drivers do
/// not work in a child that is forked afterwards. A plugin has one driver.
void noteDriverStarts();

/// True in such a child. Thread-safe; costs a load.
bool isForkedWithDriver();

} // namespace ompjit::plugins

#endif // OMPJIT_PLUGINS_VENDORLIBRARY_H
