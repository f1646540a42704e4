//===- AbiTest.cpp - The stand-in's interface against NVIDIA's ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the toolkit's header is at hand, the compiler compares. The test that
// runs says whether it did.
//
//===----------------------------------------------------------------------===//

#include "../Abi.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <type_traits>

#if __has_include("/usr/local/cuda/include/cuda.h")
#define HAS_CUDA_HEADER 1
namespace nvidia {
#include "/usr/local/cuda/include/cuda.h"
} // namespace nvidia
#else
#define HAS_CUDA_HEADER 0
#endif

namespace {

#if HAS_CUDA_HEADER

using namespace ompjit;

/// Passed in the same way: a pointer, or a number of the same size and kind.
template <typename A, typename B> constexpr bool isAlike() {
  if constexpr (std::is_pointer_v<A> || std::is_pointer_v<B>)
    return std::is_pointer_v<A> && std::is_pointer_v<B>;
  else
    return sizeof(A) == sizeof(B) &&
           std::is_floating_point_v<A> == std::is_floating_point_v<B> &&
           std::is_class_v<A> == std::is_class_v<B>;
}

template <typename A, typename B> struct AreAlike : std::false_type {};
template <typename R, typename... A, typename S, typename... B>
  requires(sizeof...(A) == sizeof...(B))
struct AreAlike<R (*)(A...), S (*)(B...)>
    : std::bool_constant<isAlike<R, S>() && (isAlike<A, B>() && ...)> {};

using standin::AccessDescription;
using standin::AllocationHandle;
using standin::AllocationProperties;
using standin::DeviceAttribute;
using standin::DeviceNumber;
using standin::DevicePointer;
using standin::FunctionAttribute;
using standin::Handle;
using standin::JitOption;
using standin::LaunchConfig;
using standin::Limit;
using standin::PointerAttribute;
using standin::Result;
using standin::Uuid;

#define DRIVER_FUNCTION(Name, Parameters)                                      \
  using Name##_here = Result(*) Parameters;                                    \
  static_assert(AreAlike<Name##_here, decltype(&nvidia::Name)>::value, #Name);
#include "../Functions.def"
#undef DRIVER_FUNCTION

static_assert(sizeof(standin::Uuid) == sizeof(nvidia::CUuuid));
static_assert(sizeof(AllocationProperties) ==
              sizeof(nvidia::CUmemAllocationProp));
static_assert(offsetof(AllocationProperties, Location) ==
              offsetof(nvidia::CUmemAllocationProp, location));
static_assert(sizeof(AccessDescription) == sizeof(nvidia::CUmemAccessDesc));
static_assert(offsetof(AccessDescription, Flags) ==
              offsetof(nvidia::CUmemAccessDesc, flags));

static_assert(sizeof(standin::LaunchAttribute) ==
              sizeof(nvidia::CUlaunchAttribute));
static_assert(offsetof(standin::LaunchAttribute, Value) ==
              offsetof(nvidia::CUlaunchAttribute, value));
static_assert(sizeof(LaunchConfig) == sizeof(nvidia::CUlaunchConfig));
static_assert(offsetof(LaunchConfig, Attributes) ==
              offsetof(nvidia::CUlaunchConfig, attrs));
static_assert(standin::AttributeCooperative ==
              int(nvidia::CU_LAUNCH_ATTRIBUTE_COOPERATIVE));

#define SAME(Ours, Theirs)                                                     \
  static_assert(int(standin::Ours) == int(nvidia::Theirs))

#define DRIVER_ERROR(Code, Name, Text)                                         \
  static_assert(int(nvidia::CUDA_ERROR_##Name) == Code);
#include "../Errors.def"
#undef DRIVER_ERROR

SAME(Success, CUDA_SUCCESS);
SAME(InvalidValue, CUDA_ERROR_INVALID_VALUE);
SAME(OutOfMemory, CUDA_ERROR_OUT_OF_MEMORY);
SAME(NotInitialized, CUDA_ERROR_NOT_INITIALIZED);
SAME(Deinitialized, CUDA_ERROR_DEINITIALIZED);
SAME(NoDevice, CUDA_ERROR_NO_DEVICE);
SAME(InvalidDevice, CUDA_ERROR_INVALID_DEVICE);
SAME(InvalidImage, CUDA_ERROR_INVALID_IMAGE);
SAME(InvalidContext, CUDA_ERROR_INVALID_CONTEXT);
SAME(NoBinaryForGpu, CUDA_ERROR_NO_BINARY_FOR_GPU);
SAME(UnsupportedLimit, CUDA_ERROR_UNSUPPORTED_LIMIT);
SAME(PeerAccessUnsupported, CUDA_ERROR_PEER_ACCESS_UNSUPPORTED);
SAME(InvalidPtx, CUDA_ERROR_INVALID_PTX);
SAME(JitCompilerNotFound, CUDA_ERROR_JIT_COMPILER_NOT_FOUND);
SAME(UnsupportedPtxVersion, CUDA_ERROR_UNSUPPORTED_PTX_VERSION);
SAME(InvalidHandle, CUDA_ERROR_INVALID_HANDLE);
SAME(NotFound, CUDA_ERROR_NOT_FOUND);
SAME(NotReady, CUDA_ERROR_NOT_READY);
SAME(IllegalAddress, CUDA_ERROR_ILLEGAL_ADDRESS);
SAME(LaunchOutOfResources, CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES);
SAME(LaunchTimeout, CUDA_ERROR_LAUNCH_TIMEOUT);
SAME(PeerAccessAlreadyEnabled, CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED);
SAME(PrimaryContextActive, CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE);
SAME(ContextIsDestroyed, CUDA_ERROR_CONTEXT_IS_DESTROYED);
SAME(AssertFailed, CUDA_ERROR_ASSERT);
SAME(HostMemoryAlreadyRegistered, CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
SAME(HostMemoryNotRegistered, CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED);
SAME(HardwareStackError, CUDA_ERROR_HARDWARE_STACK_ERROR);
SAME(LaunchFailed, CUDA_ERROR_LAUNCH_FAILED);
SAME(CooperativeLaunchTooLarge, CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE);
SAME(NotSupported, CUDA_ERROR_NOT_SUPPORTED);

SAME(MaxThreadsPerBlock, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
SAME(MaxBlockX, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X);
SAME(MaxGridX, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X);
SAME(MaxGridZ, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z);
SAME(SharedPerBlock, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK);
SAME(ConstantMemory, CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY);
SAME(WarpSize, CU_DEVICE_ATTRIBUTE_WARP_SIZE);
SAME(MaxPitch, CU_DEVICE_ATTRIBUTE_MAX_PITCH);
SAME(RegistersPerBlock, CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK);
SAME(ClockRate, CU_DEVICE_ATTRIBUTE_CLOCK_RATE);
SAME(NumMultiprocessors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
SAME(ExecutionTimeout, CU_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT);
SAME(Integrated, CU_DEVICE_ATTRIBUTE_INTEGRATED);
SAME(CanMapHostMemory, CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY);
SAME(ComputeMode, CU_DEVICE_ATTRIBUTE_COMPUTE_MODE);
SAME(ConcurrentKernels, CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS);
SAME(EccEnabled, CU_DEVICE_ATTRIBUTE_ECC_ENABLED);
SAME(PciBus, CU_DEVICE_ATTRIBUTE_PCI_BUS_ID);
SAME(PciDevice, CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID);
SAME(PciDomain, CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID);
SAME(TccDriver, CU_DEVICE_ATTRIBUTE_TCC_DRIVER);
SAME(MemoryClockRate, CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE);
SAME(MemoryBusWidth, CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH);
SAME(L2CacheSize, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE);
SAME(ThreadsPerMultiprocessor,
     CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR);
SAME(NumAsyncEngines, CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT);
SAME(UnifiedAddressing, CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING);
SAME(ComputeMajor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
SAME(ComputeMinor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
SAME(StreamPriorities, CU_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED);
SAME(SharedPerMultiprocessor,
     CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR);
SAME(RegistersPerMultiprocessor,
     CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR);
SAME(ManagedMemory, CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY);
SAME(MultiGpuBoard, CU_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD);
SAME(PageableAccess, CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS);
SAME(ConcurrentManagedAccess, CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS);
SAME(ComputePreemption, CU_DEVICE_ATTRIBUTE_COMPUTE_PREEMPTION_SUPPORTED);
SAME(HostPointerForRegistered,
     CU_DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM);
SAME(CooperativeLaunch, CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH);
SAME(SharedPerBlockOptin,
     CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
SAME(HostRegister, CU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED);
SAME(PageableUsesHostTables,
     CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES);
SAME(VirtualMemoryManagement,
     CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED);
SAME(BlocksPerMultiprocessor,
     CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR);
SAME(ReservedSharedPerBlock,
     CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK);
SAME(MemoryPools, CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED);
SAME(ClusterLaunch, CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH);

SAME(FunctionMaxThreads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
SAME(FunctionSharedBytes, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
SAME(FunctionConstBytes, CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES);
SAME(FunctionLocalBytes, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES);
SAME(FunctionNumRegisters, CU_FUNC_ATTRIBUTE_NUM_REGS);
SAME(FunctionPtxVersion, CU_FUNC_ATTRIBUTE_PTX_VERSION);
SAME(FunctionBinaryVersion, CU_FUNC_ATTRIBUTE_BINARY_VERSION);
SAME(FunctionMaxDynamicShared, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES);
SAME(FunctionSharedCarveout,
     CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT);

SAME(StackSize, CU_LIMIT_STACK_SIZE);
SAME(PrintfFifoSize, CU_LIMIT_PRINTF_FIFO_SIZE);
SAME(MallocHeapSize, CU_LIMIT_MALLOC_HEAP_SIZE);
SAME(JitMaxRegisters, CU_JIT_MAX_REGISTERS);
SAME(JitInfoLog, CU_JIT_INFO_LOG_BUFFER);
SAME(JitInfoLogSize, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES);
SAME(JitErrorLog, CU_JIT_ERROR_LOG_BUFFER);
SAME(JitErrorLogSize, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES);
SAME(JitOptimizationLevel, CU_JIT_OPTIMIZATION_LEVEL);
SAME(JitTargetFromContext, CU_JIT_TARGET_FROM_CUCONTEXT);
SAME(JitTarget, CU_JIT_TARGET);
SAME(JitDebugInfo, CU_JIT_GENERATE_DEBUG_INFO);
SAME(JitLogVerbose, CU_JIT_LOG_VERBOSE);
SAME(JitLineInfo, CU_JIT_GENERATE_LINE_INFO);
SAME(InputCubin, CU_JIT_INPUT_CUBIN);
SAME(InputPtx, CU_JIT_INPUT_PTX);
SAME(PointerContext, CU_POINTER_ATTRIBUTE_CONTEXT);
SAME(PointerMemoryType, CU_POINTER_ATTRIBUTE_MEMORY_TYPE);
SAME(PointerDevicePointer, CU_POINTER_ATTRIBUTE_DEVICE_POINTER);
SAME(PointerHostPointer, CU_POINTER_ATTRIBUTE_HOST_POINTER);
SAME(PointerIsManaged, CU_POINTER_ATTRIBUTE_IS_MANAGED);
SAME(PointerDeviceOrdinal, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL);
SAME(MemoryTypeHost, CU_MEMORYTYPE_HOST);
SAME(MemoryTypeDevice, CU_MEMORYTYPE_DEVICE);
SAME(LocationDevice, CU_MEM_LOCATION_TYPE_DEVICE);
SAME(AllocationPinned, CU_MEM_ALLOCATION_TYPE_PINNED);
SAME(AccessReadWrite, CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
SAME(StreamNonBlocking, CU_STREAM_NON_BLOCKING);
SAME(EventBlockingSync, CU_EVENT_BLOCKING_SYNC);
SAME(EventDisableTiming, CU_EVENT_DISABLE_TIMING);
static_assert(standin::LaunchParamPointer ==
              CU_LAUNCH_PARAM_BUFFER_POINTER_AS_INT);
static_assert(standin::LaunchParamSize == CU_LAUNCH_PARAM_BUFFER_SIZE_AS_INT);
static_assert(standin::LaunchParamEnd == CU_LAUNCH_PARAM_END_AS_INT);

#endif // HAS_CUDA_HEADER

TEST(StandinAbi, IsComparedWithTheToolkit) {
  if (!HAS_CUDA_HEADER)
    GTEST_SKIP() << "there is no <cuda.h>";
}

} // namespace
