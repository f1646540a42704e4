//===- Conformance.cpp - Fixtures of the conformance suite ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conformance.h"

#include <algorithm>
#include <cstdlib>
#include <dlfcn.h>
#include <fstream>
#include <iterator>

// The sanitizers' run-time libraries call these. Allocations may fail, because
// one of the tests lets memory run out.
extern "C" [[gnu::visibility("default")]] const char *__asan_default_options() {
  return "allocator_may_return_null=1";
}
extern "C" [[gnu::visibility("default")]] const char *__tsan_default_options() {
  return "allocator_may_return_null=1";
}

namespace ompjit::conformance {

namespace {

/// Ends the suite if \p Made is null, because the test cannot go on without it.
/// The caller has reported the reason.
template <typename T> T *existing(T *Made) {
  if (!Made)
    std::exit(1);
  return Made;
}

/// Returns the file that the environment names, or else the one that was built.
/// A check on a GPU brings its own files.
const char *fileOr(const char *Variable, const char *Built) {
  const char *Chosen = getenv(Variable);
  return Chosen ? Chosen : Built;
}

} // namespace

const ompjit_plugin &plugin() {
  static const ompjit_plugin *const Table = [] {
    // The setting is "NAME=value", or empty.
    if (static char Setting[] = OMPJIT_PLUGIN_SETTING; *Setting)
      putenv(Setting);
    void *Handle =
        dlopen(fileOr("OMPJIT_CONFORMANCE_PLUGIN", OMPJIT_PLUGIN_FILE),
               RTLD_NOW | RTLD_LOCAL);
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
    std::ifstream File(fileOr("OMPJIT_CONFORMANCE_IMAGE", OMPJIT_IMAGE_FILE),
                       std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(File), {});
  }();
  return Bytes;
}

void DeviceTest::SetUp() {
  EXPECT_EQ(P.device_open(0, &Device, &Error), 0) << Error.text;
  existing(Device);
}

void DeviceTest::TearDown() {
  if (!Device)
    return;
  for (ompjit_queue *Each : Queues)
    P.queue_destroy(Device, Each);
  for (ompjit_event *Each : Events)
    P.event_destroy(Device, Each);
  for (auto &[Address, Kind] : Allocations)
    EXPECT_EQ(P.memory_free(Device, Address, Kind, &Error), 0) << Error.text;
  for (ompjit_image *Each : Images)
    P.image_unload(Device, Each);
  P.device_close(Device);
}

void *DeviceTest::allocate(uint64_t Size, ompjit_memory_kind Kind) {
  void *Address = nullptr;
  EXPECT_EQ(P.memory_allocate(Device, Size, Kind, &Address, &Error), 0)
      << Error.text;
  Allocations.emplace_back(existing(Address), Kind);
  return Address;
}

ompjit_image *DeviceTest::load() {
  ompjit_image *Image = nullptr;
  EXPECT_EQ(P.image_load(Device, imageBytes().data(), imageBytes().size(),
                         "conformance", &Image, &Error),
            0)
      << Error.text;
  Images.push_back(existing(Image));
  return Image;
}

ompjit_kernel *DeviceTest::get(ompjit_image *Image, const char *Name,
                               uint32_t NumArgs) {
  ompjit_kernel *Kernel = nullptr;
  EXPECT_EQ(P.kernel_get(Device, Image, Name, NumArgs, &Kernel, &Error), 0)
      << Error.text;
  return existing(Kernel);
}

ompjit_queue *DeviceTest::createQueue() {
  ompjit_queue *Queue = nullptr;
  EXPECT_EQ(P.queue_create(Device, &Queue, &Error), 0) << Error.text;
  Queues.push_back(existing(Queue));
  return Queue;
}

void DeviceTest::destroy(ompjit_queue *Queue) {
  Queues.erase(std::find(Queues.begin(), Queues.end(), Queue));
  P.queue_destroy(Device, Queue);
}

ompjit_event *DeviceTest::createEvent() {
  ompjit_event *Event = nullptr;
  EXPECT_EQ(P.event_create(Device, &Event, &Error), 0) << Error.text;
  Events.push_back(existing(Event));
  return Event;
}

ompjit_event *DeviceTest::createTimedEvent() {
  ompjit_event *Event = nullptr;
  EXPECT_EQ(P.event_create_timed(Device, &Event, &Error), 0) << Error.text;
  Events.push_back(existing(Event));
  return Event;
}

int DeviceTest::launch(ompjit_queue *Queue, ompjit_kernel *Kernel,
                       std::vector<void *> Args, uint32_t Form) {
  ompjit_launch Launch = {};
  Launch.argument_form = Form;
  Launch.args = Args.data();
  Launch.num_args = uint32_t(Args.size());
  Launch.num_teams[0] = 1;
  Launch.thread_limit[0] = 1;
  int Failed = P.kernel_launch(Device, Queue, Kernel, &Launch, &Error);
  // The plugin must not need the arguments any longer.
  std::fill(Args.begin(), Args.end(), nullptr);
  return Failed;
}

int DeviceTest::launchPacked(ompjit_queue *Queue, ompjit_kernel *Kernel,
                             std::vector<int64_t> Parameters) {
  ompjit_launch Launch = {};
  Launch.argument_form = OMPJIT_ARGUMENTS_PACKED;
  Launch.args = reinterpret_cast<void **>(Parameters.data());
  Launch.packed_bytes = uint32_t(Parameters.size() * sizeof(int64_t));
  Launch.num_teams[0] = 1;
  Launch.thread_limit[0] = 1;
  int Failed = P.kernel_launch(Device, Queue, Kernel, &Launch, &Error);
  std::fill(Parameters.begin(), Parameters.end(), 0);
  return Failed;
}

void DeviceTest::write(ompjit_queue *Queue, void *To, const int64_t &From) {
  EXPECT_EQ(P.copy_to_device(Device, Queue, To, &From, sizeof(From), &Error), 0)
      << Error.text;
}

void DeviceTest::read(ompjit_queue *Queue, int64_t &To, const void *From) {
  EXPECT_EQ(P.copy_from_device(Device, Queue, &To, From, sizeof(To), &Error), 0)
      << Error.text;
}

int64_t DeviceTest::readNow(const void *From) {
  int64_t Value = 0;
  read(nullptr, Value, From);
  return Value;
}

bool DeviceTest::isDone(ompjit_queue *Queue) {
  int Done = -1;
  EXPECT_EQ(P.queue_query(Device, Queue, &Done, &Error), 0) << Error.text;
  return Done == 1;
}

void DeviceTest::synchronize(ompjit_queue *Queue) {
  EXPECT_EQ(P.queue_synchronize(Device, Queue, &Error), 0) << Error.text;
}

void OverlapTest::SetUp() {
  DeviceTest::SetUp();
  if (!can(OMPJIT_CAN_OVERLAP))
    GTEST_SKIP() << "queues do not overlap with the host";
  Wait = get(load(), "conformance_wait", 1);
}

void OverlapTest::TearDown() {
  for (Gate &Each : Gates)
    Each.open();
  DeviceTest::TearDown();
}

OverlapTest::Gate OverlapTest::close(ompjit_queue *Queue) {
  auto *Word =
      static_cast<int64_t *>(allocate(sizeof(int64_t), OMPJIT_MEMORY_HOST));
  *Word = 0;
  EXPECT_EQ(launch(Queue, Wait, {Word}), 0) << Error.text;
  Gates.emplace_back(Word);
  return Gates.back();
}

int64_t &OverlapTest::word(int64_t Value) {
  auto *Word =
      static_cast<int64_t *>(allocate(sizeof(int64_t), OMPJIT_MEMORY_HOST));
  *Word = Value;
  return *Word;
}

void KernelTest::SetUp() {
  DeviceTest::SetUp();
  Image = load();
  void *Mark = nullptr;
  if (P.image_symbol(Device, Image, "conformance_computes", &Mark, nullptr,
                     &Error))
    GTEST_SKIP() << "kernels do nothing";
}

} // namespace ompjit::conformance
