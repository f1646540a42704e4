//===- EngineFixture.cpp - An engine between two mocks --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EngineFixture.h"

#include "dispatch/EngineImpl.h"
#include "supply/Compiler.h"

#include <algorithm>
#include <fstream>
#include <regex>
#include <sstream>
#include <thread>

using namespace ompjit;
using namespace ompjit::jit;

namespace {

class MockCompiler : public Compiler {
public:
  explicit MockCompiler(std::shared_ptr<MockAnswers> Answers)
      : Answers(std::move(Answers)) {}

  Result<std::string> identity() override {
    if (Answers->Identity.empty())
      return Error("the mock compiler has no identity");
    return Answers->Identity;
  }

  bool isOpen() override { return Answers->IsOpen; }
  void open() override {
    if (!Answers->IsOpen.exchange(true))
      ++Answers->Opens;
  }

  Result<CompileResult> compile(ByteView, const CompileRequest &Request,
                                bool &IsIdentified) override {
    ++Answers->Compiles;
    IsIdentified = Answers->IsIdentified;
    CompileResult Compiled;
    Compiled.Message = Answers->Failure(Request);
    Compiled.Ok = Compiled.Message.empty();
    if (Request.WantsTexts)
      Compiled.Texts = {{"before.ll", "before " + mockImageText(Request)}};
    Compiled.HasUnfitCounts = Answers->HasUnfitCounts;
    Compiled.Output.Code = Answers->Code(Request);
    const bool IsKnown =
        std::find(Request.KnownCodes.begin(), Request.KnownCodes.end(),
                  Compiled.Output.Code) != Request.KnownCodes.end();
    if (Compiled.Ok && !IsKnown) {
      Compiled.Output.Bytes = mockImageText(Request);
      const bool ByTool =
          Answers->HasTool && Request.AllowedAssembler != Assembler::None;
      Compiled.Output.IsAssembly = Answers->IsAssembly && !ByTool;
      if (Answers->IsAssembly && ByTool)
        Compiled.Output.Bytes.insert(0, "assembled ");
      if (Request.Kind == ImageKind::Kernel) {
        Compiled.Output.Slots = Answers->Slots;
        Compiled.Output.Counters = Answers->Counters;
      }
    }
    return Compiled;
  }

private:
  const std::shared_ptr<MockAnswers> Answers;
};

} // namespace

std::string jit::mockImageText(const CompileRequest &Request) {
  constexpr const char *Kinds[] = {"kernel", "base", "whole", "package"};
  std::string Text = Kinds[size_t(Request.Kind)];
  if (!Request.KernelSymbol.empty())
    Text += " " + Request.KernelSymbol;
  if (Request.Passes == Pipeline::Quick)
    Text += " quick";
  for (const Fact &Known : Request.Facts)
    Text += " " + Known.Name.shortName() + "=" + std::to_string(Known.Value);
  return Text;
}

std::unique_ptr<Compiler>
jit::createMockCompiler(std::shared_ptr<MockAnswers> Answers) {
  return std::make_unique<MockCompiler>(std::move(Answers));
}

PackageBuilder &
PackageBuilder::kernel(const std::string &Name,
                       const std::vector<uint64_t> &DemandedBits) {
  PackageContents::Kernel Kernel;
  Kernel.EntryName = "entry_" + Name;
  Kernel.Symbol = Name;
  for (uint64_t Bits : DemandedBits) {
    ParameterInfo Parameter{};
    Parameter.Kind =
        Bits ? package::ParameterKind::Scalar : package::ParameterKind::Pointer;
    Parameter.WidthBits = 64;
    Parameter.Uses = package::UsePlain;
    Parameter.AlignBytes = Bits ? 0 : 8;
    Parameter.DemandedBits = Bits;
    Kernel.Parameters.push_back(Parameter);
  }
  Contents.Kernels.push_back(std::move(Kernel));
  return *this;
}

PackageBuilder &PackageBuilder::uses(uint16_t Uses) {
  for (ParameterInfo &Parameter : Contents.Kernels.back().Parameters)
    Parameter.Uses = Uses;
  return *this;
}

PackageBuilder &PackageBuilder::forGpu(const package::LaunchBounds &Bounds) {
  Contents.Kernels.back().Bounds = Bounds;
  return *this;
}

PackageBuilder &PackageBuilder::fields(const std::vector<FieldInfo> &Fields) {
  Contents.Kernels.back().Fields = Fields;
  return *this;
}

PackageBuilder &PackageBuilder::asks(uint32_t Flags) {
  Contents.Kernels.back().Flags |= Flags;
  return *this;
}

PackageBuilder &PackageBuilder::inBase() {
  Contents.Kernels.back().Flags = package::KernelInBase;
  Contents.Flags |= package::TargetHasBase;
  return *this;
}

