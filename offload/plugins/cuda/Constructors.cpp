//===- Constructors.cpp - What runs before and after an image's kernels ---===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Constructors.h"

#include "ImageSymbols.h"
#include "Kernel.h"
#include "Memory.h"
#include "ompjit/Plugins/Error.h"

#include <charconv>
#include <map>
#include <utility>

namespace ompjit::cuda {

using plugins::fail;

namespace {

/// The prefixes of names that belong together.
struct Kind {
  const char *What;
  const char *Object, *Start, *End, *Kernel;
};

constexpr Kind Constructors = {"constructors", "__init_array_object_",
                               "__init_array_start", "__init_array_end",
                               "nvptx$device$init"};
constexpr Kind Destructors = {"destructors", "__fini_array_object_",
                              "__fini_array_start", "__fini_array_end",
                              "nvptx$device$fini"};

/// Lower priorities come first. A name without a number has the default
/// priority.
unsigned priorityOf(const std::string &Name) {
  unsigned Priority = 65535;
  const size_t Digits = Name.rfind('_') + 1;
  std::from_chars(Name.data() + Digits, Name.data() + Name.size(), Priority);
  return Priority;
}

/// By priority, and otherwise in the order of the symbols.
std::vector<std::string> list(const Kind &K, const void *Bytes, size_t Size,
                              ImageKind Format) {
  std::multimap<unsigned, std::string> Sorted;
  for (std::string &Each : symbolsWith(K.Object, Bytes, Size, Format))
    Sorted.emplace(priorityOf(Each), std::move(Each));
  std::vector<std::string> Names;
  for (auto &[Priority, Each] : Sorted)
    Names.push_back(std::move(Each));
  return Names;
}

/// Device memory that the destructor frees.
class Buffer {
public:
  explicit Buffer(ompjit_device *Device) : Device(Device) {}
  ~Buffer() {
    if (Address)
      freeMemory(Device, Address, OMPJIT_MEMORY_DEVICE, nullptr);
  }
  Buffer(const Buffer &) = delete;
  Buffer &operator=(const Buffer &) = delete;

  int allocate(uint64_t Bytes, ompjit_error *Error) {
    return allocateMemory(Device, Bytes, OMPJIT_MEMORY_DEVICE, &Address, Error);
  }
  char *address() const { return static_cast<char *>(Address); }

private:
  ompjit_device *Device;
  void *Address = nullptr;
};

class Caller {
public:
  Caller(const Kind &K, ompjit_device *Device, ompjit_image *Image,
         ompjit_error *Error)
      : K(K), Device(Device), Image(Image), Error(Error) {}

  int call(const std::vector<std::string> &Names) {
    std::vector<void *> Functions(Names.size());
    for (size_t I = 0; I != Names.size(); ++I)
      if (int Failed = transfer(Names[I].c_str(), Functions[I], From))
        return Failed;
    const size_t Bytes = Functions.size() * sizeof(Functions[0]);
    Buffer Array(Device);
    if (int Failed = Array.allocate(Bytes, Error))
      return Failed;
    if (int Failed = copyToDevice(Device, nullptr, Array.address(),
                                  Functions.data(), Bytes, Error))
      return Failed;
    void *Start = Array.address(), *End = Array.address() + Bytes;
    if (int Failed = transfer(K.Start, Start, To))
      return Failed;
    if (int Failed = transfer(K.End, End, To))
      return Failed;
    return launch();
  }

private:
  enum Direction { To, From };

  /// Writes or reads a pointer variable of the image.
  int transfer(const char *Name, void *&Pointer, Direction CopyDirection) {
    void *Place = nullptr;
    uint64_t Size = 0;
    if (int Failed = findSymbol(Device, Image, Name, &Place, &Size, Error))
      return Failed;
    if (Size != sizeof(Pointer))
      return fail(Error, "'%s' has %llu bytes instead of %zu", Name,
                  static_cast<unsigned long long>(Size), sizeof(Pointer));
    return CopyDirection == To
               ? copyToDevice(Device, nullptr, Place, &Pointer, Size, Error)
               : copyFromDevice(Device, nullptr, &Pointer, Place, Size, Error);
  }

  int launch() {
    ompjit_kernel *Kernel = nullptr;
    if (int Failed = getKernel(Device, Image, K.Kernel, 0, &Kernel, Error))
      return Failed;
    ompjit_launch One = {};
    One.argument_form = OMPJIT_ARGUMENTS_BARE;
    return launchKernel(Device, nullptr, Kernel, &One, Error);
  }

  const Kind &K;
  ompjit_device *const Device;
  ompjit_image *const Image;
  ompjit_error *const Error;
};

int run(const Kind &K, ompjit_device *Device, ompjit_image *Image,
        const std::vector<std::string> &Names, ompjit_error *Error) {
  if (Names.empty())
    return 0;
  ompjit_error Reason = {};
  if (!Caller(K, Device, Image, &Reason).call(Names))
    return 0;
  return fail(Error, "cannot run its %s: %s", K.What, Reason.text);
}

} // namespace

StartAndEnd findStartAndEnd(const void *Bytes, size_t Size, ImageKind Format) {
  return {list(cuda::Constructors, Bytes, Size, Format),
          list(cuda::Destructors, Bytes, Size, Format)};
}

int runConstructors(ompjit_device *Device, ompjit_image *Image,
                    ompjit_error *Error) {
  return run(Constructors, Device, Image, Image->Code.Constructors, Error);
}

int runDestructors(ompjit_device *Device, ompjit_image *Image,
                   ompjit_error *Error) {
  return run(Destructors, Device, Image, Image->Code.Destructors, Error);
}

} // namespace ompjit::cuda
