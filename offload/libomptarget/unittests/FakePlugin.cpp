//===- FakePlugin.cpp - A plugin for tests: memory without a device -------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FakePlugin.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace ompjit::test {

namespace {

int failWith(ompjit_error *Error, const char *Text) {
  std::snprintf(Error->text, sizeof(Error->text), "%s", Text);
  return 1;
}

int allocate(ompjit_device *D, uint64_t Size, ompjit_memory_kind,
             void **Address, ompjit_error *Error) {
  if (D->FailAllocations)
    return failWith(Error, "the fake is full");
  *Address = std::aligned_alloc(128, (Size + 127) / 128 * 128);
  std::lock_guard Lock(D->Mutex);
  D->Live[*Address] = Size;
  return 0;
}

int release(ompjit_device *D, void *Address, ompjit_memory_kind,
            ompjit_error *Error) {
  std::lock_guard Lock(D->Mutex);
  if (!D->Live.erase(Address))
    return failWith(Error, "the fake does not know this memory");
  std::free(Address);
  return 0;
}

int copyTo(ompjit_device *D, ompjit_queue *, void *To, const void *From,
           uint64_t Size, ompjit_error *Error) {
  if (D->FailCopies)
    return failWith(Error, "the fake's cable is cut");
  ++D->CopiesTo;
  D->BytesTo += Size;
  std::memcpy(To, From, Size);
  return 0;
}

int copyFrom(ompjit_device *D, ompjit_queue *, void *To, const void *From,
             uint64_t Size, ompjit_error *Error) {
  if (D->FailCopies)
    return failWith(Error, "the fake's cable is cut");
  ++D->CopiesFrom;
  D->BytesFrom += Size;
  std::memcpy(To, From, Size);
  return 0;
}

int copyWithin(ompjit_device *, ompjit_queue *, void *To, const void *From,
               uint64_t Size, ompjit_error *) {
  std::memmove(To, From, Size);
  return 0;
}

} // namespace

FakePlugin::FakePlugin() : Table() {
  Table.version = OMPJIT_PLUGIN_VERSION;
  Table.size = sizeof(ompjit_plugin);
  Table.name = "fake";
  Table.memory_allocate = allocate;
  Table.memory_free = release;
  Table.copy_to_device = copyTo;
  Table.copy_from_device = copyFrom;
  Table.copy_on_device = copyWithin;
}

FakePlugin::~FakePlugin() {
  for (auto &[Address, Size] : State.Live)
    std::free(Address);
}

size_t FakePlugin::liveAllocations() {
  std::lock_guard Lock(State.Mutex);
  return State.Live.size();
}

} // namespace ompjit::test
