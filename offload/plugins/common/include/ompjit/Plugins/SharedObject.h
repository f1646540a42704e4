//===- SharedObject.h - A shared object loaded from memory ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For devices whose images are shared objects for the processor. Each load
// makes a copy of its own, because devices must not share variables. The
// dynamic linker opens a file that tools can find (see ImageFolder.h), or one
// in memory if no folder can be used.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_COMMON_SHAREDOBJECT_H
#define OMPJIT_PLUGINS_COMMON_SHAREDOBJECT_H

#include "ompjit/Plugin.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace ompjit::plugins {

/// Checks that the bytes are a shared object for this kind of processor, whose
/// segments are within the bytes: the dynamic linker trusts its input and would
/// end in SIGBUS.
int checkSharedObject(const void *Bytes, size_t Size, ompjit_error *Error);

/// A loaded shared object. The destructor unloads it. Thread-safe after
/// loading.
class SharedObject {
public:
  SharedObject() = default;
  ~SharedObject();
  SharedObject(const SharedObject &) = delete;
  SharedObject &operator=(const SharedObject &) = delete;

  /// Checks and loads the bytes. May be called once. \p Label appears in
  /// debuggers and profilers.
  int load(const void *Bytes, size_t Size, const char *Label,
           ompjit_error *Error);

  /// Returns null if there is no such symbol.
  void *find(const char *Symbol) const;
  /// Implements image_symbol of the plugin's table.
  int find(const char *Symbol, void **Address, uint64_t *Size,
           ompjit_error *Error) const;

private:
  std::string loadFile(std::string_view Bytes, const char *Label);
  int loadMemory(const void *Bytes, size_t Size, const char *Label,
                 const std::string &WhyNoFile, ompjit_error *Error);

  void *Handle = nullptr;
  std::string Path;    ///< What the dynamic linker opened.
  bool IsFile = false; ///< The file is in the folder, not in memory.
};

} // namespace ompjit::plugins

#endif // OMPJIT_PLUGINS_COMMON_SHAREDOBJECT_H
