//===- EngineImpl.cpp - The engine: programs and the summary at exit ------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EngineImpl.h"

#include "LinkedPackage.h"
#include "ProgramImpl.h"
#include "report/Log.h"

#include <algorithm>

using namespace ompjit;
using namespace ompjit::jit;

namespace {

class EngineImpl : public Engine {
public:
  EngineImpl(Settings Chosen, std::unique_ptr<Compiler> Service, LineSink Sink,
             ProcessLocks &Process, TraceFile *File)
      : Context(std::move(Chosen), std::move(Service), std::move(Sink), Process,
                File) {}

  Result<Program *> addProgram(ByteView Package) override;
  Result<std::string> link(ByteView Fragments,
                           const std::string &EntryPoint) override;
  void openCompiler() override { Context.Source.openCompiler(); }
  void removeProgram(Program *) override;
  void finish() override;
  void finishCompiles() override;
  void forgetThreads() override {
    Context.Firsts.forgetThread();
    Context.Queue.forgetThreads();
    Context.Source.forgetThreads();
  }

private:
  EngineContext Context;
  Mutex Guard;
  std::vector<std::unique_ptr<ProgramImpl>> Programs OMPJIT_GUARDED_BY(Guard);
};

} // namespace

Result<Program *> EngineImpl::addProgram(ByteView Package) {
  Result<PackageView> View = PackageView::parse(Package);
  if (!View)
    return View.takeError();
  auto Added = std::make_unique<ProgramImpl>(Context, *View);
  Program *Handle = Added.get();
  MutexLock Lock(Guard);
  Programs.push_back(std::move(Added));
  return Handle;
}

Result<std::string> EngineImpl::link(ByteView Fragments,
                                     const std::string &EntryPoint) {
  Result<PackageView> View = PackageView::parse(Fragments);
  if (!View)
    return View.takeError();
  return linkPackage(Context, *View, EntryPoint);
}

void EngineImpl::removeProgram(Program *Handle) {
  std::unique_ptr<ProgramImpl> Removed;
  {
    MutexLock Lock(Guard);
    auto Place = std::find_if(
        Programs.begin(), Programs.end(),
        [&](const auto &Candidate) { return Candidate.get() == Handle; });
    if (Place == Programs.end())
      return;
    Removed = std::move(*Place);
    Programs.erase(Place);
  }
  // Not under the lock, since unloading images runs their destructors.
}

void EngineImpl::finishCompiles() {
  Context.Firsts.finish(std::chrono::milliseconds(Context.Chosen.ExitWaitMs));
  Context.Queue.finish();
  Context.Finishers.close();
}

void EngineImpl::finish() {
  finishCompiles();
  Context.Source.finish(std::chrono::steady_clock::now() +
                        std::chrono::milliseconds(Context.Chosen.ExitWaitMs));
  {
    const ProcessLocks::Moment Gate(Context.Process);
    MutexLock Lock(Guard);
    for (const std::unique_ptr<ProgramImpl> &Each : Programs)
      Each->saveHistory();
  }
  if (!Context.Chosen.StatsFile.empty())
    Context.Stats.writeTo(Context.Chosen.StatsFile, Context.Source.stores(),
                          Context.Lines);
}

std::unique_ptr<Engine> jit::createEngine(Settings Chosen,
                                          std::unique_ptr<Compiler> Service,
                                          Engine::LineSink Sink,
                                          ProcessLocks &Process,
                                          TraceFile *File) {
  return std::make_unique<EngineImpl>(std::move(Chosen), std::move(Service),
                                      std::move(Sink), Process, File);
}

std::unique_ptr<Engine> Engine::create(Settings Chosen,
                                       const std::string &LibraryDir,
                                       LineSink Sink, ProcessLocks &Process,
                                       TraceFile *File) {
  std::unique_ptr<Compiler> Service =
      createCompiler(Chosen, LibraryDir, warningsTo(Sink));
  return createEngine(std::move(Chosen), std::move(Service), std::move(Sink),
                      Process, File);
}
