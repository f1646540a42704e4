//===- OutputFile.h - Files that a user names for output ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Summaries, traces and records go to files that a variable names. Such a file
// may also be a device, a pipe, a link, or the file that the program prints to.
// It stays what it is, and nothing that the program printed is lost.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SUPPORT_OUTPUTFILE_H
#define OMPJIT_SUPPORT_OUTPUTFILE_H

#include <csignal>
#include <string>
#include <string_view>
#include <unistd.h>

namespace ompjit {

/// Returns the name that a user gave to a file, with \p Process in place of
/// each %p, and the host's name in place of each %h.
std::string withProcess(std::string_view Name, pid_t Process = ::getpid());

/// Opens a file for writing; returns -1 and sets errno if it fails. Does not
/// wait for the reader of a pipe, but fails if there is none. If the program's
/// output or errors go to the same file, the descriptor shares their file
/// position. \p Flags may hold O_CREAT, O_APPEND and O_TRUNC, which does not
/// truncate the program's output. exec() closes the descriptor.
int openForOutput(const std::string &Path, int Flags);

/// While an object lives, writing to a pipe that nobody reads is an error in
/// this thread and raises no signal.
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
