//===- Images.cpp - Loading images for GPUs and for the processor -------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elf.h"
#include "Executable.h"
#include "Report.h"
#include "Settings.h"
#include "amdgpu/CodeObject.h"
#include "ompjit/Plugins/AmdDispatch.h"
#include "ompjit/Targets.h"

#include <cstdio>
#include <cstring>
#include <elf.h>
#include <fstream>
#include <iterator>
#include <string_view>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace ompjit::standin {

namespace {

constexpr char KernelSuffix[] = ".kd";

uint32_t alignUp(uint32_t Value, uint32_t Alignment) {
  return (Value + Alignment - 1) / Alignment * Alignment;
}

uint16_t machineOf(std::string_view Image) {
  Elf64_Ehdr Header;
  if (Image.size() < sizeof(Header) || !Image.starts_with(ELFMAG))
    return EM_NONE;
  std::memcpy(&Header, Image.data(), sizeof(Header));
  return Header.e_machine;
}

//===----------------------------------------------------------------------===//
// Code that was lowered to the processor
//===----------------------------------------------------------------------===//

std::shared_ptr<Kernel> kernelOf(const std::string &Name,
                                 const ompjit_kernel &Lowered) {
  const vgpu::KernelRecord &Record = *Lowered.Record;
  auto New = std::make_shared<Kernel>();
  New->Name = Name;
  New->KernargBytes =
      alignUp(Record.ParameterBytes, alignof(plugins::ImplicitArguments)) +
      uint32_t(sizeof(plugins::ImplicitArguments));
  New->GroupBytes = Lowered.Image->StaticSharedBytes;
  if (Record.MaxBlockSize)
    New->MaxThreads = std::min(New->MaxThreads, Record.MaxBlockSize);
  New->Lowered = &Lowered;
  return New;
}

Status loadLowered(std::string_view Image, Code &Into, std::string &Why) {
  if (!Settings::get().Emulates) {
    Why = "the image is for a processor";
    return InvalidCodeObject;
  }
  ompjit_device &Device = *Into.On->Virtual;
  ompjit_error Error = {};
  if (vgpu::loadCode(&Device, Image.data(), Image.size(), "standin",
                     &Into.Lowered, &Error)) {
    Why = Error.text;
    return InvalidCodeObject;
  }
  // The agent must support waves of this size.
  const uint32_t Waves = Into.Lowered->Record->WarpSize;
  if (Waves < Into.On->Is->WavefrontSize) {
    Why = text("the image is for waves of %u lanes", Waves);
    return IncompatibleArguments;
  }
  // For code objects the plugin runs a kernel for constructors, which lowered
  // code does not have.
  if (vgpu::runAlone(Device, *Into.Lowered, vgpu::ConstructorsKernel, &Error)) {
    Why = Error.text;
    return Exception;
  }
  for (const auto &[Name, Lowered] : Into.Lowered->Kernels)
    Into.Kernels[Name + KernelSuffix] = kernelOf(Name, Lowered);
  return Success;
}

/// Loads the twin of a code object, which runs on the virtual GPU: ompjit-twin
/// makes it from the same bitcode and names it after the code object's bytes.
bool loadTwin(std::string_view Image, Code &Into, std::string &Why) {
  char Name[32];
  std::snprintf(
      Name, sizeof(Name), "/%016llx.so",
      static_cast<unsigned long long>(XXH3_64bits(Image.data(), Image.size())));
  std::ifstream File(Settings::get().Twins + Name, std::ios::binary);
  const std::string Bytes((std::istreambuf_iterator<char>(File)), {});
  ompjit_error Error = {};
  if (Bytes.empty()) {
    Why = std::string("there is no twin ") + Name;
    return false;
  }
  if (!vgpu::loadCode(Into.On->Virtual.get(), Bytes.data(), Bytes.size(),
                      "twin", &Into.Lowered, &Error))
    return true;
  Why = Error.text;
  return false;
}

/// Returns the name of LLVM's constructor and destructor kernels in the twin,
/// where the lowering names them differently.
const char *nameInTwin(const std::string &Kernel) {
  return Kernel == "amdgcn.device.init"   ? vgpu::ConstructorsKernel
         : Kernel == "amdgcn.device.fini" ? vgpu::DestructorsKernel
                                          : Kernel.c_str();
}

Status connectTwin(Code &Into, std::string &Why) {
  Into.IsTwin = true;
  for (auto &[Symbol, Each] : Into.Kernels) {
    const auto At = Into.Lowered->Kernels.find(nameInTwin(Each->Name));
    if (At == Into.Lowered->Kernels.end()) {
      Why = "the twin has no kernel " + Each->Name;
      return InvalidCodeObject;
    }
    Each->Lowered = &At->second;
  }
  return Success;
}

//===----------------------------------------------------------------------===//
// Code objects
//===----------------------------------------------------------------------===//

std::shared_ptr<Kernel> kernelOf(const amdgpu::KernelMetadata &Of) {
  auto New = std::make_shared<Kernel>();
  New->Name = Of.Name;
  New->KernargBytes = Of.KernargBytes;
  New->KernargAlignment = Of.KernargAlignment;
  New->GroupBytes = Of.GroupBytes;
  New->PrivateBytes = Of.PrivateBytes;
  New->HasDynamicStack = Of.UsesDynamicStack;
  if (Of.MaxGroupSize)
    New->MaxThreads = std::min(New->MaxThreads, Of.MaxGroupSize);
  return New;
}

Status loadVariables(std::string_view Image, Code &Into) {
  for (const ElfVariable &Each : readVariables(Image)) {
    if (Each.Name.ends_with(KernelSuffix))
      continue;
    void *Memory = nullptr;
    if (Into.On->Virtual->Memory.allocate(Each.Bytes, &Memory, nullptr))
      return OutOfResources;
    Into.Memory.push_back(numberOf(Memory));
    std::memset(Memory, 0, Each.Bytes);
    std::memcpy(Memory, Each.Contents.data(), Each.Contents.size());
    Into.Variables[Each.Name] = {Into.Memory.back(), Each.Bytes};
  }
  return Success;
}

Status loadCodeObject(std::string_view Image, Code &Into, std::string &Why) {
  amdgpu::CodeObject Object;
  amdgpu::TargetId Device;
  ompjit_error Error = {};
  if (amdgpu::readCodeObject(Image.data(), Image.size(), Object, &Error) ||
      amdgpu::parseTargetId(Into.On->Is->isaName(), Device, &Error)) {
    Why = Error.text;
    return InvalidCodeObject;
  }
  if (!amdgpu::runsOn(Object.Target, Device)) {
    Why = "the code object is for " + Object.Target.text() +
          ", the device is " + Device.text();
    return IncompatibleArguments;
  }
  for (const amdgpu::KernelMetadata &Each : Object.Kernels)
    Into.Kernels[Each.Symbol] = kernelOf(Each);
  if (Settings::get().Twins.empty())
    return loadVariables(Image, Into);
  // The twin has the variables.
  return loadTwin(Image, Into, Why) ? connectTwin(Into, Why)
                                    : InvalidCodeObject;
}

} // namespace

