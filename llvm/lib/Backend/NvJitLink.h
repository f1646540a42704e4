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

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>

namespace ompjit {

class NvJitLink {
public:
  /// Returns null if it is not installed. Uses the dynamic linker at the first
  /// call.
  static const NvJitLink *open();
  /// Returns the library in that file. Uses the dynamic linker at the first
  /// call for a file.
  static llvm::Expected<const NvJitLink *> openFile(const std::string &File);

  /// Returns "nvJitLink 13.0".
  std::string name() const;

  /// Returns the option for a level from 0 to 3.
  static std::string levelOption(unsigned Level);

  llvm::Expected<std::string> assemble(llvm::StringRef Ptx, llvm::StringRef Gpu,
                                       unsigned OptLevel) const;

  /// The library's numbers for kinds of inputs.
  enum class InputKind { Ptx = 2, LtoIr = 3, Fatbinary = 4 };
  struct Input {
    InputKind Kind;
    llvm::StringRef Bytes;
    std::string Name; ///< For messages.
  };
  /// Returns a cubin. Errors hold what the library says. It makes no use of a
  /// cache of its own, because that would open NVIDIA's driver.
  llvm::Expected<std::string> link(llvm::ArrayRef<Input> Inputs,
                                   llvm::ArrayRef<std::string> Options) const;
  /// Returns PTX; the inputs are LTO-IR. Nothing if this version has no such
  /// option.
  llvm::Expected<std::optional<std::string>>
  linkToPtx(llvm::ArrayRef<Input> Inputs,
            llvm::ArrayRef<std::string> Options) const;

private:
  using Handle = struct Linker *;
  using Result = int; ///< 0: success.

  class Link;

  /// Finds the function \p Name (such as "Create") of \p Library under any of
  /// the names that versions of the library use.
  template <typename Function>
  static bool find(void *Library, const char *Name, Function *&Found);
  bool findAll(void *Library);
  void findVersion(void *Library);

  Result (*Create)(Handle *, uint32_t NumOptions, const char **Options);
  Result (*Destroy)(Handle *);
  Result (*AddData)(Handle, int Kind, const void *Bytes, size_t Size,
                    const char *Name);
  Result (*Complete)(Handle);
  Result (*GetLinkedCubinSize)(Handle, size_t *Size);
  Result (*GetLinkedCubin)(Handle, void *Bytes);
  Result (*GetLinkedPtxSize)(Handle, size_t *Size);
  Result (*GetLinkedPtx)(Handle, char *Text);
  Result (*GetErrorLogSize)(Handle, size_t *Size);
  Result (*GetErrorLog)(Handle, char *Text);
  std::string Version; ///< Empty: it does not say.
};

} // namespace ompjit

#endif // OMPJIT_BACKEND_NVJITLINK_H
