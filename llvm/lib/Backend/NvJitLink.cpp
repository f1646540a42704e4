//===- NvJitLink.cpp - NVIDIA's linker for programs that run --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NvJitLink.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/Twine.h"

#include <dlfcn.h>
#include <memory>

using namespace llvm;

namespace ompjit {

/// The library's number for PTX as kind of input.
constexpr int InputPtx = 2;

/// The newest comes first. The last one is in a toolkit, where the dynamic
/// linker does not look.
static constexpr const char *FileNames[] = {
    "libnvJitLink.so.13", "libnvJitLink.so.12", "libnvJitLink.so",
    "/usr/local/cuda/lib64/libnvJitLink.so"};

/// A library has its functions under names with its own version and with
/// earlier versions of the same major version. Newer libraries have plain
/// names, too.
template <typename Function>
bool NvJitLink::find(void *Library, const char *Name, Function *&Found) {
  auto Is = [&](const std::string &Symbol) {
    Found = reinterpret_cast<Function *>(::dlsym(Library, Symbol.c_str()));
    return Found != nullptr;
  };
  const std::string Plain = std::string("nvJitLink") + Name;
  if (Is(Plain) || Is("__" + Plain + "_13_0"))
    return true;
  for (int Minor = 9; Minor >= 0; --Minor)
    if (Is("__" + Plain + "_12_" + std::to_string(Minor)))
      return true;
  return false;
}

bool NvJitLink::findAll(void *Library) {
  return find(Library, "Create", Create) && find(Library, "Destroy", Destroy) &&
         find(Library, "AddData", AddData) &&
         find(Library, "Complete", Complete) &&
         find(Library, "GetLinkedCubinSize", GetLinkedCubinSize) &&
         find(Library, "GetLinkedCubin", GetLinkedCubin) &&
         find(Library, "GetErrorLogSize", GetErrorLogSize) &&
         find(Library, "GetErrorLog", GetErrorLog);
}

const NvJitLink *NvJitLink::open() {
  // Never destroyed: compiles may go on at exit.
  static const NvJitLink *const Opened = []() -> const NvJitLink * {
    auto Found = std::make_unique<NvJitLink>();
    for (const char *Name : FileNames)
      if (void *Library = ::dlopen(Name, RTLD_NOW | RTLD_LOCAL)) {
        if (Found->findAll(Library))
          return Found.release();
        ::dlclose(Library);
      }
    return nullptr;
  }();
  return Opened;
}

std::string NvJitLink::errorLog(Handle Link) const {
  size_t Size = 0;
  if (!Link || GetErrorLogSize(Link, &Size) != 0 || Size == 0)
    return "";
  std::string Text(Size, '\0');
  if (GetErrorLog(Link, Text.data()) != 0)
    return "";
  return StringRef(Text.c_str()).trim().str();
}

Error NvJitLink::failure(const char *Step, Result Code, Handle Link) const {
  const std::string Log = errorLog(Link);
  return createStringError(
      "libnvJitLink: " + Twine(Step) + ": " +
      (Log.empty() ? "error " + std::to_string(Code) : Log));
}

Expected<std::string> NvJitLink::assemble(StringRef Ptx, StringRef Gpu,
                                          unsigned OptLevel) const {
  const std::string Arch = "-arch=" + Gpu.str();
  const std::string Level = "-O" + std::to_string(OptLevel);
  const char *Options[] = {Arch.c_str(), Level.c_str()};
  Handle Linker = nullptr;
  const scope_exit End([&] {
    if (Linker)
      Destroy(&Linker);
  });
  if (Result Code = Create(&Linker, std::size(Options), Options))
    return failure(Arch.c_str(), Code, Linker);
  const std::string Text = Ptx.str(); // Terminated by a zero.
  if (Result Code = AddData(Linker, InputPtx, Text.c_str(), Text.size() + 1,
                            "kernel.ptx"))
    return failure("reading PTX", Code, Linker);
  if (Result Code = Complete(Linker))
    return failure("generating code", Code, Linker);
  size_t Size = 0;
  if (Result Code = GetLinkedCubinSize(Linker, &Size))
    return failure("size of the code", Code, Linker);
  std::string Cubin(Size, '\0');
  if (Result Code = GetLinkedCubin(Linker, Cubin.data()))
    return failure("taking the code", Code, Linker);
  return Cubin;
}

} // namespace ompjit