Status loadCode(const Reader &From, Code &Into, std::string &Why) {
  const std::string_view Image(static_cast<const char *>(From.Bytes),
                               From.Size);
  return machineOf(Image) == ThisHost.ElfMachine
             ? loadLowered(Image, Into, Why)
             : loadCodeObject(Image, Into, Why);
}

void unloadCode(Code &What) {
  ompjit_device &Device = *What.On->Virtual;
  // The plugin has already run a code object's destructors.
  if (What.Lowered && What.IsTwin)
    What.Lowered->Kernels.erase(vgpu::DestructorsKernel);
  if (What.Lowered)
    vgpu::unloadImage(&Device, What.Lowered);
  for (uintptr_t Each : What.Memory)
    Device.Memory.free(pointerTo(Each), nullptr);
}

/// The size of a lowered image's variable is in its symbol.
bool findVariable(const Code &In, const std::string &Name, Variable &Out) {
  if (auto At = In.Variables.find(Name); At != In.Variables.end()) {
    Out = At->second;
    return true;
  }
  void *Address = nullptr;
  if (!In.Lowered || In.Lowered->Kernels.count(Name) ||
      In.Lowered->Object.find(Name.c_str(), &Address, &Out.Bytes, nullptr))
    return false;
  Out.Address = numberOf(Address);
  return Out.Bytes != 0;
}

} // namespace ompjit::standin
