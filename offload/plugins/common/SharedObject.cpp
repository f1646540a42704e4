//===- SharedObject.cpp - A shared object loaded from memory --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Plugins/SharedObject.h"

#include "FileLimit.h"
#include "ompjit/Plugins/Error.h"

#include <atomic>
#include <cerrno>
#include <cstring>
#include <dlfcn.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

namespace ompjit::plugins {

namespace {

/// A file in memory, closed at the end of the scope.
class MemoryFile {
public:
  explicit MemoryFile(const char *Name)
      : Descriptor(memfd_create(Name, MFD_CLOEXEC)) {}
  ~MemoryFile() {
    if (Descriptor >= 0)
      close(Descriptor);
  }
  MemoryFile(const MemoryFile &) = delete;
  MemoryFile &operator=(const MemoryFile &) = delete;

  bool isOpen() const { return Descriptor >= 0; }
  int descriptor() const { return Descriptor; }

  /// True, or errno says why not.
  bool write(const char *Bytes, size_t Size) {
    while (Size) {
      ssize_t Written = ::write(Descriptor, Bytes, Size);
      if (Written < 0 && errno == EINTR)
        continue;
      if (Written < 0)
        return false;
      Bytes += Written;
      Size -= size_t(Written);
    }
    return true;
  }

private:
  int Descriptor;
};

/// Steps that lead nowhere, for each binary digit of a number.
void spell(uint64_t Number, unsigned Digits, std::string &Path) {
  for (unsigned I = 0; I != Digits; ++I)
    Path += Number >> I & 1 ? ".//" : "./";
}

/// A path of the open file that was never used before in this process. The
/// dynamic linker takes two equal paths for the same object, and the number of
/// a closed descriptor comes back: so the path also spells a running number,
/// and the place of its counter, as each plugin has one of its own.
std::string uniquePath(int Descriptor) {
  static std::atomic<uint64_t> Counter = 0;
  std::string Path = "/proc/self/fd/";
  spell(reinterpret_cast<uintptr_t>(&Counter) >> 3, 45, Path);
  spell(++Counter, 64, Path);
  return Path + std::to_string(Descriptor);
}

/// What dlerror says, without the path that means nothing to anybody.
std::string takeLoaderMessage(const std::string &Path) {
  const char *Raw = dlerror();
  std::string Message = Raw ? Raw : "unknown reason";
  if (Message.rfind(Path + ": ", 0) == 0)
    Message.erase(0, Path.size() + 2);
  return Message;
}

} // namespace

int SharedObject::load(const void *Bytes, size_t Size, const char *Label,
                       ompjit_error *Error) {
  if (int Failed = checkSharedObject(Bytes, Size, Error))
    return Failed;
  if (int Failed = checkFileLimit(Size, Error))
    return Failed;
  MemoryFile File(Label);
  if (!File.isOpen())
    return fail(Error, "cannot create a file in memory for the image: %s",
                std::strerror(errno));
  if (!File.write(static_cast<const char *>(Bytes), Size))
    return fail(Error, "cannot write the image of %zu bytes to memory: %s",
                Size, std::strerror(errno));
  std::string Path = uniquePath(File.descriptor());
  Handle = dlopen(Path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!Handle)
    return fail(Error, "the dynamic linker refused the image: %s",
                takeLoaderMessage(Path).c_str());
  return 0;
}

SharedObject::~SharedObject() {
  if (Handle)
    dlclose(Handle);
}

void *SharedObject::find(const char *Symbol) const {
  return dlsym(Handle, Symbol);
}

int SharedObject::find(const char *Symbol, void **Address, uint64_t *Size,
                       ompjit_error *Error) const {
  void *Found = find(Symbol);
  if (!Found)
    return fail(Error, "the image has no symbol '%s'", Symbol);
  Dl_info Info;
  const ElfW(Sym) *Entry = nullptr;
  if (!dladdr1(Found, &Info,
               reinterpret_cast<void **>(const_cast<ElfW(Sym) **>(&Entry)),
               RTLD_DL_SYMENT))
    Entry = nullptr;
  if (Size)
    *Size = Entry ? Entry->st_size : 0;
  *Address = Found;
  return 0;
}

} // namespace ompjit::plugins
