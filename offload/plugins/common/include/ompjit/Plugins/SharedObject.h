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
// dynamic linker is given a file where tools find it (see ImageFolder.h), or
// one in memory where no folder can be used.
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

/// Checks that the bytes are an x86-64 shared object whose segments lie within
/// the bytes: the dynamic linker trusts its input and would end in SIGBUS.
int checkSharedObject(const void *Bytes, size_t Size, ompjit_error *Error);

/// Unloads with the object. Thread-safe after loading.
class SharedObject {
public:
  SharedObject() = default;
  ~SharedObject();
  SharedObject(const SharedObject &) = delete;
  SharedObject &operator=(const SharedObject &) = delete;

  /// Checks and loads; once. \p Label appears in debuggers and profilers.
  int load(const void *Bytes, size_t Size, const char *Label,
           ompjit_error *Error);

  /// Null if there is none.
  void *find(const char *Symbol) const;
  /// As image_symbol of the plugin's table.
  int find(const char *Symbol, void **Address, uint64_t *Size,
           ompjit_error *Error) const;

private:
  std::string loadFile(std::string_view Bytes, const char *Label);
  int loadMemory(const void *Bytes, size_t Size, const char *Label,
                 const std::string &WhyNoFile, ompjit_error *Error);

  void *Handle = nullptr;
  std::string Path;    ///< What the dynamic linker opened.
  bool IsFile = false; ///< In the folder; else in memory.
};

} // namespace ompjit::plugins

#endif // OMPJIT_PLUGINS_COMMON_SHAREDOBJECT_H
