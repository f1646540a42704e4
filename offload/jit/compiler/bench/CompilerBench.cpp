//===- CompilerBench.cpp - The costs of a compile at run time -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Measures how long it takes to open the service, and to compile a small and a
// middle-sized kernel, generic and specialised, in total and by stage
// (milliseconds in the counters). The device linker makes the packages like
// those of any program. Compare with libLLVM.so, which BM_OpenSharedLlvm opens.
//
//===----------------------------------------------------------------------===//

#include "../TestSupport.h"

#include "ompjit/DeviceLink/PackageLink.h"
#include "ompjit/Package.h"

#include "llvm/Support/MemoryBuffer.h"

#include <benchmark/benchmark.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace ompjit;
using namespace ompjit::jit::test;

namespace {

[[noreturn]] void giveUp(const std::string &Why) {
  std::fprintf(stderr, "benchmark setup: %s\n", Why.c_str());
  std::exit(1);
}

std::string makeBenchPackage() {
  auto Bitcode = llvm::MemoryBuffer::getFile(OMPJIT_BENCH_BITCODE);
  if (!Bitcode)
    giveUp(OMPJIT_BENCH_BITCODE ": " + Bitcode.getError().message());
  devicelink::DeviceCode Code;
  Code.Source = "Kernels.cpp";
  Code.Triple = "x86_64-pc-linux-gnu";
  Code.Arch = "generic";
  Code.Image = std::move(*Bitcode);
  devicelink::DeviceGroup Group;
  Group.Triple = Code.Triple;
  Group.Arch = Code.Arch;
  Group.Codes.push_back(&Code);
  auto Package = devicelink::linkPackage(Group, {});
  if (!Package)
    giveUp(llvm::toString(Package.takeError()));
  return std::move(*Package);
}

const std::string &package() {
  static const std::string Package = makeBenchPackage();
  return Package;
}

std::string symbolOf(const char *Function) {
  Result<PackageView> View = PackageView::parse(package());
  if (!View)
    giveUp(View.error().message());
  for (uint32_t I = 0; I != View->numKernels(); ++I)
    if (View->kernel(I).Symbol.find(Function) != std::string_view::npos)
      return std::string(View->kernel(I).Symbol);
  giveUp(std::string("no kernel of ") + Function);
}

uint64_t bitsOf(double Value) {
  uint64_t Bits;
  std::memcpy(&Bits, &Value, sizeof(Bits));
  return Bits;
}

/// Returns a value for every scalar of the kernel.
std::vector<Fact> someValues(const std::string &Symbol) {
  Result<PackageView> View = PackageView::parse(package());
  std::vector<Fact> Values;
  for (uint32_t K = 0; K != View->numKernels(); ++K) {
    KernelInfo Kernel = View->kernel(K);
    if (Kernel.Symbol != Symbol)
      continue;
    for (uint32_t P = 0; P != Kernel.NumParameters; ++P) {
      ParameterInfo Info = View->parameter(Kernel, P);
      if (Info.Kind == package::ParameterKind::Scalar)
        Values.push_back({{FactKind::Scalar, P},
                          Info.WidthBits > 32 ? bitsOf(0.5) : 2 + P % 3});
    }
  }
  return Values;
}

void compileKernel(benchmark::State &State, const char *Function,
                   bool Specialize, uint32_t OptLevel) {
  CompileRequest Request = kernelRequest(symbolOf(Function));
  Request.Arch = "x86-64-v3";
  Request.OptLevel = OptLevel;
  if (Specialize)
    Request.Facts = someValues(Request.KernelSymbol);
  CompileTimes Sum;
  size_t ImageBytes = 0;
  compile(package(), Request); // The first compile initialises LLVM.
  for (auto Iteration : State) {
    CompileResult Result = compile(package(), Request);
    if (!Result.Ok)
      giveUp(Result.Message);
    ImageBytes = Result.Output.Bytes.size();
    for (auto Stage :
         {&CompileTimes::Load, &CompileTimes::Specialize,
          &CompileTimes::Optimize, &CompileTimes::CodeGen, &CompileTimes::Link})
      Sum.*Stage += Result.Times.*Stage;
  }
  auto Milliseconds = [&](uint64_t Nanoseconds) {
    return double(Nanoseconds) / 1e6 / double(State.iterations());
  };
  State.counters["load"] = Milliseconds(Sum.Load);
  State.counters["specialize"] = Milliseconds(Sum.Specialize);
  State.counters["optimize"] = Milliseconds(Sum.Optimize);
  State.counters["codegen"] = Milliseconds(Sum.CodeGen);
  State.counters["link"] = Milliseconds(Sum.Link);
  State.counters["bytes"] = double(ImageBytes);
}

/// Returns the time that a fresh process spends in \p Action, in seconds. This
/// process has both LLVMs open.
template <typename Function> double inFreshProcess(Function Action) {
  int Pipe[2];
  if (::pipe(Pipe))
    giveUp("no pipe");
  pid_t Child = ::fork();
  if (Child == 0) {
    auto Start = std::chrono::steady_clock::now();
    Action();
    std::chrono::duration<double> Took =
        std::chrono::steady_clock::now() - Start;
    double Seconds = Took.count();
    std::_Exit(::write(Pipe[1], &Seconds, sizeof(Seconds)) < 0);
  }
  double Seconds = 0;
  ::close(Pipe[1]);
  bool Failed = ::read(Pipe[0], &Seconds, sizeof(Seconds)) != sizeof(Seconds);
  ::close(Pipe[0]);
  ::waitpid(Child, nullptr, 0);
  if (Failed)
    giveUp("the process that was measured failed");
  return Seconds;
}

void openLibrary(benchmark::State &State, const char *Path) {
  // The tool only opens the library and prints the time.
  std::string Command = std::string(OMPJIT_OPEN_TOOL " ") + Path;
  for (auto Iteration : State) {
    FILE *Output = ::popen(Command.c_str(), "r");
    double Seconds = 0;
    if (!Output || std::fscanf(Output, "%lf", &Seconds) != 1)
      giveUp("cannot open " + std::string(Path));
    ::pclose(Output);
    State.SetIterationTime(Seconds);
  }
}

/// Measures the first compile of a process that has opened the service.
void firstCompile(benchmark::State &State) {
  CompileRequest Request = kernelRequest(symbolOf("daxpy"));
  Request.Facts = someValues(Request.KernelSymbol);
  service();
  for (auto Iteration : State)
    State.SetIterationTime(
        inFreshProcess([&] { compile(package(), Request); }));
}

void registerAll() {
  using benchmark::RegisterBenchmark;
  constexpr auto Unit = benchmark::kMillisecond;
  RegisterBenchmark("open/service", openLibrary, OMPJIT_COMPILER_PATH)
      ->UseManualTime()
      ->Unit(Unit);
  RegisterBenchmark("open/libLLVM", openLibrary, OMPJIT_SHARED_LLVM)
      ->UseManualTime()
      ->Unit(Unit);
  RegisterBenchmark("first/small", firstCompile)->UseManualTime()->Unit(Unit);
  for (const auto &[Name, Function] :
       {std::pair("small", "daxpy"), std::pair("mid", "lookup")}) {
    for (uint32_t Level : {0, 3})
      RegisterBenchmark(
          (std::string(Name) + "/generic/O" + std::to_string(Level)).c_str(),
          compileKernel, Function, false, Level)
          ->UseRealTime()
          ->MeasureProcessCPUTime()
          ->Unit(Unit);
    RegisterBenchmark((std::string(Name) + "/specialized/O3").c_str(),
                      compileKernel, Function, true, 3u)
        ->UseRealTime()
        ->MeasureProcessCPUTime()
        ->Unit(Unit);
  }
}

} // namespace

int main(int Argc, char **Argv) {
  // The benchmarks that fork processes come first, before any thread exists.
  registerAll();
  benchmark::Initialize(&Argc, Argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
