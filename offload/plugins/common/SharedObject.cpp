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
#include "ompjit/Plugins/ImageFolder.h"
#include "ompjit/Support/Mutex.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <optional>
#include <set>
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

  /// Returns true, or false with the reason in errno.
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

bool isLoaded(const std::string &Path) {
  void *Again = dlopen(Path.c_str(), RTLD_LAZY | RTLD_NOLOAD);
  if (!Again)
    return false;
  dlclose(Again);
  return true;
}

/// The files of the folder that are loaded in this process. If the dynamic
/// linker is given a file that it has loaded, it returns the same object, and
/// so two devices would share their variables.
///
/// A file may stay loaded after it was closed: for ever if it has a variable of
/// an inline function, or until the library is closed in whose destructors that
/// happened. So whether a closed file is unloaded is checked when it matters.
class FilesInUse {
public:
  /// Never destroyed, because handlers that run at exit may load and unload.
  static FilesInUse &ofProcess() {
    static FilesInUse *const InUse = new FilesInUse;
    return *InUse;
  }

  /// Returns \p Name, or a name that begins with it if that is in use.
  std::string choose(const ImageFolder &Folder, const std::string &Name) {
    MutexLock Lock(Guard);
    for (unsigned Copy = 1;; ++Copy) {
      std::string Chosen =
          Name + (Copy == 1 ? "" : "-" + std::to_string(Copy)) + ".so";
      const std::string Path = Folder.pathOf(Chosen);
      if (Open.contains(Path) || (Closed.contains(Path) && isLoaded(Path)))
        continue;
      Closed.erase(Path);
      Open.insert(Path);
      return Chosen;
    }
  }

  /// Allocates nothing.
  void release(const std::string &Path) {
    MutexLock Lock(Guard);
    Closed.insert(Open.extract(Path));
    if (Closed.size() < NextSweep)
      return;
    std::erase_if(Closed,
                  [](const std::string &Each) { return !isLoaded(Each); });
    NextSweep = std::max(SmallestSweep, 2 * Closed.size());
  }

private:
  static constexpr size_t SmallestSweep = 16;

  Mutex Guard;
  std::set<std::string> Open OMPJIT_GUARDED_BY(Guard);
  std::set<std::string> Closed OMPJIT_GUARDED_BY(Guard);
  size_t NextSweep OMPJIT_GUARDED_BY(Guard) = SmallestSweep;
};

/// Appends path steps that have no effect, one for each binary digit of a
/// number.
void spell(uint64_t Number, unsigned Digits, std::string &Path) {
  for (unsigned I = 0; I != Digits; ++I)
    Path += Number >> I & 1 ? ".//" : "./";
}

/// Returns a path of the open file that was never used before in this process.
/// The dynamic linker takes two equal paths for the same object, and numbers of
/// closed descriptors are reused. So the path also encodes a serial number, and
/// the address of its counter, because each plugin has its own. It names the
/// thread, because the main thread may have ended. In another process, such as
/// a debugger that looks the path up, it leads nowhere rather than to a file of
/// the debugger, reading which could block.
std::string uniquePath(int Descriptor) {
  static std::atomic<uint64_t> Counter = 0;
  std::string Path = "/proc/self/task/" + std::to_string(::gettid()) + "/fd/";
  spell(reinterpret_cast<uintptr_t>(&Counter) >> 3, 45, Path);
  spell(++Counter, 64, Path);
  return Path + std::to_string(Descriptor);
}

/// Returns dlerror's message without the path, which is meaningless to users.
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
  const std::string WhyNoFile =
      loadFile({static_cast<const char *>(Bytes), Size}, Label);
  return Handle ? 0 : loadMemory(Bytes, Size, Label, WhyNoFile, Error);
}

/// If this fails, leaves Handle null and returns the reason.
std::string SharedObject::loadFile(std::string_view Bytes, const char *Label) {
  std::string WhyNot;
  const std::optional<ImageFolder> Folder = ImageFolder::open(WhyNot);
  if (!Folder)
    return WhyNot;
  FilesInUse &InUse = FilesInUse::ofProcess();
  const std::string Name = InUse.choose(*Folder, imageFileName(Label, Bytes));
  Path = Folder->pathOf(Name);
  IsFile = true;
  if (Folder->place(Name, Bytes)) {
    Handle = dlopen(Path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!Handle)
      WhyNot = Path + ": " + takeLoaderMessage(Path);
  } else {
    WhyNot = Path + " cannot be written";
  }
  if (!Handle)
    InUse.release(Path);
  IsFile = Handle;
  return WhyNot;
}

int SharedObject::loadMemory(const void *Bytes, size_t Size, const char *Label,
                             const std::string &WhyNoFile,
                             ompjit_error *Error) {
  if (int Failed = checkFileLimit(Size, Error))
    return Failed;
  MemoryFile File(Label);
  if (!File.isOpen())
    return fail(Error,
                "cannot create a file in memory for the image: %s; and %s",
                std::strerror(errno), WhyNoFile.c_str());
  if (!File.write(static_cast<const char *>(Bytes), Size))
    return fail(Error, "cannot write the image of %zu bytes to memory: %s",
                Size, std::strerror(errno));
  Path = uniquePath(File.descriptor());
  if (::faccessat(AT_FDCWD, Path.c_str(), R_OK, AT_EACCESS) != 0)
    return fail(Error, "the image cannot be named without /proc; and %s",
                WhyNoFile.c_str());
  Handle = dlopen(Path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!Handle)
    return fail(Error, "the dynamic linker refused the image: %s",
                takeLoaderMessage(Path).c_str());
  return 0;
}

SharedObject::~SharedObject() {
  if (Handle)
    dlclose(Handle);
  if (IsFile)
    FilesInUse::ofProcess().release(Path);
}

void *SharedObject::find(const char *Symbol) const {
  return dlsym(Handle, Symbol);
}

int SharedObject::find(const char *Symbol, void **Address, uint64_t *Size,
                       ompjit_error *Error) const {
  void *Found = find(Symbol);
  if (!Found) {
    fail(Error, "the image has no symbol '%s'", Symbol);
    return OMPJIT_NO_SYMBOL;
  }
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
