//===- DeviceImage.cpp - An image that is loaded on a device --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceImage.h"

#include "ompjit/CompileService.h"

using namespace ompjit;
using namespace ompjit::jit;

Error jit::pluginError(const ompjit_error &Reason) {
  size_t Length = 0;
  while (Length != sizeof(Reason.text) && Reason.text[Length])
    ++Length;
  return Error(Length ? std::string(Reason.text, Length)
                      : std::string("the plugin gave no reason"));
}

Result<std::unique_ptr<DeviceImage>>
DeviceImage::load(const Device &Target, ByteView Bytes,
                  const std::string &Label) {
  ompjit_error Reason{};
  ompjit_image *Handle = nullptr;
  if (Target.Plugin->image_load(Target.Handle, Bytes.data(), Bytes.size(),
                                Label.c_str(), &Handle, &Reason) != 0)
    return pluginError(Reason).context("loading the image of " + Label +
                                       " on device " +
                                       std::to_string(Target.Id));
  return std::unique_ptr<DeviceImage>(new DeviceImage(Target, Handle));
}

DeviceImage::~DeviceImage() {
  Target.Plugin->image_unload(Target.Handle, Handle);
}

Result<void *> DeviceImage::symbol(const std::string &Name,
                                   uint64_t *Size) const {
  ompjit_error Reason{};
  void *Address = nullptr;
  if (Target.Plugin->image_symbol(Target.Handle, Handle, Name.c_str(), &Address,
                                  Size, &Reason) != 0)
    return pluginError(Reason).context("looking up " + Name);
  return Address;
}

Result<void *> DeviceImage::find(const char *Name) const {
  ompjit_error Reason{};
  void *Address = nullptr;
  switch (Target.Plugin->image_symbol(Target.Handle, Handle, Name, &Address,
                                      nullptr, &Reason)) {
  case 0:
    return Address;
  case OMPJIT_NO_SYMBOL:
    return nullptr;
  default:
    return pluginError(Reason);
  }
}

Status DeviceImage::read(const std::string &Name, void *To,
                         uint64_t Bytes) const {
  uint64_t Size = 0;
  Result<void *> Address = symbol(Name, &Size);
  if (!Address)
    return Address.takeError();
  if (Size != 0 && Size < Bytes)
    return Error(Name + " has " + std::to_string(Size) + " bytes, not " +
                 std::to_string(Bytes));
  ompjit_error Reason{};
  if (Target.Plugin->copy_from_device(Target.Handle, nullptr, To, *Address,
                                      Bytes, &Reason) != 0)
    return pluginError(Reason).context("reading " + Name);
  return Done();
}

Result<ompjit_kernel *> DeviceImage::kernel(const std::string &Symbol,
                                            uint32_t NumArguments) const {
  ompjit_error Reason{};
  ompjit_kernel *Kernel = nullptr;
  if (Target.Plugin->kernel_get(Target.Handle, Handle, Symbol.c_str(),
                                NumArguments, &Kernel, &Reason) != 0)
    return pluginError(Reason).context("looking up the kernel " + Symbol);
  return Kernel;
}

Status DeviceImage::fillSlots(const std::vector<std::string> &Symbols,
                              const DeviceImage *Base) const {
  if (Symbols.empty())
    return Done();
  if (!Base)
    return Error("the image refers to shared state, but the package has none");
  std::vector<void *> Addresses;
  Addresses.reserve(Symbols.size());
  for (const std::string &Symbol : Symbols) {
    Result<void *> Address = Base->symbol(Symbol, nullptr);
    if (!Address)
      return Address.takeError();
    Addresses.push_back(*Address);
  }
  const uint64_t Needed = Addresses.size() * sizeof(void *);
  uint64_t Size = 0;
  Result<void *> Slots = symbol(SlotsSymbol, &Size);
  if (!Slots)
    return Slots.takeError();
  if (Size != 0 && Size < Needed)
    return Error("the image has room for " + std::to_string(Size) +
                 " bytes of slots, but names " + std::to_string(Needed));
  ompjit_error Reason{};
  if (Target.Plugin->copy_to_device(Target.Handle, nullptr, *Slots,
                                    static_cast<const void *>(Addresses.data()),
                                    Needed, &Reason) != 0)
    return pluginError(Reason).context("filling the slots");
  return Done();
}
