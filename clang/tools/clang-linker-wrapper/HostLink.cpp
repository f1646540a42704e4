//===- HostLink.cpp - Running the host linker -----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// HostLink.h's memory file and exec.
//
//===----------------------------------------------------------------------===//

#include "HostLink.h"
#include "ompjit/DeviceLink/FileError.h"

#include "llvm/Support/Errno.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <sys/mman.h>
#include <unistd.h>

using namespace llvm;

namespace ompjit::wrapper {

static Error systemError(const Twine &What) {
  return createStringError(What + ": " + sys::StrError(errno));
}

Expected<std::string> placeInMemory(ArrayRef<char> Object) {
  // This omits MFD_CLOEXEC, because the linker has to inherit the file.
  int Fd = memfd_create("offload-registration.o", 0);
  if (Fd < 0)
    return systemError("cannot create the registration object");
  while (!Object.empty()) {
    ssize_t Written =
        sys::RetryAfterSignal(-1, ::write, Fd, Object.data(), Object.size());
    if (Written < 0)
      return systemError("cannot write the registration object");
    Object = Object.drop_front(size_t(Written));
  }
  return "/proc/self/fd/" + std::to_string(Fd);
}

std::vector<std::string> hostLinkerCommand(const std::string &Linker,
                                           const std::string &Registration,
                                           ArrayRef<std::string> Arguments) {
  std::vector<std::string> Command = {Linker};
  if (!Registration.empty())
    Command.push_back(Registration);
  Command.insert(Command.end(), Arguments.begin(), Arguments.end());
  return Command;
}

std::string printable(ArrayRef<std::string> Command) {
  std::string Text;
  raw_string_ostream Stream(Text);
  for (const std::string &Argument : Command) {
    Stream << ' ';
    sys::printArg(Stream, Argument, /*Quote=*/true);
  }
  return Text;
}

Error execute(const std::vector<std::string> &Command) {
  auto Program = sys::findProgramByName(Command.front());
  if (!Program)
    return devicelink::fileError(Command.front(), Program.getError());
  std::vector<char *> Arguments;
  for (const std::string &Argument : Command)
    Arguments.push_back(const_cast<char *>(Argument.c_str()));
  Arguments.push_back(nullptr);
  ::execv(Program->c_str(), Arguments.data());
  return systemError(*Program);
}

} // namespace ompjit::wrapper
