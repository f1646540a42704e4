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
#include <vector>

namespace ompjit {
class TraceFile;
}

namespace ompjit::jit {

/// Device memory whose content is known when the kernel of the launch begins,
/// and that the kernel reaches through a single one of its arguments.
struct KnownMemory {
  uintptr_t Device;
  uint64_t Size;
  const void *Bytes; ///< Valid during the call that it is passed to.
};

/// Device memory that belongs to one mapping or to one private copy and is not
/// a variable of the device. No two ranges overlap unless they are equal.
struct MappedRange {
  uintptr_t Begin;
  uint64_t Size; ///< 0: nothing is known.
};

/// What is known about the memory that a launch may use.
struct LaunchMemory {
  std::span<const KnownMemory> Known;
  /// For each argument, the memory that the kernel may reach with pointers that
  /// it computes from that argument. Empty if nothing is known.
  std::span<const MappedRange> Ranges;
};

/// Which parts of LaunchMemory select() makes use of, and what the kernel does
/// with memory.
struct MemoryUse {
  bool Known = false;
  bool Ranges = false;
  /// One bit for each argument: the known memory behind it may have been read
  /// before the launch, because the kernel would not see it if others wrote
  /// there while it runs.
  uint64_t Older = 0;
  /// One bit for each argument: the kernel may write through it, and the kernel
  /// may store it somewhere.
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

  /// Returns the loaded kernel for a launch with these arguments, compiled if
  /// need be. It stays valid until that launch is over, as the device's
  /// LaunchWatch tells; without a LaunchWatch, until its program is removed.
  /// Costs a few compares and no lock if an image that fits is loaded already.
  /// \p Time may be null if nobody will report how long the launch takes.
  virtual Result<ompjit_kernel *> select(const ompjit_launch &Launch,
                                         const LaunchMemory &Memory = {},
                                         LaunchTime *Time = nullptr) = 0;

  /// Fills in what the launch leaves open and what was chosen for it, before
  /// select().
  virtual void shape(ompjit_launch &) const {}

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

  /// Returns the functions that the kernel reaches and that are bound at run
  /// time. It can be launched only after bind().
  virtual std::vector<std::string_view>
  lateBound(std::string_view EntryName) const = 0;

  /// Returns the kernel with bound functions, linked if need be. \p Binding is
  /// a package with the kernel's part and fragments that define the functions.
  /// Equal bindings give the same kernel. To be called without any lock.
  virtual Result<Kernel *> bind(std::string_view EntryName,
                                ByteView Binding) = 0;

  /// Returns the device address and size of a `declare target` variable or
  /// indirect function.
  virtual Result<void *> globalAddress(std::string_view EntryName,
                                       uint64_t &Size) = 0;

  /// Returns the device address of anything that the images of the program's
  /// kernels share. Null if there is nothing of that name.
  virtual Result<void *> find(const char *Symbol) = 0;
};

class Program {
public:
  virtual ~Program() = default;

  virtual std::string_view triple() const = 0;

  /// Makes the program usable on a device: loads its base image at the first
  /// call for that device, and returns the same object later. Returns null if
  /// prepare() must be called first. To be called withLinker. \p DeviceId
  /// names the device in messages. \p Launches must live as long as the device;
  /// if it is null, no image is unloaded before the program is removed.
  virtual Result<DeviceProgram *> start(const ompjit_plugin &Plugin,
                                        ompjit_device *Device, int DeviceId,
                                        const LaunchWatch *Launches) = 0;

  /// Gets the base image that start() lacks, compiled if need be. Returns false
  /// if Engine::openCompiler() must be called first. To be called
  /// withoutLinker.
  virtual bool prepare(ompjit_device *Device) = 0;

  /// Announces that the package's bytes become invalid: when this returns, no
  /// compile in the background reads them any more. Loaded kernels may go on
  /// running.
  virtual void closePackage() = 0;
};

class Engine {
public:
  virtual ~Engine() = default;

  /// Receives OMP_JIT_INFO lines and warnings, from any thread. Lines come
  /// whole, without the final newline, and begin with "omp-jit: " or "omp-jit:
  /// warning: ".
  using LineSink = std::function<void(const std::string &)>;

  /// \p LibraryDir is the folder of libomptarget.so, in which the engine looks
  /// for the compile service when something must be compiled. \p Trace
  /// receives events and must outlive the engine, which does not end it; null
  /// if nothing is traced.
  static std::unique_ptr<Engine> create(Settings, const std::string &LibraryDir,
                                        LineSink, ProcessLocks &,
                                        TraceFile *Trace = nullptr);

  /// Checks and adds a package; the bytes must stay until removeProgram.
  virtual Result<Program *> addProgram(ByteView Package) = 0;

  /// Returns a package whose only kernel is made of the function \p EntryPoint
  /// in \p Fragments, a package of fragments: from the cache, or linked by the
  /// compile service, once, whoever else asks for the same. To be called
  /// without any lock.
  virtual Result<std::string> link(ByteView Fragments,
                                   const std::string &EntryPoint) = 0;

  /// Opens the compile service. If that fails, the first compile reports the
  /// reason.
  virtual void openCompiler() = 0;

  /// Unloads the program's images from all devices. To be called withLinker.
  virtual void removeProgram(Program *) = 0;

  /// Ends the compiles in the background, which may take OMP_JIT_EXIT_WAIT, and
  /// writes the OMP_JIT_STATS file, if one is wanted. Called once, at exit.
  virtual void finish() = 0;

  /// Waits for compiles as finish() does; after that no thread of the engine is
  /// in a plugin's image_finish, and none begins to compile. Launches remain
  /// possible.
  virtual void finishCompiles() = 0;

  /// To be called in the child of a fork() before the fork gate opens.
  virtual void forgetThreads() = 0;
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_ENGINE_H
