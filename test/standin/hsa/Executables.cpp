//===- Executables.cpp - The runtime's functions for executables --------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Executable.h"

#include "Call.h"
#include "Functions.h"
#include "Uses.h"

#include <cstring>

namespace ompjit::standin {

namespace {

template <typename T> Status put(void *To, const T &Value) {
  std::memcpy(To, &Value, sizeof(Value));
  return Success;
}

void unload(Machine &M, Executable &What) {
  for (uint64_t Each : What.Symbols)
    M.Symbols.remove(Each);
  for (uintptr_t Each : What.Asked)
    M.Memory.Ranges.erase(Each);
  for (Code &Each : What.Loaded) {
    for (const auto &[Name, Kernel] : Each.Kernels)
      M.Kernels.remove(Kernel->Object);
    unloadCode(Each);
  }
}

/// Makes the variable reachable for copies.
void show(Machine &M, Executable &In, Agent &On, const Variable &What) {
  if (M.Memory.Ranges.count(What.Address))
    return;
  M.Memory.Ranges[What.Address] = {What.Bytes, &On, nullptr, {&On}};
  In.Asked.push_back(What.Address);
}

/// Returns null if there is none.
std::shared_ptr<Symbol> findSymbol(Machine &M, Executable &In, Agent &On,
                                   const std::string &Name) {
  auto Found = std::make_shared<Symbol>();
  Found->Name = Name;
  for (Code &Each : In.Loaded) {
    if (Each.On != &On)
      continue;
    if (auto At = Each.Kernels.find(Name); At != Each.Kernels.end()) {
      Found->Runs = At->second;
      return Found;
    }
    if (findVariable(Each, Name, Found->Is)) {
      show(M, In, On, Found->Is);
      return Found;
    }
  }
  return nullptr;
}

Status tellOfKernel(Call &C, const Kernel &Of, SymbolInfo Which, void *Value) {
  switch (Which) {
  case SymbolKernelObject:
    return put(Value, Of.Object);
  case SymbolKernargSize:
    return put(Value, Of.KernargBytes);
  case SymbolKernargAlignment:
    return put(Value, Of.KernargAlignment);
  case SymbolGroupSize:
    return put(Value, Of.GroupBytes);
  case SymbolPrivateSize:
    return put(Value, Of.PrivateBytes);
  case SymbolDynamicStack:
    return put(Value, Of.HasDynamicStack);
  default:
    return C.refuse(InvalidArgument, "the stand-in does not tell that of a "
                                     "kernel");
  }
}

Status tellOfVariable(Call &C, const Variable &Of, SymbolInfo Which,
                      void *Value) {
  switch (Which) {
  case SymbolVariableAddress:
    return put(Value, uint64_t(Of.Address));
  case SymbolVariableSize:
    return put(Value, uint32_t(Of.Bytes));
  default:
    return C.refuse(InvalidArgument, "the stand-in does not tell that of a "
                                     "variable");
  }
}

} // namespace

extern "C" {

Status hsa_code_object_reader_create_from_memory(const void *Bytes, size_t Size,
                                                 Handle *Out) {
  Call C("hsa_code_object_reader_create_from_memory");
  return C.add("bytes", Size).run([&]() -> Status {
    if (!Bytes || !Size)
      return InvalidArgument;
    Machine &M = C.machine();
    Out->Value =
        M.Readers.add(std::make_shared<Reader>(Bytes, Size), M.newHandle());
    C.note(text("0x%zx", size_t(Out->Value)));
    return Success;
  });
}

Status hsa_code_object_reader_destroy(Handle Self) {
  Call C("hsa_code_object_reader_destroy");
  return C.handle("reader", Self).run([&]() -> Status {
    if (!C.find(C.machine().Readers, Self, "reader"))
      return InvalidReader;
    C.machine().Readers.remove(Self.Value);
    return Success;
  });
}

Status hsa_executable_create_alt(Profile Which, Rounding How, const char *,
                                 Handle *Out) {
  Call C("hsa_executable_create_alt");
  C.add("profile", int(Which)).add("rounding", int(How));
  return C.run([&]() -> Status {
    if (Which < ProfileBase || Which > ProfileFull)
      return C.refuse(InvalidArgument, "there is no such profile");
    Machine &M = C.machine();
    Out->Value =
        M.Executables.add(std::make_shared<Executable>(), M.newHandle());
    C.note(text("0x%zx", size_t(Out->Value)));
    return Success;
  });
}

Status hsa_executable_load_agent_code_object(Handle Self, Handle On,
                                             Handle ReaderHandle, const char *,
                                             Handle *Out) {
  Call C("hsa_executable_load_agent_code_object");
  C.handle("executable", Self).handle("agent", On);
  return C.handle("reader", ReaderHandle).run([&]() -> Status {
    Machine &M = C.machine();
    auto Into = C.find(M.Executables, Self, "executable");
    auto From = C.find(M.Readers, ReaderHandle, "reader");
    Agent *Gpu = C.findGpu(On);
    if (!Into || !From || !Gpu)
      return !Into ? InvalidExecutable : From ? InvalidAgent : InvalidReader;
    if (Into->IsFrozen)
      return C.refuse(FrozenExecutable, "the executable is frozen");
    Code New;
    New.On = Gpu;
    std::string Why;
    if (Status R = loadCode(*From, New, Why)) {
      unloadCode(New);
      C.note(Why);
      return R;
    }
    for (auto &[Name, Kernel] : New.Kernels) {
      Kernel->Of = Into.get();
      Kernel->On = Gpu;
      Kernel->Object = M.Kernels.add(Kernel, M.newHandle());
    }
    Into->Loaded.push_back(std::move(New));
    if (Out)
      Out->Value = M.newHandle();
    return Success;
  });
}

Status hsa_executable_freeze(Handle Self, const char *) {
  Call C("hsa_executable_freeze");
  return C.handle("executable", Self).run([&]() -> Status {
    auto What = C.find(C.machine().Executables, Self, "executable");
    if (!What)
      return InvalidExecutable;
    if (What->IsFrozen)
      return C.refuse(FrozenExecutable, "the executable is frozen");
    What->IsFrozen = true;
    return Success;
  });
}

Status hsa_executable_destroy(Handle Self) {
  Call C("hsa_executable_destroy");
  return C.handle("executable", Self).run([&]() -> Status {
    Machine &M = C.machine();
    auto What = C.find(M.Executables, Self, "executable");
    if (!What)
      return InvalidExecutable;
    if (auto Use = userOf(M, *What); !Use.empty())
      return C.refuse(InvalidExecutable, "%s runs one of its kernels",
                      Use.c_str());
    unload(M, *What);
    M.Executables.remove(Self.Value);
    return Success;
  });
}

Status hsa_executable_get_symbol_by_name(Handle Self, const char *Name,
                                         const Handle *On, Handle *Out) {
  Call C("hsa_executable_get_symbol_by_name");
  C.handle("executable", Self).add("name", std::string(Name));
  return C.run([&]() -> Status {
    Machine &M = C.machine();
    auto In = C.find(M.Executables, Self, "executable");
    if (!In)
      return InvalidExecutable;
    if (!In->IsFrozen)
      return C.refuse(InvalidExecutable, "the executable is not frozen, and "
                                         "its symbols have no addresses");
    if (!On)
      return C.refuse(InvalidAgent, "the symbols of code are an agent's");
    Agent *Gpu = C.findGpu(*On);
    if (!Gpu)
      return InvalidAgent;
    auto Found = findSymbol(M, *In, *Gpu, Name);
    if (!Found)
      return InvalidSymbolName;
    Out->Value = M.Symbols.add(std::move(Found), M.newHandle());
    In->Symbols.push_back(Out->Value);
    C.note(text("0x%zx", size_t(Out->Value)));
    return Success;
  });
}

Status hsa_executable_symbol_get_info(Handle Self, SymbolInfo Which,
                                      void *Value) {
  Call C("hsa_executable_symbol_get_info");
  return C.handle("symbol", Self).add("info", int(Which)).run([&]() -> Status {
    auto Of = C.find(C.machine().Symbols, Self, "symbol");
    if (!Of)
      return InvalidExecutableSymbol;
    switch (Which) {
    case SymbolType:
      return put(Value, Of->Runs ? SymbolIsKernel : SymbolIsVariable);
    case SymbolNameLength:
      return put(Value, uint32_t(Of->Name.size()));
    case SymbolName:
      Of->Name.copy(static_cast<char *>(Value), Of->Name.size());
      return Success;
    default:
      return Of->Runs ? tellOfKernel(C, *Of->Runs, Which, Value)
                      : tellOfVariable(C, Of->Is, Which, Value);
    }
  });
}

} // extern "C"

} // namespace ompjit::standin
