//===- LoadedLibrary.h - A library on a device ----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The image that was chosen for the device, or a JIT program in its place, with
// the kernels and the variables that the host knows.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_DEVICE_LOADEDLIBRARY_H
#define OMPJIT_LIBOMPTARGET_DEVICE_LOADEDLIBRARY_H

#include "DeviceKernel.h"
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

class Bindings;

class LoadedLibrary : public RecordedCode {
public:
  /// Loads the image of \p Source that fits the device best and maps the
  /// library's variables in \p Data. A library without a suitable image is not
  /// an error until one of its regions is launched on the device. Returns null
  /// if a program in it must be prepared first. To be called withLinker.
  static Result<std::unique_ptr<LoadedLibrary>>
  load(std::shared_ptr<Library> Source, DataEnvironment &Data, int DeviceId,
       const DataOptions &Options, jit::ProcessLocks &Locks,
       const jit::LaunchWatch &Launches, const Bindings &Bound);

  /// Unloads a native image; a JIT program's images are unloaded with the
  /// program. Removes the variables' mappings too.
  ~LoadedLibrary() override;
  LoadedLibrary(const LoadedLibrary &) = delete;
  LoadedLibrary &operator=(const LoadedLibrary &) = delete;

  /// Removes the variables' mappings: the library is closed, and another
  /// library may get its host addresses before this object is destroyed.
  void removeGlobals();

  const Library &source() const { return *Source; }
  bool hasImage() const { return Image || Program; }
  std::vector<std::unique_ptr<DeviceKernel>> &kernels() { return Kernels; }

  ByteView imageBytes() const override { return ImageBytes; }
  std::vector<Variable> variables() const override;

  /// Returns a variable of the image that the host fills in; null if it has
  /// none.
  Result<DeviceAddress> find(const char *Variable);

  /// The functions that may be called by their host addresses.
  const std::vector<IndirectFunction> &functions() const { return Functions; }
  /// Whether the image's code looks up such functions.
  Result<bool> callsFunctions();
  /// Gives the image's code the list of all libraries' functions: \p Count
  /// elements behind a head that holds the count. Null: there is none.
  Status setFunctions(DeviceAddress List, uint64_t Count);

  /// Returns null if \p Kernel, which belongs to this library, is not a JIT
  /// program's.
  jit::Kernel *findJit(DeviceKernel &Kernel);

  /// Fills in what a launch of \p Kernel leaves open and a profile says.
  void shape(DeviceKernel &Kernel, ompjit_launch &Launch) {
    if (const jit::Kernel *Found = findJit(Kernel))
      Found->shape(Launch);
  }

  /// Returns what the launches of \p Kernel must say about memory.
  const jit::MemoryUse &memoryUse(DeviceKernel &Kernel);

  /// Returns the plugin's kernel to launch for \p Kernel, which belongs to this
  /// library.
  Result<ompjit_kernel *> resolve(DeviceKernel &Kernel,
                                  const ompjit_launch &Launch,
                                  const jit::LaunchMemory &, jit::LaunchTime *);

private:
  LoadedLibrary(std::shared_ptr<Library> Source, DataEnvironment &Data,
                jit::ProcessLocks &Locks, const jit::LaunchWatch &Launches)
      : Source(std::move(Source)), Data(Data), Device(Data.device()),
        Locks(Locks), Launches(Launches) {}

  void addKernels(const Bindings &);

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
  /// Tells observers what the kernel takes of the device.
  void tellUsage(const char *Kernel, ompjit_kernel *Native);
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
  ByteView ImageBytes;                   ///< Of the chosen image or package, in
                                         ///< the program.
  std::vector<std::unique_ptr<DeviceKernel>> Kernels;
  std::vector<HostAddress> Globals; ///< Variables that this library mapped.
  std::vector<IndirectFunction> Functions;
  std::string WhyNoImage;
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DEVICE_LOADEDLIBRARY_H
