//===- LoadedLibrary.h - A library on a device ----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The image that was chosen for the device, or the JIT program in its place,
// with the kernels and the variables that the host knows of.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_DEVICE_LOADEDLIBRARY_H
#define OMPJIT_LIBOMPTARGET_DEVICE_LOADEDLIBRARY_H

#include "Library.h"
#include "data/DataEnvironment.h"
#include "record/KernelRecorder.h"

#include "ompjit/DeviceEnvironment.h"
#include "ompjit/Jit/LaunchWatch.h"
#include "ompjit/Jit/ProcessLocks.h"
#include "ompjit/Plugin.h"
#include "ompjit/Support/Result.h"

#include <atomic>
#include <memory>
#include <string>
#include <vector>

namespace ompjit {

class LoadedLibrary;

/// A kernel on a device. What the plugin launches is found at the first
/// launch, so that a program pays for the kernels that it uses.
struct DeviceKernel {
  const __tgt_offload_entry *Entry;
  LoadedLibrary *Owner;
  /// Of a native image; null before the first launch.
  std::atomic<ompjit_kernel *> Native = nullptr;
  /// Of a JIT program; null before the first launch.
  std::atomic<jit::Kernel *> Jit = nullptr;
  bool IsCooperative = false; ///< LIBOMPTARGET_COOPERATIVE_KERNELS

  DeviceKernel(const __tgt_offload_entry *Entry, LoadedLibrary *Owner)
      : Entry(Entry), Owner(Owner) {}
  const char *name() const { return Entry->SymbolName; }
  const void *region() const { return Entry->Address; }
  /// What matters of the memory that a launch finds.
  const jit::MemoryUse &memoryUse();
};

class LoadedLibrary : public RecordedCode {
public:
  /// Loads the image of \p Source that fits the device best and maps the
  /// library's variables in \p Data. A library without such an image is no
  /// error until one of its regions is sent here. Null where a program in it
  /// must be prepared first. To be called withLinker.
  static Result<std::unique_ptr<LoadedLibrary>>
  load(std::shared_ptr<Library> Source, DataEnvironment &Data, int DeviceId,
       const DataOptions &Options, jit::ProcessLocks &Locks,
       const jit::LaunchWatch &Launches);

  /// Unloads a native image; a JIT program's images go with the program. The
  /// variables' mappings are gone too.
  ~LoadedLibrary() override;
  LoadedLibrary(const LoadedLibrary &) = delete;
  LoadedLibrary &operator=(const LoadedLibrary &) = delete;

  /// Takes the variables' mappings away: the library is closed, and its host
  /// addresses may be another one's before this object is gone.
  void removeGlobals();

  const Library &source() const { return *Source; }
  bool hasImage() const { return Image || Program; }
  std::vector<std::unique_ptr<DeviceKernel>> &kernels() { return Kernels; }

  ByteView imageBytes() const override { return ImageBytes; }
  std::vector<Variable> variables() const override;

  /// A variable of the image that the host fills in; null where it has none.
  Result<DeviceAddress> find(const char *Variable);

  /// The functions that may be called by their host addresses.
  const std::vector<IndirectFunction> &functions() const { return Functions; }
  /// Whether the image's code looks for such functions.
  Result<bool> callsFunctions();
  /// Tells the image's code where those of all libraries are listed: \p Count
  /// behind a head that holds the count. Null: nowhere.
  Status setFunctions(DeviceAddress List, uint64_t Count);

  /// Null where \p Kernel, one of this library's, is none of a JIT program.
  jit::Kernel *findJit(DeviceKernel &Kernel);

  /// What to launch for \p Kernel, one of this library's.
  Result<ompjit_kernel *> resolve(DeviceKernel &Kernel,
                                  const ompjit_launch &Launch,
                                  const jit::LaunchMemory &, jit::LaunchTime *);

private:
  LoadedLibrary(std::shared_ptr<Library> Source, DataEnvironment &Data,
                jit::ProcessLocks &Locks, const jit::LaunchWatch &Launches)
      : Source(std::move(Source)), Data(Data), Device(Data.device()),
        Locks(Locks), Launches(Launches) {}

  Result<bool> chooseImage(int DeviceId);
  int fit(const LibraryImage &Native, std::string &WhyNot);
  Result<bool> loadNative(const LibraryImage &);
  Result<bool> startProgram(const LibraryImage &, int DeviceId);
  ImageEvent imageEvent() const;
  Status mapGlobals(const DataOptions &);
  Status mapGlobal(const __tgt_offload_entry &, const DataOptions &);
  Status mapFunctions();
  Status mapFunction(const __tgt_offload_entry &);
  Result<void *> addressOf(const char *Symbol, uint64_t &Size);
  Status setDeviceNumber(int DeviceId);
  Result<ompjit_kernel *> resolveNative(DeviceKernel &, uint32_t NumArgs);
  Result<ompjit_kernel *> resolveJit(DeviceKernel &, const ompjit_launch &,
                                     const jit::LaunchMemory &,
                                     jit::LaunchTime *);

  std::shared_ptr<Library> Source;
  DataEnvironment &Data;
  const PluginDevice Device;
  jit::ProcessLocks &Locks;
  const jit::LaunchWatch &Launches;
  ompjit_image *Image = nullptr;         ///< A native image, or
  jit::DeviceProgram *Program = nullptr; ///< a JIT program.
  ByteView ImageBytes;                   ///< What was chosen, in the program.
  std::vector<std::unique_ptr<DeviceKernel>> Kernels;
  std::vector<HostAddress> Globals; ///< Mapped by this library.
  std::vector<IndirectFunction> Functions;
  std::string WhyNoImage;
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DEVICE_LOADEDLIBRARY_H
