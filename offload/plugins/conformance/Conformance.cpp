//===- Conformance.cpp - What the tests of the conformance suite share ----===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conformance.h"

#include <cstdlib>
#include <dlfcn.h>
#include <fstream>
#include <iterator>

// Asked by the sanitizers' run-time libraries: memory that runs out is what one
// of the tests is about.
extern "C" [[gnu::visibility("default")]] const char *__asan_default_options() {
  return "allocator_may_return_null=1";
}
extern "C" [[gnu::visibility("default")]] const char *__tsan_default_options() {
  return "allocator_may_return_null=1";
}

namespace ompjit::conformance {

const ompjit_plugin &plugin() {
  static const ompjit_plugin *const Table = [] {
    void *Handle = dlopen(OMPJIT_PLUGIN_FILE, RTLD_NOW | RTLD_LOCAL);
    if (!Handle) {
      ADD_FAILURE() << dlerror();
      std::abort();
    }
    return reinterpret_cast<ompjit_plugin_get_fn>(
        dlsym(Handle, OMPJIT_PLUGIN_ENTRY))();
  }();
  return *Table;
}

const std::string &imageBytes() {
  static const std::string Bytes = [] {
    std::ifstream File(OMPJIT_IMAGE_FILE, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(File), {});
  }();
  return Bytes;
}

void DeviceTest::SetUp() {
  ASSERT_EQ(P.device_open(0, &Device, &Error), 0) << Error.text;
}

void DeviceTest::TearDown() {
  for (void *Each : Allocations)
    EXPECT_EQ(P.memory_free(Device, Each, OMPJIT_MEMORY_DEVICE, &Error), 0)
        << Error.text;
  for (ompjit_image *Each : Images)
    P.image_unload(Device, Each);
  if (Device)
    P.device_close(Device);
}

void *DeviceTest::allocate(uint64_t Size) {
  void *Address = nullptr;
  EXPECT_EQ(
      P.memory_allocate(Device, Size, OMPJIT_MEMORY_DEVICE, &Address, &Error),
      0)
      << Error.text;
  Allocations.push_back(Address);
  return Address;
}

ompjit_image *DeviceTest::load() {
  ompjit_image *Image = nullptr;
  EXPECT_EQ(P.image_load(Device, imageBytes().data(), imageBytes().size(),
                         "conformance", &Image, &Error),
            0)
      << Error.text;
  Images.push_back(Image);
  return Image;
}

} // namespace ompjit::conformance
