//===- GpuTest.h - Kernels on simulated GPUs, for tests -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This is what tests of any part of the runtime need: GPUs of several kinds,
// and kernels and parallel regions as clang 22 writes them.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_OPENMP_DEVICE_UNITTESTS_GPUTEST_H
#define OMPJIT_OPENMP_DEVICE_UNITTESTS_GPUTEST_H

#include "Abi.h"
#include "Simulation.h"

#include <gtest/gtest.h>

extern "C" {
int32_t __kmpc_target_init(ompjit::device::KernelEnvironment *,
                           ompjit::device::LaunchEnvironment *);
void __kmpc_target_deinit();
void __kmpc_parallel_60(ompjit::device::Ident *, int32_t, int32_t, int32_t,
                        int32_t, void *, ompjit::device::Wrapper, void **,
                        int64_t, int32_t);
void __kmpc_get_shared_variables(void ***);
int omp_get_thread_num();
}

namespace ompjit::device {

inline KernelEnvironment spmdKernel() {
  return {{0, 1, Spmd, 1, 1024, 0, 0, 0, 0}, nullptr, nullptr};
}
inline KernelEnvironment genericKernel() {
  return {{1, 1, Generic, 1, 1024, 0, 0, 0, 0}, nullptr, nullptr};
}

/// GPUs of both kinds. Their blocks need not be multiples of a warp.
struct Gpu : testing::TestWithParam<simulation::Launch> {
  simulation::Launch launch(uint32_t BlockSize, uint32_t NumBlocks = 1) const {
    simulation::Launch What = GetParam();
    What.BlockSize = BlockSize;
    What.NumBlocks = NumBlocks;
    return What;
  }
  /// Returns the launch of a generic kernel, whose main thread has a warp of
  /// its own.
  simulation::Launch launchGeneric(uint32_t Workers) const {
    return launch(Workers + GetParam().WarpSize);
  }
  /// Runs \p Region as the code of a kernel.
  template <typename Function>
  void runKernel(const simulation::Launch &What, KernelEnvironment Kernel,
                 Function Region) {
    EXPECT_EQ(simulation::run(What,
                              [&] {
                                if (__kmpc_target_init(&Kernel, &Environment) !=
                                    -1)
                                  return;
                                Region();
                                __kmpc_target_deinit();
                              }),
              "");
  }
  LaunchEnvironment Environment = {};
};

inline auto allGpus() {
  return testing::Values(
      simulation::Launch{.WarpSize = 32},
      simulation::Launch{.WarpSize = 64, .HasNamedBarriers = false},
      simulation::Launch{.WarpSize = 32, .HasNamedBarriers = false});
}

inline std::string
gpuName(const testing::TestParamInfo<simulation::Launch> &Info) {
  return "Warp" + std::to_string(Info.param.WarpSize) +
         (Info.param.HasNamedBarriers ? "Named" : "");
}

using Body = void (*)(int32_t *, int32_t *, void *);

/// Runs a parallel region with one shared variable.
inline void parallel(Body Function, Wrapper Outlined, void *Shared,
                     int32_t NumThreads = -1, int32_t If = 1) {
  __kmpc_parallel_60(nullptr, 0, If, NumThreads, -1,
                     reinterpret_cast<void *>(Function), Outlined, &Shared, 1,
                     0);
}

template <Body Function> void wrapper(uint16_t, uint32_t) {
  void **Variables = nullptr;
  __kmpc_get_shared_variables(&Variables);
  int32_t Thread = omp_get_thread_num(), Zero = 0;
  Function(&Thread, &Zero, Variables[0]);
}

} // namespace ompjit::device

#endif // OMPJIT_OPENMP_DEVICE_UNITTESTS_GPUTEST_H
