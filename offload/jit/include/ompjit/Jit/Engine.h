//===- ompjit/Jit/Engine.h - Launch-time selection of kernel images -------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The JIT engine turns "launch this kernel of that package with these
// arguments on that device" into a loaded kernel: from L1 (loaded images of
// the device), from L2 (images in memory and on disk), or by compiling. It
// does not map data and does not launch; libomptarget does, and it reaches
// devices only through the plugin table.
//
// Objects, outermost first: one Engine per process; a Program per registered
// package; a DeviceProgram per program and device; a Kernel per kernel of it.
// Each is owned by the one before it and lives until that is removed.
//
// Threads: every function may be called from any thread at any time, but a
// program must not be removed while one of its kernels is being selected or
// runs. No lock is held while a compile runs or a file is read. ProcessLocks.h
// says how these functions go together with the dynamic linker and with fork.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_ENGINE_H
#define OMPJIT_JIT_ENGINE_H

#include "ompjit/Jit/LaunchTime.h"
#include "ompjit/Jit/LaunchWatch.h"
#include "ompjit/Jit/ProcessLocks.h"
#include "ompjit/Jit/Settings.h"
#include "ompjit/Plugin.h"
#include "ompjit/Support/Bytes.h"
#include "ompjit/Support/Result.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ompjit::jit {

/// Memory of the device that has these bytes when a kernel of the launch
/// begins, and that the kernel reaches in one way only: through one argument of
/// it.
struct KnownMemory {
  uintptr_t Device;
  uint64_t Size;
  const void *Bytes; ///< Valid during the call that it is passed to.
};

/// Memory of the device that belongs to one mapping, or to one private copy,
/// and is no variable of the device. No two of these overlap unless they are
/// the same.
struct MappedRange {
  uintptr_t Begin;
  uint64_t Size; ///< 0: nothing is known.
};

/// What is known of the memory that a launch finds.
struct LaunchMemory {
  std::span<const KnownMemory> Known;
  /// For each argument, what it leads to: all that the kernel may use with
  /// pointers which it computes from that argument. Empty where nothing is
  /// known.
  std::span<const MappedRange> Ranges;
};

/// What select() makes use of, and what the kernel does with memory.
struct MemoryUse {
  bool Known = false;
  bool Ranges = false;
  /// Arguments, a bit each, behind which known memory may be older than the
  /// launch: the kernel would not see it if others wrote there while it runs.
  uint64_t Older = 0;
  /// Those through which the kernel may write, and those that it may store
  /// somewhere.
  uint64_t Written = ~uint64_t(0), Captured = ~uint64_t(0);

  bool wantsOlder(size_t Argument) const {
    return Argument < 64 && (Older >> Argument & 1);
  }
  bool writes(size_t Argument) const {
    return Argument >= 64 || (Written >> Argument & 1);
  }
  bool captures(size_t Argument) const {
    return Argument >= 64 || (Captured >> Argument & 1);
  }
};

/// One kernel of one program on one device.
class Kernel {
public:
  virtual ~Kernel() = default;

  /// The loaded kernel for a launch with these arguments, compiled if need be.
  /// It stays valid until that launch is over, as the device's LaunchWatch
  /// tells; without one until its program is removed. Costs a few compares
  /// and no lock where an image that fits is loaded already. \p Time: null
  /// where nobody will tell how long the launch takes.
  virtual Result<ompjit_kernel *> select(const ompjit_launch &Launch,
                                         const LaunchMemory &Memory = {},
                                         LaunchTime *Time = nullptr) = 0;

  virtual const MemoryUse &memoryUse() const = 0;

  /// Its symbol in images, which is the same in every build of the program.
  virtual std::string_view name() const = 0;
  virtual uint32_t numParameters() const = 0;
};

/// A program on a device, with its shared state loaded.
class DeviceProgram {
public:
  virtual ~DeviceProgram() = default;

  /// Null if the package has no kernel of that entry name.
  virtual Kernel *findKernel(std::string_view EntryName) = 0;

  /// Device address and size of a `declare target` variable or indirect
  /// function.
  virtual Result<void *> globalAddress(std::string_view EntryName,
                                       uint64_t &Size) = 0;

  /// Device address of anything that is shared by the images of the program's
  /// kernels. Null if there is nothing of that name.
  virtual Result<void *> find(const char *Symbol) = 0;
};

class Program {
public:
  virtual ~Program() = default;

  virtual std::string_view triple() const = 0;

  /// Makes the program usable on a device: loads its base image at the first
  /// call for that device, and returns the same object later. Null where
  /// prepare() must be called first. To be called withLinker. \p DeviceId
  /// names the device in messages. Without \p Launches, which must stay as long
  /// as the device, images are loaded until the program is removed.
  virtual Result<DeviceProgram *> start(const ompjit_plugin &Plugin,
                                        ompjit_device *Device, int DeviceId,
                                        const LaunchWatch *Launches) = 0;

  /// Gets the base image that start() lacks, compiled if need be. False where
  /// Engine::openCompiler() must be called first. To be called withoutLinker.
  virtual bool prepare(ompjit_device *Device) = 0;

  /// The package's bytes go away, though kernels that are loaded may go on to
  /// run. Compiles in the background no longer read it.
  virtual void closePackage() = 0;
};

class Engine {
public:
  virtual ~Engine() = default;

  /// Where OMP_JIT_INFO lines and warnings go; called with whole lines without
  /// the final newline, from any thread. They begin with "omp-jit: ", or with
  /// "omp-jit: warning: ".
  using LineSink = std::function<void(const std::string &)>;

  /// \p LibraryDir is the folder of libomptarget.so, where the compile service
  /// is looked for when something must be compiled.
  static std::unique_ptr<Engine> create(Settings, std::string LibraryDir,
                                        LineSink, ProcessLocks &);

  /// Checks and adds a package; the bytes must stay until removeProgram.
  virtual Result<Program *> addProgram(ByteView Package) = 0;

  /// Opens the compile service; why that fails, a compile will say.
  virtual void openCompiler() = 0;

  /// Unloads the program's images from all devices. To be called withLinker.
  virtual void removeProgram(Program *) = 0;

  /// Ends the compiles in the background, which may take OMP_JIT_EXIT_WAIT, and
  /// writes the OMP_JIT_STATS file, if one is wanted. Called once, at exit.
  virtual void finish() = 0;

  /// Waits for compiles as finish() does; from then on no thread of the engine
  /// is in a plugin's image_finish, and none begins to compile. Launches go on.
  virtual void finishCompiles() = 0;

  /// To be called in the child of a fork() before the fork gate opens.
  virtual void forgetThreads() = 0;
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_ENGINE_H
