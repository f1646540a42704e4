//===- Linkers.cpp - The driver's functions for the linker ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Assembler.h"
#include "Cubin.h"
#include "Functions.h"
#include "JitOptions.h"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>

namespace ompjit::standin {

Result readOptions(Call &C, unsigned Count, const JitOption *Options,
                   void **Values, JitOptions &Out) {
  for (unsigned I = 0; I != Count; ++I) {
    const auto Number = reinterpret_cast<uintptr_t>(Values[I]);
    switch (Options[I]) {
    case JitErrorLog:
      Out.Errors.Text = static_cast<char *>(Values[I]);
      break;
    case JitErrorLogSize:
      Out.Errors.Bytes = unsigned(Number);
      Out.Errors.Used = &Values[I];
      break;
    case JitInfoLog:
      Out.Infos.Text = static_cast<char *>(Values[I]);
      break;
    case JitInfoLogSize:
      Out.Infos.Bytes = unsigned(Number);
      Out.Infos.Used = &Values[I];
      break;
    case JitOptimizationLevel:
      if (Number > 4)
        return C.refuse(InvalidValue, "there is no such level");
      Out.OptimizationLevel = int(Number);
      break;
    case JitTarget:
      Out.Model = int(Number);
      break;
    case JitLineInfo:
      Out.HasLines = Number;
      break;
    case JitTargetFromContext:
    case JitLogVerbose:
    case JitDebugInfo:
      break;
    case JitMaxRegisters:
      Out.MaxRegisters = int(Number);
      break;
    default:
      return C.refuse(InvalidValue, "the stand-in does not know option %d",
                      int(Options[I]));
    }
  }
  return Success;
}

void write(const Linker::Log &To, const std::string &Text) {
  if (!To.Text || !To.Bytes)
    return;
  const size_t Size = std::min(Text.size(), To.Bytes - 1);
  std::memcpy(To.Text, Text.data(), Size);
  To.Text[Size] = 0;
  if (To.Used)
    *To.Used = reinterpret_cast<void *>(Size + 1);
}

/// The driver opens its compiler at the first use. exit() destroys the
/// compiler's objects: a thread that is inside of it then, or calls it later,
/// crashes.
class Compiler {
public:
  Compiler() {
    static const int IsRegistered = std::atexit(leave);
    (void)IsRegistered;
    ++NumInside;
    if (IsGone)
      crash();
  }
  ~Compiler() { --NumInside; }

private:
  static void leave() {
    IsGone = true;
    if (NumInside)
      crash();
  }
  [[noreturn]] static void crash() {
    violation("the driver's compiler is used while exit() takes it down");
    std::abort();
  }

  static inline std::atomic<bool> IsGone = false;
  static inline std::atomic<int> NumInside = 0;
};

/// The driver's compiler is a library, which the first linker opens: that takes
/// the dynamic linker's lock.
void openCompiler() {
  static void *const Opened = ::dlopen("libm.so.6", RTLD_NOW | RTLD_LOCAL);
  (void)Opened;
}

/// The driver writes to the given buffers until the linker is destroyed.
void touch(const Linker::Log &Place) {
  if (Place.Used)
    *Place.Used = nullptr;
  if (Place.Text && Place.Bytes)
    Place.Text[Place.Bytes - 1] = 0;
}

extern "C" {

Result cuLinkCreate_v2(unsigned NumOptions, JitOption *Options, void **Values,
                       Handle *Out) {
  Call C("cuLinkCreate_v2", Call::Current);
  return C.add("options", NumOptions).run([&]() -> Result {
    JitOptions Wanted;
    if (Result R = readOptions(C, NumOptions, Options, Values, Wanted))
      return R;
    openCompiler();
    auto New = std::make_shared<Linker>();
    New->Of = &C.context();
    New->Errors = Wanted.Errors;
    New->Infos = Wanted.Infos;
    New->Model = Wanted.Model ? Wanted.Model : C.context().On->Is.Number;
    New->OptimizationLevel = Wanted.OptimizationLevel;
    New->MaxRegisters = Wanted.MaxRegisters;
    *Out = C.machine().Linkers.add(New, C.machine().NextHandle);
    return Success;
  });
}

Result cuLinkAddData_v2(Handle Self, int Type, void *Data, size_t Bytes,
                        const char *Name, unsigned NumOptions,
                        JitOption *Options, void **Values) {
  Call C("cuLinkAddData_v2", Call::Current);
  C.add("linker", Self).add("type", Type).add("bytes", Bytes);
  return C.add("name", std::string(Name ? Name : "")).run([&]() -> Result {
    auto Into = C.findHere(C.machine().Linkers, Self, "linker");
    JitOptions Ignored;
    if (!Into)
      return InvalidHandle;
    if (Result R = readOptions(C, NumOptions, Options, Values, Ignored))
      return R;
    if (!Into->Cubin.empty())
      return C.refuse(NotSupported, "the stand-in takes one input");
    const std::string_view Input(static_cast<const char *>(Data), Bytes);
    if (Type == InputCubin) {
      Into->Cubin = Input;
      return Success;
    }
    if (Type != InputPtx)
      return C.refuse(InvalidValue, "the stand-in takes PTX and cubins");
    if (Input.empty() || Input.back() != 0)
      return C.refuse(InvalidValue, "the text does not end with a zero");
    std::string Messages;
    C.lock().unlock(); // Released, because this takes a while.
    const Compiler InUse;
    const Result R = assemble(Input.substr(0, Bytes - 1),
                              {Into->Model, Into->OptimizationLevel,
                               Ignored.HasLines, Into->MaxRegisters, true},
                              Into->Cubin, Messages);
    C.lock().lock();
    write(R ? Into->Errors : Into->Infos, Messages);
    return R;
  });
}

Result cuLinkComplete(Handle Self, void **Cubin, size_t *Bytes) {
  Call C("cuLinkComplete", Call::Current);
  return C.add("linker", Self).run([&]() -> Result {
    auto What = C.findHere(C.machine().Linkers, Self, "linker");
    if (!What)
      return InvalidHandle;
    if (What->Cubin.empty())
      return C.refuse(InvalidValue, "the linker has no input");
    *Cubin = What->Cubin.data();
    *Bytes = What->Cubin.size();
    return Success;
  });
}

Result cuLinkDestroy(Handle Self) {
  Call C("cuLinkDestroy", Call::Current);
  return C.add("linker", Self).run([&]() -> Result {
    auto What = C.findHere(C.machine().Linkers, Self, "linker");
    if (!What)
      return InvalidHandle;
    // Makes further use of the bytes show.
    std::fill(What->Cubin.begin(), What->Cubin.end(), char(0xdf));
    touch(What->Errors);
    touch(What->Infos);
    C.machine().Linkers.remove(Self);
    return Success;
  });
}

} // extern "C"

} // namespace ompjit::standin
