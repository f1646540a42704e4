//===- ImageFinisher.cpp - Machine code, made by a device's plugin --------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ImageFinisher.h"

#include "DeviceImage.h"

#include "ompjit/Support/BackgroundThread.h"
#include "ompjit/Support/DefaultEnvironment.h"
#include "ompjit/Support/NoMemory.h"
#include "ompjit/Support/ProcessExit.h"

#include <future>
#include <new>
#include <thread>
#include <unistd.h>

using namespace ompjit;
using namespace ompjit::jit;

namespace {

class CallCount {
public:
  explicit CallCount(std::atomic<unsigned> &Number) : Number(Number) {
    ++Number;
  }
  ~CallCount() { --Number; }
  CallCount(const CallCount &) = delete;
  CallCount &operator=(const CallCount &) = delete;

private:
  std::atomic<unsigned> &Number;
};

} // namespace

/// The data of a thread, which may outlive the caller that waits for it.
struct ImageFinisher::Task {
  const std::string Bytes, Label, Fault;
  std::promise<Outcome> Ended = {};
};

ImageFinisher::ImageFinisher(const ompjit_plugin &Plugin, ompjit_device *Handle)
    : Plugin(Plugin), Handle(Handle), Process(::getpid()),
      IsOpen(!Plugin.image_finish_open) {}

std::string ImageFinisher::open() {
  std::string WhyMissing;
  if (isOpen())
    return WhyMissing;
  std::call_once(OpenOnce, [&] {
    const CallCount Counted(NumCalls);
    if (!IsClosed) {
      ompjit_error Reason{};
      const DefaultEnvironment Defaults;
      if (Plugin.image_finish_open(Handle, &Reason) == OMPJIT_NOT_INSTALLED) {
        IsMissing = true;
        WhyMissing = pluginError(Reason).message();
      }
      // The call above has opened the vendor's compiler.
      beFirstAtExit();
    }
    IsOpen.store(true, std::memory_order_release);
  });
  return WhyMissing;
}

ImageFinisher::Outcome ImageFinisher::finish(std::string Bytes,
                                             std::string Label,
                                             std::string Fault,
                                             std::chrono::milliseconds Limit) {
  auto Work = std::make_shared<Task>(std::move(Bytes), std::move(Label),
                                     std::move(Fault));
  std::future<Outcome> Ended = Work->Ended.get_future();
  std::unique_ptr<BackgroundThread> Thread;
  if (Limit.count())
    Thread = BackgroundThread::start(
        Priority::Normal, "ompjit-compile", [Self = shared_from_this(), Work] {
          try {
            Self->work(*Work);
          } catch (const std::bad_alloc &) {
            Work->Ended.set_value({How::Failed, NoMemoryText});
          }
        });
  if (!Thread) {
    work(*Work);
    return Ended.get();
  }
  if (Ended.wait_for(Limit) == std::future_status::ready)
    return Ended.get();
  Thread->leave();
  return {How::Failed, "it took longer than " + std::to_string(Limit.count()) +
                           " ms (OMP_JIT_TIME_LIMIT)"};
}

/// Faults that are crashes are failures here, because a crash in a driver would
/// end the program.
void ImageFinisher::work(Task &Work) {
  const std::string Kind = Work.Fault.substr(0, Work.Fault.find('@'));
  if (!Work.Fault.ends_with("@assemble"))
    return Work.Ended.set_value(call(Work.Bytes, Work.Label));
  if (Kind == "slow")
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
  while (Kind == "hang")
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  if (Kind != "slow")
    return Work.Ended.set_value({How::Failed, "the fault point " + Work.Fault});
  Work.Ended.set_value(call(Work.Bytes, Work.Label));
}

ImageFinisher::Outcome ImageFinisher::call(const std::string &Bytes,
                                           const std::string &Label) {
  const CallCount Counted(NumCalls);
  if (IsClosed)
    return {};
  std::string Finished;
  ompjit_error Reason{};
  const DefaultEnvironment Defaults;
  const int Code = Plugin.image_finish(
      Handle, Bytes.data(), Bytes.size(), Label.c_str(),
      [](void *Context, const void *Made, size_t Size) {
        static_cast<std::string *>(Context)->assign(
            static_cast<const char *>(Made), Size);
      },
      &Finished, &Reason);
  if (Code == 0)
    return {How::Finished, std::move(Finished)};
  if (Code == OMPJIT_NOT_INSTALLED)
    IsMissing = true;
  return {Code == OMPJIT_NOT_INSTALLED ? How::NotInstalled : How::Failed,
          pluginError(Reason).message()};
}

/// Polls, as every wait does during which the process may be forked. The child
/// has no thread that could be in a call.
void ImageFinisher::close() {
  IsClosed = true;
  while (NumCalls && ::getpid() == Process)
    std::this_thread::sleep_for(std::chrono::microseconds(200));
}

void ImageFinishers::close() {
  std::map<ompjit_device *, std::shared_ptr<ImageFinisher>> All;
  {
    MutexLock Lock(Guard);
    IsClosed = true;
    All = Known;
  }
  for (const auto &[Handle, Each] : All)
    Each->close();
}

std::vector<std::string> ImageFinishers::openWanted() {
  std::map<ompjit_device *, std::shared_ptr<ImageFinisher>> All;
  {
    MutexLock Lock(Guard);
    All = Known;
  }
  std::vector<std::string> WhyMissing;
  for (const auto &[Handle, Each] : All)
    if (Each->isWanted())
      if (std::string Why = Each->open(); !Why.empty())
        WhyMissing.push_back(std::move(Why));
  return WhyMissing;
}

std::shared_ptr<ImageFinisher> ImageFinishers::of(const ompjit_plugin &Plugin,
                                                  ompjit_device *Handle) {
  if (!Plugin.image_finish)
    return nullptr;
  MutexLock Lock(Guard);
  if (IsClosed)
    return nullptr;
  std::shared_ptr<ImageFinisher> &One = Known[Handle];
  if (!One)
    One = std::make_shared<ImageFinisher>(Plugin, Handle);
  return One;
}
