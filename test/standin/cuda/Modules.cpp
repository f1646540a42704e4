//===- Modules.cpp - The driver's functions for modules -------------------===//
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
#include "Settings.h"
#include "ompjit/Targets.h"

#include <cstring>
#include <dlfcn.h>
#include <elf.h>
#include <link.h>

namespace ompjit::standin {

namespace {

uint16_t machineOf(const void *Elf) {
  Elf64_Ehdr Header;
  std::memcpy(&Header, Elf, sizeof(Header));
  return Header.e_machine;
}

Result loadLowered(Call &C, const void *Bytes, uint64_t Size, Module &Into,
                   std::string &Messages) {
  ompjit_error Error = {};
  ompjit_image *Image = nullptr;
  if (!Settings::get().Emulates) {
    Messages = "the image is for a processor";
    return InvalidImage;
  }
  if (vgpu::loadCode(&C.context().On->Virtual, Bytes, Size, "standin", &Image,
                     &Error)) {
    Messages = Error.text;
    return InvalidImage;
  }
  Into.Lowered = Image;
  // The plugin runs the constructors of PTX; lowered code does not have these.
  if (vgpu::runAlone(C.context().On->Virtual, *Image, vgpu::ConstructorsKernel,
                     &Error)) {
    Messages = Error.text;
    return InvalidImage;
  }
  for (const auto &[Name, Kernel] : Image->Kernels) {
    auto New = std::make_shared<Function>();
    New->Name = Name;
    New->Of = &Into;
    New->ParameterBytes = Kernel.Record->ParameterBytes;
    New->StaticSharedBytes = Image->Record->StaticSharedBytes;
    if (Kernel.Record->MaxBlockSize)
      New->MaxThreads = std::min(New->MaxThreads, Kernel.Record->MaxBlockSize);
    for (uint32_t I = 0; I != Kernel.Record->NumParameters; ++I)
      New->Parameters.push_back(Kernel.Record->Parameters[I]);
    New->Lowered = &Kernel;
    Into.Functions[Name] = std::move(New);
  }
  return Success;
}

/// Whether a device runs an image for another model.
bool canRun(int Device, int Image) {
  return Device / 10 == Image / 10 && Device % 10 >= Image % 10;
}

Result loadCubin(Call &C, std::string_view Bytes, Module &Into,
                 std::string &Messages) {
  Cubin What;
  if (!readCubin(Bytes, What, Messages))
    return InvalidImage;
  Gpu &On = *C.context().On;
  if (!canRun(On.Is.Number, What.Model)) {
    Messages = text("the cubin is for sm_%d, the device is sm_%d", What.Model,
                    On.Is.Number);
    return NoBinaryForGpu;
  }
  for (CubinKernel &Kernel : What.Kernels) {
    auto New = std::make_shared<Function>();
    New->Name = Kernel.Name;
    New->Of = &Into;
    New->ParameterBytes = Kernel.ParameterBytes;
    New->Parameters = std::move(Kernel.Parameters);
    // From sm_90 on, the section includes the driver's own shared memory.
    constexpr uint32_t OfDriver = 1024;
    New->StaticSharedBytes = Kernel.StaticSharedBytes;
    if (What.Model >= 90)
      New->StaticSharedBytes -= std::min(OfDriver, Kernel.StaticSharedBytes);
    New->MaxThreads = std::min(New->MaxThreads, Kernel.MaxThreads);
    New->NumRegisters = Kernel.NumRegisters;
    New->LocalBytes = Kernel.LocalBytes;
    Into.Functions[Kernel.Name] = std::move(New);
  }
  for (const CubinVariable &Each : What.Variables) {
    void *Memory = nullptr;
    if (On.Virtual.Memory.allocate(Each.Bytes, &Memory, nullptr))
      return OutOfMemory;
    Into.Memory.push_back(reinterpret_cast<uintptr_t>(Memory));
    std::memset(Memory, 0, Each.Bytes);
    std::memcpy(Memory, Each.Contents.data(), Each.Contents.size());
    Into.Variables[Each.Name] = {Into.Memory.back(), Each.Bytes};
  }
  return Success;
}

Result loadImage(Call &C, const void *Bytes, const JitOptions &Options,
                 Module &Into, std::string &Messages) {
  if (const uint64_t Size = sizeOfElf(Bytes)) {
    const std::string_view Elf(static_cast<const char *>(Bytes), Size);
    return machineOf(Bytes) == ThisHost.ElfMachine
               ? loadLowered(C, Bytes, Size, Into, Messages)
               : loadCubin(C, Elf, Into, Messages);
  }
  std::string Cubin;
  C.lock().unlock();
  const Result R = assemble(
      static_cast<const char *>(Bytes),
      {C.context().On->Is.Number, Options.OptimizationLevel, Options.HasLines},
      Cubin, Messages);
  C.lock().lock();
  return R ? R : loadCubin(C, Cubin, Into, Messages);
}

/// The size of a lowered image's variable is in its symbol.
bool findLowered(Module &In, const char *Name, Variable &Out) {
  void *Address = nullptr;
  if (!In.Lowered ||
      In.Lowered->Object.find(Name, &Address, &Out.Bytes, nullptr))
    return false;
  Out.Address = reinterpret_cast<uintptr_t>(Address);
  return Out.Bytes != 0;
}

} // namespace

extern "C" {

Result cuModuleLoadDataEx(Handle *Out, const void *Image, unsigned NumOptions,
                          JitOption *Options, void **Values) {
  Call C("cuModuleLoadDataEx", Call::Current);
  return C.add("options", NumOptions).run([&]() -> Result {
    JitOptions Wanted;
    if (!Image)
      return C.refuse(InvalidValue, "there is no image");
    if (Result R = readOptions(C, NumOptions, Options, Values, Wanted))
      return R;
    auto New = std::make_shared<Module>();
    New->Of = &C.context();
    std::string Messages;
    if (Result R = loadImage(C, Image, Wanted, *New, Messages)) {
      C.machine().unload(*New);
      write(Wanted.Errors, Messages);
      C.note(Messages);
      return R;
    }
    write(Wanted.Infos, Messages);
    *Out = C.machine().Modules.add(New, C.machine().NextHandle);
    C.note(text("%p", *Out));
    return Success;
  });
}

Result cuModuleUnload(Handle Self) {
  Call C("cuModuleUnload", Call::Current);
  return C.add("module", Self).run([&]() -> Result {
    auto What = C.findHere(C.machine().Modules, Self, "module");
    if (!What)
      return InvalidHandle;
    if (What->NumRunning)
      return C.refuse(InvalidValue, "%llu launches of its kernels are not over",
                      static_cast<unsigned long long>(What->NumRunning));
    C.machine().Modules.remove(Self);
    C.machine().unload(*What);
    return Success;
  });
}

Result cuModuleGetFunction(Handle *Out, Handle Self, const char *Name) {
  Call C("cuModuleGetFunction", Call::Current);
  C.add("module", Self).add("name", std::string(Name));
  return C.run([&]() -> Result {
    auto In = C.findHere(C.machine().Modules, Self, "module");
    if (!In)
      return InvalidHandle;
    auto At = In->Functions.find(Name);
    if (At == In->Functions.end())
      return NotFound;
    Handle &Known = In->Handles[Name];
    if (!Known)
      Known = C.machine().Functions.add(At->second, C.machine().NextHandle);
    *Out = Known;
    return Success;
  });
}

Result cuModuleGetGlobal_v2(DevicePointer *Out, size_t *Bytes, Handle Self,
                            const char *Name) {
  Call C("cuModuleGetGlobal_v2", Call::Current);
  C.add("module", Self).add("name", std::string(Name));
  return C.run([&]() -> Result {
    auto In = C.findHere(C.machine().Modules, Self, "module");
    if (!In)
      return InvalidHandle;
    auto At = In->Variables.find(Name);
    Variable Found;
    if (At != In->Variables.end())
      Found = At->second;
    else if (In->Functions.count(Name) || !findLowered(*In, Name, Found))
      return NotFound;
    if (!C.machine().Ranges.count(Found.Address)) {
      C.machine().add(Found.Address, Found.Bytes, Place::Variable, In->Of);
      In->Asked.push_back(Found.Address);
    }
    if (Out)
      *Out = Found.Address;
    if (Bytes)
      *Bytes = Found.Bytes;
    return Success;
  });
}

} // extern "C"

} // namespace ompjit::standin
