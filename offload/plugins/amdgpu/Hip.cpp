//===- Hip.cpp - AMD's HIP runtime, opened at run time --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Hip.h"

#include "ompjit/Plugins/Error.h"
#include "ompjit/Plugins/VendorLibrary.h"

#include <array>
#include <atomic>
#include <dlfcn.h>
#include <memory>
#include <strings.h>

namespace ompjit::amdgpu {

using plugins::fail;

namespace {

/// Newest first.
constexpr const char *LibraryNames[] = {"libamdhip64.so.7", "libamdhip64.so.6",
                                        "libamdhip64.so.5", "libamdhip64.so"};

bool open(const char *Library, int Mode, Hip &Opened) {
  void *Handle = dlopen(Library, RTLD_NOW | RTLD_LOCAL | Mode);
  if (!Handle)
    return false;
  plugins::FunctionFinder Functions(Handle);
#define OMPJIT_HIP_FUNCTION(Return, Member, Name, Parameters)                  \
  Functions.find(Opened.Member, #Name, 1);
#include "HipFunctions.def"
#undef OMPJIT_HIP_FUNCTION
  if (!Functions.missing())
    return true;
  dlclose(Handle);
  return false;
}

/// A library does not know the streams of another one, so the one that the
/// program uses is tried first.
bool openAny(Hip &Opened) {
  for (const int Mode : {RTLD_NOLOAD, 0})
    for (const char *Each : LibraryNames)
      if (open(Each, Mode, Opened))
        return true;
  return false;
}

} // namespace

const Hip *theHip() {
  // Several threads may open the library at the same time, and one of them
  // stores it. With a lock, a thread that holds the dynamic linker's lock would
  // wait for one that needs it.
  static std::atomic<const Hip *> Only = nullptr;
  if (const Hip *Known = Only.load(std::memory_order_acquire))
    return Known;
  auto New = std::make_unique<Hip>();
  if (!openAny(*New))
    return nullptr;
  const Hip *Before = nullptr;
  if (!Only.compare_exchange_strong(Before, New.get()))
    return Before;
  // Never destroyed and never closed.
  return New.release();
}

bool openHip(const char *Library, Hip &Opened) {
  return open(Library, 0, Opened);
}

int findHipDevice(const Hip &H, const std::string &PciAddress, int &Ordinal,
                  ompjit_error *Error) {
  int Count = 0, NumFound = 0;
  HipError Code = H.GetDeviceCount(&Count);
  if (Code == HipError::NoDevice)
    return OMPJIT_NOT_INSTALLED;
  if (Code != HipError::Success)
    return fail(Error, "HIP cannot count its devices: %s",
                textOf(H, Code).c_str());
  for (int Each = 0; Each < Count; ++Each) {
    std::array<char, 64> Address = {};
    Code = H.DeviceGetPCIBusId(Address.data(), int(Address.size()), Each);
    if (Code != HipError::Success)
      return fail(Error, "HIP does not tell where its device %d is: %s", Each,
                  textOf(H, Code).c_str());
    if (strcasecmp(Address.data(), PciAddress.c_str()) != 0)
      continue;
    Ordinal = Each;
    ++NumFound;
  }
  // The parts of a partitioned GPU may all have the same address.
  return NumFound == 1 ? 0 : OMPJIT_NOT_INSTALLED;
}

std::string textOf(const Hip &H, HipError Code) {
  const char *Text = H.GetErrorString(Code);
  // The text becomes part of a sentence.
  std::string Words = Text ? Text : "error " + std::to_string(int(Code));
  while (Words.ends_with('.'))
    Words.pop_back();
  return Words;
}

} // namespace ompjit::amdgpu
