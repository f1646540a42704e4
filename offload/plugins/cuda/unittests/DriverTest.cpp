//===- DriverTest.cpp - Tests of the interface to the driver --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If the toolkit's header is available, the declarations are compared with it
// when this is compiled.
//
//===----------------------------------------------------------------------===//

#include "Driver.h"

#include <gtest/gtest.h>

#include <cstring>

#if __has_include(<cuda.h>)
// The header declares some functions only for its own use.
#define __CUDA_API_VERSION_INTERNAL
#include <cuda.h>

#include <cstddef>
#include <type_traits>

namespace {

namespace ours = ompjit::cuda;

/// Whether values of both types are passed in the same way.
template <typename A, typename B>
constexpr bool IsAlike =
    sizeof(A) == sizeof(B) && std::is_pointer_v<A> == std::is_pointer_v<B> &&
    std::is_floating_point_v<A> == std::is_floating_point_v<B>;

template <typename A, typename B> constexpr bool AreAlike = false;
template <typename... A, typename... B>
constexpr bool AreAlike<ours::Result (*)(A...), CUresult (*)(B...)> = [] {
  if constexpr (sizeof...(A) == sizeof...(B))
    return (IsAlike<A, B> && ...);
  return false;
}();

#define OMPJIT_CUDA_FUNCTION(Member, Name, Since, Parameters)                  \
  static_assert(AreAlike<decltype(ours::Driver::Member), decltype(&::Name)>,   \
                #Name);
#define OMPJIT_CUDA_OPTIONAL(Member, Name, Since, Parameters)                  \
  OMPJIT_CUDA_FUNCTION(Member, Name, Since, Parameters)
#include "DriverFunctions.def"
#undef OMPJIT_CUDA_OPTIONAL
#undef OMPJIT_CUDA_FUNCTION

#define SAME(Ours, Theirs) static_assert(int(ours::Ours) == int(Theirs))
SAME(Result::Success, CUDA_SUCCESS);
SAME(Result::OutOfMemory, CUDA_ERROR_OUT_OF_MEMORY);
SAME(Result::NotInitialized, CUDA_ERROR_NOT_INITIALIZED);
SAME(Result::NoDevice, CUDA_ERROR_NO_DEVICE);
SAME(Result::EccUncorrectable, CUDA_ERROR_ECC_UNCORRECTABLE);
SAME(Result::NvlinkUncorrectable, CUDA_ERROR_NVLINK_UNCORRECTABLE);
SAME(Result::JitCompilerNotFound, CUDA_ERROR_JIT_COMPILER_NOT_FOUND);
SAME(Result::NotFound, CUDA_ERROR_NOT_FOUND);
SAME(Result::NotReady, CUDA_ERROR_NOT_READY);
SAME(Result::IllegalAddress, CUDA_ERROR_ILLEGAL_ADDRESS);
SAME(Result::LaunchTimeout, CUDA_ERROR_LAUNCH_TIMEOUT);
SAME(Result::PeerAccessAlreadyEnabled, CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED);
SAME(Result::ContextIsDestroyed, CUDA_ERROR_CONTEXT_IS_DESTROYED);
SAME(Result::Assert, CUDA_ERROR_ASSERT);
SAME(Result::HostMemoryAlreadyRegistered,
     CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
SAME(Result::HostMemoryNotRegistered, CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED);
SAME(Result::HardwareStackError, CUDA_ERROR_HARDWARE_STACK_ERROR);
SAME(Result::IllegalInstruction, CUDA_ERROR_ILLEGAL_INSTRUCTION);
SAME(Result::MisalignedAddress, CUDA_ERROR_MISALIGNED_ADDRESS);
SAME(Result::InvalidAddressSpace, CUDA_ERROR_INVALID_ADDRESS_SPACE);
SAME(Result::InvalidPc, CUDA_ERROR_INVALID_PC);
SAME(Result::LaunchFailed, CUDA_ERROR_LAUNCH_FAILED);
SAME(Result::MpsClientTerminated, CUDA_ERROR_MPS_CLIENT_TERMINATED);
SAME(Result::ExternalDevice, CUDA_ERROR_EXTERNAL_DEVICE);
#ifdef CU_COMPUTE_ACCELERATED_TARGET_BASE
SAME(TargetOfOne, CU_COMPUTE_ACCELERATED_TARGET_BASE);
#endif
#ifdef CU_COMPUTE_FAMILY_TARGET_BASE
SAME(TargetOfFamily, CU_COMPUTE_FAMILY_TARGET_BASE);
#endif
#if CUDA_VERSION >= 12080
SAME(Result::Contained, CUDA_ERROR_CONTAINED);
SAME(Result::TensorMemoryLeak, CUDA_ERROR_TENSOR_MEMORY_LEAK);
#endif

using A = ours::DeviceAttribute;
#define ATTRIBUTE(Ours, Theirs)                                                \
  static_assert(int(A::Ours) == int(CU_DEVICE_ATTRIBUTE_##Theirs))
ATTRIBUTE(MaxThreadsPerBlock, MAX_THREADS_PER_BLOCK);
ATTRIBUTE(MaxBlockX, MAX_BLOCK_DIM_X);
ATTRIBUTE(MaxBlockY, MAX_BLOCK_DIM_Y);
ATTRIBUTE(MaxBlockZ, MAX_BLOCK_DIM_Z);
ATTRIBUTE(MaxGridX, MAX_GRID_DIM_X);
ATTRIBUTE(MaxGridY, MAX_GRID_DIM_Y);
ATTRIBUTE(MaxGridZ, MAX_GRID_DIM_Z);
ATTRIBUTE(SharedBytesPerBlock, MAX_SHARED_MEMORY_PER_BLOCK);
ATTRIBUTE(ConstantBytes, TOTAL_CONSTANT_MEMORY);
ATTRIBUTE(WarpSize, WARP_SIZE);
ATTRIBUTE(RegistersPerBlock, MAX_REGISTERS_PER_BLOCK);
ATTRIBUTE(ClockKhz, CLOCK_RATE);
ATTRIBUTE(Processors, MULTIPROCESSOR_COUNT);
ATTRIBUTE(TimeLimited, KERNEL_EXEC_TIMEOUT);
ATTRIBUTE(Integrated, INTEGRATED);
ATTRIBUTE(MapsHostMemory, CAN_MAP_HOST_MEMORY);
ATTRIBUTE(ComputeMode, COMPUTE_MODE);
ATTRIBUTE(ConcurrentKernels, CONCURRENT_KERNELS);
ATTRIBUTE(Ecc, ECC_ENABLED);
ATTRIBUTE(MemoryClockKhz, MEMORY_CLOCK_RATE);
ATTRIBUTE(MemoryBusBits, GLOBAL_MEMORY_BUS_WIDTH);
ATTRIBUTE(L2Bytes, L2_CACHE_SIZE);
ATTRIBUTE(ThreadsPerProcessor, MAX_THREADS_PER_MULTIPROCESSOR);
ATTRIBUTE(CopyEngines, ASYNC_ENGINE_COUNT);
ATTRIBUTE(UnifiedAddresses, UNIFIED_ADDRESSING);
ATTRIBUTE(ComputeMajor, COMPUTE_CAPABILITY_MAJOR);
ATTRIBUTE(ComputeMinor, COMPUTE_CAPABILITY_MINOR);
ATTRIBUTE(SharedBytesPerProcessor, MAX_SHARED_MEMORY_PER_MULTIPROCESSOR);
ATTRIBUTE(RegistersPerProcessor, MAX_REGISTERS_PER_MULTIPROCESSOR);
ATTRIBUTE(ManagedMemory, MANAGED_MEMORY);
ATTRIBUTE(PageableAccess, PAGEABLE_MEMORY_ACCESS);
ATTRIBUTE(ConcurrentManagedAccess, CONCURRENT_MANAGED_ACCESS);
ATTRIBUTE(CooperativeLaunch, COOPERATIVE_LAUNCH);
ATTRIBUTE(SharedBytesPerBlockOptIn, MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
ATTRIBUTE(VirtualMemory, VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED);
ATTRIBUTE(BlocksPerProcessor, MAX_BLOCKS_PER_MULTIPROCESSOR);

SAME(FunctionAttribute::MaxThreadsPerBlock,
     CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
SAME(FunctionAttribute::SharedBytes, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
SAME(FunctionAttribute::Registers, CU_FUNC_ATTRIBUTE_NUM_REGS);
SAME(FunctionAttribute::MaxDynamicSharedBytes,
     CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES);
static_assert(sizeof(ours::CooperativeAttribute) == sizeof(CUlaunchAttribute));
static_assert(offsetof(ours::CooperativeAttribute, IsCooperative) ==
              offsetof(CUlaunchAttribute, value));
static_assert(sizeof(ours::LaunchConfiguration) == sizeof(CUlaunchConfig));
static_assert(offsetof(ours::LaunchConfiguration, Attributes) ==
              offsetof(CUlaunchConfig, attrs));
static_assert(ours::CooperativeAttribute().Id ==
              CU_LAUNCH_ATTRIBUTE_COOPERATIVE);
SAME(Limit::StackBytes, CU_LIMIT_STACK_SIZE);
SAME(Limit::PrintBytes, CU_LIMIT_PRINTF_FIFO_SIZE);
SAME(Limit::HeapBytes, CU_LIMIT_MALLOC_HEAP_SIZE);
SAME(PointerAttribute::MemoryType, CU_POINTER_ATTRIBUTE_MEMORY_TYPE);
SAME(Granularity::Minimum, CU_MEM_ALLOC_GRANULARITY_MINIMUM);
SAME(JitOption::ErrorLog, CU_JIT_ERROR_LOG_BUFFER);
SAME(JitOption::ErrorLogBytes, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES);
SAME(JitOption::Target, CU_JIT_TARGET);
SAME(JitInput::Ptx, CU_JIT_INPUT_PTX);
SAME(StreamNonBlocking, CU_STREAM_NON_BLOCKING);
SAME(EventDisableTiming, CU_EVENT_DISABLE_TIMING);
SAME(HostPortable, CU_MEMHOSTALLOC_PORTABLE);
SAME(HostPortable, CU_MEMHOSTREGISTER_PORTABLE);
SAME(HostDeviceMap, CU_MEMHOSTALLOC_DEVICEMAP);
SAME(HostDeviceMap, CU_MEMHOSTREGISTER_DEVICEMAP);
SAME(AttachGlobal, CU_MEM_ATTACH_GLOBAL);
SAME(MemoryTypeHost, CU_MEMORYTYPE_HOST);
SAME(MemoryLocation().Type, CU_MEM_LOCATION_TYPE_DEVICE);
SAME(AllocationProperties().Type, CU_MEM_ALLOCATION_TYPE_PINNED);
SAME(AccessDescription().Flags, CU_MEM_ACCESS_FLAGS_PROT_READWRITE);

static_assert(sizeof(ours::Uuid) == sizeof(CUuuid));
static_assert(sizeof(ours::MemoryLocation) == sizeof(CUmemLocation));
static_assert(sizeof(ours::AllocationProperties) ==
              sizeof(CUmemAllocationProp));
static_assert(offsetof(ours::AllocationProperties, Location) ==
              offsetof(CUmemAllocationProp, location));
static_assert(offsetof(ours::AllocationProperties, Flags) ==
              offsetof(CUmemAllocationProp, allocFlags));
static_assert(sizeof(ours::AccessDescription) == sizeof(CUmemAccessDesc));
static_assert(offsetof(ours::AccessDescription, Flags) ==
              offsetof(CUmemAccessDesc, flags));

TEST(CudaDriver, PassesParametersAsTheHeaderSays) {
  EXPECT_EQ(ours::LaunchParameterEnd, CU_LAUNCH_PARAM_END);
  EXPECT_EQ(ours::LaunchParameterBuffer, CU_LAUNCH_PARAM_BUFFER_POINTER);
  EXPECT_EQ(ours::LaunchParameterBytes, CU_LAUNCH_PARAM_BUFFER_SIZE);
}

} // namespace
#endif

namespace {

using namespace ompjit::cuda;

TEST(CudaDriver, NamesALibraryThatIsMissing) {
  Driver D;
  ompjit_error Error = {};
  EXPECT_NE(openDriver("libno-such-driver.so.1", D, &Error), 0);
  EXPECT_NE(std::strstr(Error.text, "libno-such-driver.so.1"), nullptr)
      << Error.text;
}

TEST(CudaDriver, SaysWhichVersionALibraryIsTooOldFor) {
  // This library has no function of the driver.
  Driver D;
  ompjit_error Error = {};
  EXPECT_NE(openDriver("libm.so.6", D, &Error), 0);
  EXPECT_NE(std::strstr(Error.text, "is older than CUDA "), nullptr)
      << Error.text;
}

TEST(CudaDriver, WritesVersions) {
  EXPECT_EQ(versionText(12040), "CUDA 12.4");
  EXPECT_EQ(versionText(13000), "CUDA 13.0");
}

} // namespace
