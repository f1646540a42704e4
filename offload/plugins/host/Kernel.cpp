//===- Kernel.cpp - Calling a kernel --------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel.h"

#include "Error.h"

#include <array>
#include <utility>

namespace ompjit::host {

namespace {

/// What the first parameter of every kernel receives. Kernels of the host have
/// no launch environment; clang's convention for "none" is all ones.
void *const NoLaunchEnvironment = reinterpret_cast<void *>(~uintptr_t(0));

/// Kernels with up to this many arguments are called directly, which takes
/// 2 ns; libffi takes 25.
constexpr size_t MaxDirectArgs = 24;

template <size_t> using Word = void *;

template <size_t... Index>
#if defined(__clang__)
// Kernels carry no type information that the check could read.
__attribute__((no_sanitize("function")))
#endif
void invoke(void *Function, [[maybe_unused]] void **Args) {
  using Signature = void (*)(void *, Word<Index>...);
  reinterpret_cast<Signature>(Function)(NoLaunchEnvironment, Args[Index]...);
}

template <size_t... Index>
constexpr ompjit_kernel::Invoker makeInvoker(std::index_sequence<Index...>) {
  return &invoke<Index...>;
}

template <size_t... Count>
constexpr auto makeInvokers(std::index_sequence<Count...>) {
  return std::array{makeInvoker(std::make_index_sequence<Count>())...};
}

/// Indexed by the number of arguments.
constexpr auto Invokers =
    makeInvokers(std::make_index_sequence<MaxDirectArgs + 1>());

void invokeThroughFfi(ompjit_kernel &Kernel, void **Args) {
  void *Environment = NoLaunchEnvironment;
  std::vector<void *> Places(1 + Kernel.NumArgs);
  Places[0] = &Environment;
  for (uint32_t I = 0; I < Kernel.NumArgs; ++I)
    Places[1 + I] = &Args[I];
  ffi_call(Kernel.Interface.get(),
           reinterpret_cast<void (*)()>(Kernel.Function), nullptr,
           Places.data());
}

} // namespace

int prepareKernel(ompjit_kernel &Kernel, void *Function, uint32_t NumArgs,
                  ompjit_error *Error) {
  Kernel.Function = Function;
  Kernel.NumArgs = NumArgs;
  if (NumArgs < Invokers.size()) {
    Kernel.Direct = Invokers[NumArgs];
    return 0;
  }
  Kernel.ParameterTypes.assign(1 + NumArgs, &ffi_type_pointer);
  Kernel.Interface = std::make_unique<ffi_cif>();
  ffi_status Status =
      ffi_prep_cif(Kernel.Interface.get(), FFI_DEFAULT_ABI, 1 + NumArgs,
                   &ffi_type_void, Kernel.ParameterTypes.data());
  if (Status != FFI_OK)
    return fail(Error,
                "cannot prepare a call with %u arguments: libffi status "
                "%d",
                NumArgs, int(Status));
  return 0;
}

int launchKernel(ompjit_kernel *Kernel, const ompjit_launch *Launch,
                 ompjit_error *Error) {
  if (Launch->num_args != Kernel->NumArgs)
    return fail(Error, "the kernel takes %u arguments, the launch has %u",
                Kernel->NumArgs, Launch->num_args);
  if (Kernel->Direct)
    Kernel->Direct(Kernel->Function, Launch->args);
  else
    invokeThroughFfi(*Kernel, Launch->args);
  return 0;
}

} // namespace ompjit::host
