//===- OutputFile.h - Files that a user names for output ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Summaries, traces and records go to files that a variable names: what is
// there may also be a device, a pipe, a link, or where the program prints. It
// stays what it is, and nothing that the program printed is lost.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SUPPORT_OUTPUTFILE_H
#define OMPJIT_SUPPORT_OUTPUTFILE_H

#include <csignal>
#include <string>

namespace ompjit {

/// Opens what is there, for writing; -1, and errno says why not. Nobody waits
/// for a reader of a pipe: there has to be one. Where the program's output or
/// errors go there, too, the descriptor shares their place in the file.
/// \p Flags: O_CREAT, O_APPEND, and O_TRUNC, which only cuts what is not the
/// program's output. The descriptor is closed by exec().
int openForOutput(const std::string &Path, int Flags);

/// While it lives, writing to a pipe that nobody reads any more is an error in
/// this thread, and no signal.
class WithoutPipeSignal {
public:
  WithoutPipeSignal();
  ~WithoutPipeSignal();
  WithoutPipeSignal(const WithoutPipeSignal &) = delete;
  WithoutPipeSignal &operator=(const WithoutPipeSignal &) = delete;

private:
  sigset_t Pipe, Before;
  bool IsOfOthers;
};

} // namespace ompjit

#endif // OMPJIT_SUPPORT_OUTPUTFILE_H
