//===- ModelBuilder.h - From the events of traces to a model -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Takes the events of one trace in their order, and adds them to a model.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TOOLS_REPORT_MODELBUILDER_H
#define OMPJIT_TOOLS_REPORT_MODELBUILDER_H

#include "Model.h"
#include "TraceReader.h"

#include <map>
#include <string>
#include <vector>

namespace ompjit::report {

/// Kernels and mappings of all traces, by name.
struct Tables {
  std::map<std::string, Kernel> Kernels;
  std::map<std::string, Mapping> Mappings;
};

class ModelBuilder {
public:
  /// Adds a rank. Its times count from \p OriginNs of its own clock.
  ModelBuilder(Model &Out, Tables &Known, const Trace &From, uint64_t OriginNs);

  void addEvents();

private:
  /// A construct that the thread is in.
  struct Region {
    uint64_t EndNs = 0, DurationNs = 0;
    uint64_t BytesTo = 0, BytesFrom = 0, DataNs = 0;
    Kernel *Runs = nullptr;
  };
  struct ThreadState {
    size_t Lane = 0;
    std::vector<uint64_t> Ends; ///< Of the bars that contain what comes next.
    std::vector<Region> Regions;
    Kernel *StandIn = nullptr; ///< Whose next launch runs a stand-in.
    Image *Compiling = nullptr;
  };

  void add(const TraceEvent &);
  void addConstruct(const TraceEvent &, ThreadState &);
  void addKernel(const TraceEvent &, ThreadState &);
  void addRun(const TraceEvent &);
  void addData(const TraceEvent &, ThreadState &);
  void addCompile(const TraceEvent &, ThreadState &);
  void addCache(const TraceEvent &, ThreadState &);
  void addSelect(const TraceEvent &, ThreadState &);
  void addImage(const TraceEvent &, ThreadState &);
  void addTracker(const TraceEvent &, ThreadState &);
  void addFlow(const TraceEvent &, ThreadState &);
  void addCounter(const TraceEvent &);
  void addDevice(const TraceEvent &);

  Kernel &kernelOf(const std::string &Symbol);
  Image &imageOf(const TraceEvent &);
  ThreadState &stateOf(uint64_t Thread);
  void leaveRegions(ThreadState &, uint64_t NowNs);
  Bar &addBar(const TraceEvent &, ThreadState &, Kind, std::string Details);
  void noteRun(Kernel &, uint64_t Ns);
  static void noteLost(Kernel &, GivenUp);
  uint64_t place(uint64_t Ns) const { return Ns - OriginNs; }

  Model &Out;
  Tables &Known;
  const Trace &From;
  const uint64_t OriginNs;
  const size_t Number; ///< Of the rank.
  std::map<uint64_t, ThreadState> Threads;
  std::map<std::string, TraceEvent> BegunRuns; ///< By id.
  std::map<std::string, std::pair<size_t, uint64_t>> BegunFlows;
  std::map<std::string, size_t> CounterNumbers;
  std::map<std::string, Image> Shared; ///< Images of no kernel.
};

} // namespace ompjit::report

#endif // OMPJIT_TOOLS_REPORT_MODELBUILDER_H
