//===- KernelRecorder.h - Saving launches for a replay --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LIBOMPTARGET_RECORD: before a kernel runs, all device memory goes to a file,
// with the device code and a descriptor of the launch; after it, if wanted, the
// memory goes to a second one. The descriptor is written before the kernel
// runs, so that a kernel that crashes can be replayed, too.
//
// While a launch is being recorded, no other kernel of the device is launched
// and nobody copies to it, because that would change the memory that is being
// saved. This is the only lock of the runtime that is held across a kernel, and
// only by devices that record. As queues would write at any time, a device that
// records does everything at once.
//
// A failure is reported once; after that nothing is recorded. It does not
// affect the program.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_RECORD_KERNELRECORDER_H
#define OMPJIT_LIBOMPTARGET_RECORD_KERNELRECORDER_H

#include "RecordOptions.h"
#include "ReservedRange.h"
#include "ompjit/Support/Mutex.h"
#include "plugin/PluginDevice.h"

#include "ompjit/Jit/Engine.h"
#include "ompjit/Plugin.h"
#include "ompjit/Recording.h"
#include "ompjit/Support/Result.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ompjit {

class NewFile;

/// The code whose kernels are recorded, as one of a device's libraries.
class RecordedCode {
public:
  virtual ~RecordedCode() = default;

  /// Returns the chosen image or package, in the program.
  virtual ByteView imageBytes() const = 0;

  /// A `declare target` variable and its place on the device.
  struct Variable {
    const char *Name;
    DeviceAddress Place;
    uint64_t Size;
  };
  virtual std::vector<Variable> variables() const = 0;
};

/// What is bound to a late-bound function of a kernel.
struct RecordedBinding {
  std::string_view Function, Fragment;
  ByteView Code;
};
using RecordedBindings = std::vector<RecordedBinding>;

/// A launch that is about to run.
struct RecordableLaunch {
  const char *Kernel;
  const RecordedCode &Code;
  const RecordedBindings &Bound;
  const ompjit_launch &Launch;
  std::span<const jit::KnownMemory> Known;
};

class KernelRecorder {
public:
  using WarningSink = std::function<void(const Error &)>;

  /// \p Memory must serve all of the device's memory.
  KernelRecorder(const PluginDevice &Device, ReservedRange &Memory,
                 RecordOptions Options, WarningSink Warn)
      : Device(Device), Memory(Memory), Options(std::move(Options)),
        Warn(std::move(Warn)) {}

  /// A launch that may be recorded: its input is saved, and its output may have
  /// to be saved.
  struct Pending {
    std::unique_lock<std::shared_mutex> Alone;  ///< Recorded, or
    std::shared_lock<std::shared_mutex> Shared; ///< not recorded.
    bool isRecorded() const { return Alone.owns_lock(); }
    recording::Descriptor Descriptor;
    std::string Name; ///< Of the files, without folder and suffix.
  };

  std::unique_ptr<Pending> begin(const RecordableLaunch &);
  void end(Pending &);

private:
  bool isWanted(const std::string &Kernel);
  Status saveLaunch(const RecordableLaunch &, Pending &);
  Status describe(const RecordableLaunch &, recording::Descriptor &) const;
  Status saveImage(ByteView Image, recording::File &);
  Status saveBound(const RecordedBindings &, recording::Descriptor &);
  Status saveInput(Pending &);
  Status saveOutput(Pending &) const;
  Status saveMemory(const recording::Descriptor &, NewFile &) const;
  Status saveRange(recording::Range, NewFile &) const;
  std::string path(const std::string &Name) const;
  void giveUp(const std::string &Kernel, const Error &Why);

  const PluginDevice Device;
  ReservedRange &Memory;
  const RecordOptions Options;
  const WarningSink Warn;
  std::atomic<bool> HasFailed = false;

  Mutex CountMutex;
  /// By kernel.
  std::map<std::string, uint32_t> Launches OMPJIT_GUARDED_BY(CountMutex);
  // The following is used only by the thread that records.
  std::map<std::string, uint32_t> NextNumber;     ///< Number of the next files,
                                                  ///< by kernel.
  std::map<const char *, recording::File> Images; ///< By address of the bytes.
};

/// Records one launch, if \p Recorder is not null.
class RecordedLaunch {
public:
  RecordedLaunch(KernelRecorder *Recorder, const RecordableLaunch &What)
      : Recorder(Recorder) {
    if (Recorder) [[unlikely]]
      Now = Recorder->begin(What);
  }
  ~RecordedLaunch() {
    if (Now && Now->isRecorded() && IsLaunched) [[unlikely]]
      Recorder->end(*Now);
  }
  RecordedLaunch(const RecordedLaunch &) = delete;
  RecordedLaunch &operator=(const RecordedLaunch &) = delete;

  /// To be called when the kernel is in the queue or done, so that its output
  /// is worth saving.
  void setLaunched() { IsLaunched = true; }

private:
  KernelRecorder *Recorder;
  std::unique_ptr<KernelRecorder::Pending> Now;
  bool IsLaunched = false;
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_RECORD_KERNELRECORDER_H
