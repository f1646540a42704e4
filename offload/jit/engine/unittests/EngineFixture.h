//===- EngineFixture.h - An engine between two mocks ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The engine's unit tests share this: packages, a compiler that answers with a
// text that says what it was asked for, and access to the counts.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_ENGINEFIXTURE_H
#define OMPJIT_JIT_ENGINEFIXTURE_H

#include "MockPlugin.h"
#include "ompjit/CompileService.h"
#include "ompjit/Jit/Engine.h"
#include "ompjit/PackageWriter.h"
#include "ompjit/Support/Testing/TemporaryFolder.h"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

namespace ompjit::jit {

class Compiler;

/// What the mock compiler counts, and what a test makes it do. Outlives the
/// compiler.
struct MockAnswers {
  std::atomic<int> Compiles{0};
  std::atomic<bool> IsOpen{false};
  std::atomic<int> Opens{0};
  std::string Identity = "0123456789abcdef"; ///< Empty if it has none.
  bool IsIdentified = true;
  std::vector<std::string> Slots;
  std::string Counters;        ///< Image::Counters of kernels.
  bool HasUnfitCounts = false; ///< Of each compile.
  bool IsAssembly = false;
  /// Whether the compile service finds an assembler.
  bool HasTool = false;
  /// Returns Image::Code for a compile of this request.
  std::function<std::string(const CompileRequest &)> Code =
      [](const CompileRequest &) { return ""; };
  /// Returns why a compile of this request fails, or "" if it does not. It is
  /// also called to hold up a compile.
  std::function<std::string(const CompileRequest &)> Failure =
      [](const CompileRequest &) { return ""; };
};

/// Returns the text of the image that a compile of this request gives.
std::string mockImageText(const CompileRequest &);

std::unique_ptr<Compiler> createMockCompiler(std::shared_ptr<MockAnswers>);

/// Builds a package for the triple "mock-unknown-linux".
class PackageBuilder {
public:
  PackageBuilder() {
    Contents.Triple = "mock-unknown-linux";
    Contents.Arch = "mockcpu";
    Contents.Parts = {{"bitcode", 7, package::Compression::None}};
    Contents.ContentDigest.fill(1);
  }
  /// Adds a kernel "entry_<Name>". Each number is the demanded bits of a
  /// scalar; 0 stands for a pointer.
  PackageBuilder &kernel(const std::string &Name,
                         const std::vector<uint64_t> &DemandedBits);
  /// Sets what the last kernel does with all its parameters:
  /// package::ParameterUse.
  PackageBuilder &uses(uint16_t);
  /// Makes the last kernel one for a GPU.
  PackageBuilder &forGpu(const package::LaunchBounds &);
  /// Gives the last kernel fields behind its pointers.
  PackageBuilder &fields(const std::vector<FieldInfo> &);
  /// Sets what the last kernel's code asks for: package::KernelRecordFlags.
  PackageBuilder &asks(uint32_t Flags);
  /// Sets the digest of the last kernel's code.
  PackageBuilder &code(uint64_t Digest) {
    Contents.Kernels.back().CodeDigest = Digest;
    return *this;
  }
  /// Puts the last kernel into the base image.
  PackageBuilder &inBase();
  /// Makes it a package of fragments.
  PackageBuilder &fragments() {
    Contents.Flags |= package::TargetIsFragments;
    return *this;
  }
  PackageBuilder &ltoIr() {
    Contents.Flags |= package::TargetIsLtoIr;
    return fragments();
  }
  PackageBuilder &digest(uint8_t Fill);
  PackageBuilder &triple(const std::string &Name) {
    Contents.Triple = Name;
    return *this;
  }
  /// Sets the size of the bitcode of all kernels.
  PackageBuilder &bitcodeBytes(size_t Bytes) {
    Contents.Parts = {
        {std::string(Bytes, 'b'), Bytes, package::Compression::None}};
    return *this;
  }
  PackageBuilder &global(const std::string &Name, uint64_t Size);
  PackageBuilder &native(const std::string &Arch, const std::string &Bytes);
  std::string build() const { return writePackage(Contents); }

private:
  PackageContents Contents;
};

/// Waits for a condition that another thread brings about.
void waitUntil(const std::function<bool()> &Condition);

/// Starts a program on a device as the runtime does.
Result<DeviceProgram *> startOn(Engine &, ProcessLocks &, Program &,
                                ompjit_device &, int DeviceId,
                                const LaunchWatch * = nullptr,
                                const ompjit_plugin & = mockPlugin());

class EngineFixture : public ::testing::Test {
protected:
  EngineFixture() {
    Chosen.Async = false;
    // There is one compile for each image.
    Chosen.Pipeline = PipelineMode::Full;
    Chosen.Cache = CacheMode::Memory;
    Chosen.CacheDir = Folder / "cache";
    Chosen.StatsFile = Folder / "stats.json";
  }

  /// Makes a new engine with the settings, as a new process would, and forgets
  /// the one before.
  void restart();

  /// Adds the package to the engine and starts it on the device.
  DeviceProgram *start(const std::string &Package, ompjit_device &Device);

  Result<DeviceProgram *> onDevice(Program *P, ompjit_device &There,
                                   int DeviceId) {
    return startOn(*Jit, Process, *P, There, DeviceId, Launches, *Plugin);
  }

  /// Returns the text of the image that a launch gets, or the error if it
  /// fails.
  std::string launch(Kernel *, std::vector<uint64_t> Arguments,
                     ompjit_launch_size Size = {},
                     const LaunchMemory &Memory = {},
                     uint32_t DynamicBytes = 0);
  ompjit_kernel *launchForKernel(Kernel *, std::vector<uint64_t> Arguments);

  /// Returns a number from the top level of the summary.
  uint64_t statistic(const std::string &Name);
  std::string statisticsText();
  /// Checks that every launch was counted once.
  void expectCountsAddUp(uint64_t Launches);

  bool someLineHas(const std::string &Text);

  TemporaryFolder Folder;
  Settings Chosen;
  std::shared_ptr<MockAnswers> Answers = std::make_shared<MockAnswers>();
  std::vector<std::unique_ptr<std::string>> Packages;
  std::mutex LinesGuard;
  std::vector<std::string> Lines;
  ompjit_device Devices[4];
  /// Stands for the dynamic linker's lock.
  std::recursive_mutex Linker;
  std::atomic<int> LinkerWanted{0}; ///< How often it was requested.
  ProcessLocks Process{[this](WorkRef Body) {
    ++LinkerWanted;
    std::lock_guard Lock(Linker);
    Body();
  }};
  ompjit_device &Device = Devices[0];
  const LaunchWatch *Launches = nullptr;
  const ompjit_plugin *Plugin = &mockPlugin();
  /// How many iterations a launch has.
  uint64_t TripCount = 0;
  /// The last member, because it unloads images from the devices.
  std::unique_ptr<Engine> Jit;
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_ENGINEFIXTURE_H
