//===- RecordFile.h - A file of the images that a run wants ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the file of OMP_JIT_RECORD: every image that a launch or the start of
// a program wants is appended once, whether it has to be compiled or not, and
// each package of fragments that is linked.
//
// Thread-safe, and usable in the child of a fork(). If the file cannot be
// written, there is one warning.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_RECORDFILE_H
#define OMPJIT_JIT_RECORDFILE_H

#include "Log.h"
#include "ompjit/Cache/Key.h"
#include "ompjit/CompileService.h"
#include "ompjit/Support/CheckedDescriptor.h"
#include "ompjit/Support/Mutex.h"
#include "variants/SharedPackage.h"

#include <set>
#include <string>
#include <unordered_set>

namespace ompjit::jit {

class RecordFile {
public:
  /// Nothing is recorded if the path is empty.
  RecordFile(std::string Path, const Log &Lines)
      : Path(std::move(Path)), Lines(Lines) {}

  bool isOn() const { return !Path.empty(); }
  /// To be called inside of the fork gate.
  void add(const cache::Key &, SharedPackage &, const CompileRequest &);

private:
  bool addFragments(int Opened, SharedPackage &) OMPJIT_REQUIRES(Guard);
  void readRecorded() OMPJIT_REQUIRES(Guard);
  int file() OMPJIT_REQUIRES(Guard);
  bool append(int Opened, const std::string &Record) OMPJIT_REQUIRES(Guard);
  void giveUp() OMPJIT_REQUIRES(Guard);

  const std::string Path;
  const Log &Lines;
  Mutex Guard;
  CheckedDescriptor<> File OMPJIT_GUARDED_BY(Guard);
  bool WasOpened OMPJIT_GUARDED_BY(Guard) = false;
  bool HasFailed OMPJIT_GUARDED_BY(Guard) = false;
  std::unordered_set<cache::Key, cache::KeyHash> Known OMPJIT_GUARDED_BY(Guard);
  /// The packages of fragments in so much of the file.
  std::set<package::Digest> Fragments OMPJIT_GUARDED_BY(Guard);
  uint64_t NumRead OMPJIT_GUARDED_BY(Guard) = 0;
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_RECORDFILE_H
