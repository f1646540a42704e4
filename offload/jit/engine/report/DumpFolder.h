//===- DumpFolder.h - Files with what was compiled ------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the folder of OMP_JIT_DUMP: a few files for each compile, named by the
// kernel and the start of the image's key, so that runs and processes that
// compile the same write the same files. If the folder cannot be written, there
// is one warning and no dump.
//
// Private to the engine. Thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_DUMPFOLDER_H
#define OMPJIT_JIT_DUMPFOLDER_H

#include "Log.h"
#include "ompjit/Cache/Key.h"
#include "ompjit/CompileService.h"

#include <atomic>
#include <mutex>
#include <string>

namespace ompjit::jit {

class DumpFolder {
public:
  /// \p Path is empty if nothing is to be written.
  DumpFolder(const std::string &Path, const Log &Lines)
      : Path(Path), Lines(Lines) {}

  bool isOn() const { return !Path.empty(); }

  /// Writes the files of a compile. \p Outcome is the result of \p Request,
  /// which asked for texts.
  void write(const CompileRequest &Request, std::string_view Triple,
             const cache::Key &, const CompileResult &Outcome);

private:
  bool open();
  bool writeFile(const std::string &Name, const std::string &Content);
  void giveUp(const std::string &Why);

  const std::string &Path;
  const Log &Lines;
  std::once_flag OpenOnce;
  std::atomic<bool> IsGivenUp{false};
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_DUMPFOLDER_H