PackageBuilder &PackageBuilder::digest(uint8_t Fill) {
  Contents.ContentDigest.fill(Fill);
  return *this;
}

PackageBuilder &PackageBuilder::global(const std::string &Name, uint64_t Size) {
  Contents.Globals.push_back(
      {"entry_" + Name, Name, Size,
       package::GlobalMutable | package::GlobalHasEntry});
  Contents.Flags |= package::TargetHasBase;
  return *this;
}

PackageBuilder &PackageBuilder::native(const std::string &Arch,
                                       const std::string &Bytes) {
  Contents.NativeImages.push_back({Arch, Bytes});
  return *this;
}

void EngineFixture::restart() {
  Jit = createEngine(
      Chosen, createMockCompiler(Answers),
      [this](const std::string &Line) {
        std::lock_guard Lock(LinesGuard);
        Lines.push_back(Line);
      },
      Process);
}

void jit::waitUntil(const std::function<bool()> &Condition) {
  while (!Condition())
    std::this_thread::yield();
}

Result<DeviceProgram *> jit::startOn(Engine &Jit, ProcessLocks &Process,
                                     Program &P, ompjit_device &Device,
                                     int DeviceId, const LaunchWatch *Launches,
                                     const ompjit_plugin &Plugin) {
  for (;;) {
    Result<DeviceProgram *> Started = nullptr;
    Process.withLinker(
        [&] { Started = P.start(Plugin, &Device, DeviceId, Launches); });
    if (!Started || *Started)
      return Started;
    bool Prepared = false;
    Process.withoutLinker([&] { Prepared = P.prepare(&Device); });
    if (!Prepared)
      Jit.openCompiler();
  }
}

DeviceProgram *EngineFixture::start(const std::string &Package,
                                    ompjit_device &Device) {
  if (!Jit)
    restart();
  Packages.push_back(std::make_unique<std::string>(Package));
  Result<Program *> Added = Jit->addProgram(*Packages.back());
  if (!Added) {
    ADD_FAILURE() << Added.error().message();
    return nullptr;
  }
  Result<DeviceProgram *> Started = onDevice(*Added, Device, 0);
  if (!Started) {
    ADD_FAILURE() << Started.error().message();
    return nullptr;
  }
  return *Started;
}

ompjit_kernel *EngineFixture::launchForKernel(Kernel *K,
                                              std::vector<uint64_t> Arguments) {
  ompjit_launch Launch = {};
  Launch.args = reinterpret_cast<void **>(Arguments.data());
  Launch.num_args = uint32_t(Arguments.size());
  Result<ompjit_kernel *> Selected = K->select(Launch);
  if (Selected)
    return *Selected;
  ADD_FAILURE() << Selected.error().message();
  return nullptr;
}

std::string EngineFixture::launch(Kernel *K, std::vector<uint64_t> Arguments,
                                  ompjit_launch_size Size,
                                  const LaunchMemory &Memory,
                                  uint32_t DynamicBytes) {
  ompjit_launch Launch = {};
  Launch.dynamic_memory_bytes = DynamicBytes;
  Launch.trip_count = TripCount;
  Launch.num_teams[0] = Size.num_teams;
  Launch.thread_limit[0] = Size.num_threads;
  Launch.args = reinterpret_cast<void **>(Arguments.data());
  Launch.num_args = uint32_t(Arguments.size());
  Result<ompjit_kernel *> Selected = K->select(Launch, Memory);
  return Selected ? (*Selected)->Image->Bytes : Selected.error().message();
}

std::string EngineFixture::statisticsText() {
  Jit->finish();
  std::ostringstream Text;
  Text << std::ifstream(Chosen.StatsFile).rdbuf();
  return Text.str();
}

uint64_t EngineFixture::statistic(const std::string &Name) {
  const std::string Text = statisticsText();
  std::smatch Match;
  // Takes the first occurrence, because the totals come before the kernels.
  if (std::regex_search(Text, Match, std::regex("\"" + Name + "\": ([0-9]+)")))
    return std::stoull(Match[1]);
  ADD_FAILURE() << "no " << Name << " in " << Text;
  return UINT64_MAX;
}

void EngineFixture::expectCountsAddUp(uint64_t Launches) {
  EXPECT_EQ(statistic("launches"), Launches);
  EXPECT_EQ(statistic("l1_hits") + statistic("l2_memory_hits") +
                statistic("l2_disk_hits") + statistic("compiles") +
                statistic("fallbacks"),
            Launches);
}

bool EngineFixture::someLineHas(const std::string &Text) {
  std::lock_guard Lock(LinesGuard);
  for (const std::string &Line : Lines)
    if (Line.find(Text) != std::string::npos)
      return true;
  return false;
}
