//===- NvJitLink.h - NVIDIA's linker for programs that run ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libnvJitLink of CUDA 12 and later, opened at run time; no header of it is
// needed. It stays open.
//
// Private to the back end. Thread-safe: each call has a linker of its own.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_BACKEND_NVJITLINK_H
#define OMPJIT_BACKEND_NVJITLINK_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace ompjit {

class NvJitLink {
public:
  /// Returns null if it is not installed. Uses the dynamic linker at the first
  /// call.
  static const NvJitLink *open();

  llvm::Expected<std::string> assemble(llvm::StringRef Ptx, llvm::StringRef Gpu,
                                       unsigned OptLevel) const;

private:
  using Handle = struct Linker *;
  using Result = int; ///< 0: success.

  /// Finds the function \p Name (such as "Create") of \p Library under any of
  /// the names that versions of the library use.
  template <typename Function>
  static bool find(void *Library, const char *Name, Function *&Found);
  bool findAll(void *Library);
  std::string errorLog(Handle Link) const;
  llvm::Error failure(const char *Step, Result Code, Handle Link) const;

  Result (*Create)(Handle *, uint32_t NumOptions, const char **Options);
  Result (*Destroy)(Handle *);
  Result (*AddData)(Handle, int Kind, const void *Bytes, size_t Size,
                    const char *Name);
  Result (*Complete)(Handle);
  Result (*GetLinkedCubinSize)(Handle, size_t *Size);
  Result (*GetLinkedCubin)(Handle, void *Bytes);
  Result (*GetErrorLogSize)(Handle, size_t *Size);
  Result (*GetErrorLog)(Handle, char *Text);
};

} // namespace ompjit

#endif // OMPJIT_BACKEND_NVJITLINK_H
