//===- LinkFiles.h - Inputs and output of a link ----------------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// lld reads and writes files by name. They are in memory and named through
// /proc, or in a temporary folder if there is no /proc, no thread to collect
// the output, or no descriptor for each input. Used by linkSharedObject only.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_BACKEND_LINKFILES_H
#define OMPJIT_BACKEND_LINKFILES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>
#include <vector>

namespace ompjit {

/// The destructor removes the files.
class LinkFiles {
public:
  static llvm::Expected<std::unique_ptr<LinkFiles>>
  create(llvm::ArrayRef<llvm::StringRef> Inputs);
  virtual ~LinkFiles() = default;
  LinkFiles(const LinkFiles &) = delete;
  LinkFiles &operator=(const LinkFiles &) = delete;

  /// Paths for the thread that created the object, in the order of the inputs.
  const std::vector<std::string> &inputs() const { return Inputs; }
  const std::string &output() const { return Output; }
  /// Returns the bytes that were written to output(). Call it once, after the
  /// writer has finished.
  virtual llvm::Expected<std::string> takeOutput() = 0;

protected:
  LinkFiles() = default;

  std::vector<std::string> Inputs;
  std::string Output;
};

} // namespace ompjit

#endif // OMPJIT_BACKEND_LINKFILES_H
