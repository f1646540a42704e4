//===- Kernel.cpp - Calling a kernel --------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel.h"

#include "OwnThreads.h"
#include "ompjit/Plugins/Error.h"
#include "ompjit/Plugins/LaunchShape.h"
#include "ompjit/Plugins/Queue.h"

#include <array>
#include <utility>

namespace ompjit::host {

using plugins::fail;

namespace {

/// The first argument of every kernel. Kernels of the host have no launch
/// environment; clang's convention for "none" is all ones.
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
void invoke(void *Function, void *First, [[maybe_unused]] void **Args) {
  using Signature = void (*)(void *, Word<Index>...);
  reinterpret_cast<Signature>(Function)(First, Args[Index]...);
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

int prepareInterface(ffi_cif &Interface, std::vector<ffi_type *> &Types,
                     uint32_t NumWords, ompjit_error *Error) {
  Types.assign(NumWords, &ffi_type_pointer);
  ffi_status Status = ffi_prep_cif(&Interface, FFI_DEFAULT_ABI, NumWords,
                                   &ffi_type_void, Types.data());
  if (Status == FFI_OK)
    return 0;
  return fail(Error,
              "cannot prepare a call with %u arguments: libffi status %d",
              NumWords, int(Status));
}

/// Launches a kernel without a launch environment.
int launchWords(ompjit_kernel &Kernel, void **Words, uint32_t NumWords,
                ompjit_error *Error) {
  // A function without parameters ignores the argument that it gets.
  void *First = NumWords ? Words[0] : NoLaunchEnvironment;
  const uint32_t NumOthers = NumWords ? NumWords - 1 : 0;
  if (NumOthers < Invokers.size()) {
    Invokers[NumOthers](Kernel.Function, First, Words + 1);
    return 0;
  }
  ffi_cif Interface;
  std::vector<ffi_type *> Types;
  if (prepareInterface(Interface, Types, NumWords, Error))
    return 1;
  std::vector<void *> Places;
  Places.reserve(NumWords);
  for (uint32_t I = 0; I < NumWords; ++I)
    Places.push_back(&Words[I]);
  ffi_call(&Interface, reinterpret_cast<void (*)()>(Kernel.Function), nullptr,
           Places.data());
  return 0;
}

/// Kernels on the host take words, so a structure of parameters must be an
/// array of words.
int checkLaunch(const ompjit_kernel &Kernel, const ompjit_launch &Launch,
                ompjit_error *Error) {
  const uint32_t Form = Launch.argument_form;
  if (Form == OMPJIT_ARGUMENTS_PACKED) {
    if (Launch.packed_bytes % sizeof(void *) == 0)
      return 0;
    return fail(Error,
                "the launch has %u bytes of parameters, which are no whole "
                "number of words",
                Launch.packed_bytes);
  }
  if (Form != OMPJIT_ARGUMENTS_BARE && Form != OMPJIT_ARGUMENTS_OPENMP)
    return fail(Error, "the host does not know the form %u of arguments", Form);
  if (Launch.num_args == Kernel.NumArgs)
    return 0;
  return fail(Error, "the kernel takes %u arguments, the launch has %u",
              Kernel.NumArgs, Launch.num_args);
}

int launchNow(ompjit_kernel &Kernel, const ompjit_launch &Launch,
              ompjit_error *Error) {
  if (Launch.argument_form == OMPJIT_ARGUMENTS_PACKED)
    return launchWords(Kernel, Launch.args,
                       Launch.packed_bytes / uint32_t(sizeof(void *)), Error);
  if (Launch.argument_form == OMPJIT_ARGUMENTS_BARE)
    return launchWords(Kernel, Launch.args, Launch.num_args, Error);
  if (Kernel.Direct) [[likely]]
    Kernel.Direct(Kernel.Function, NoLaunchEnvironment, Launch.args);
  else
    invokeThroughFfi(Kernel, Launch.args);
  return 0;
}

/// Whether the region forms teams or threads. clang passes `teams` and
/// `parallel` in the construct itself, and our driver corrects `teams loop`;
/// see docs/limits.md.
bool formsThreads(const ompjit_launch &Launch) {
  return Launch.num_teams[0] != plugins::WithoutTeams &&
         Launch.argument_form == OMPJIT_ARGUMENTS_OPENMP;
}

/// A copy of the arguments' words, because the caller's array is only valid
/// during the launch.

std::vector<void *> copyArguments(const ompjit_launch &Launch) {
  if (Launch.argument_form != OMPJIT_ARGUMENTS_PACKED)
    return std::vector<void *>(Launch.args, Launch.args + Launch.num_args);
  const size_t NumWords = Launch.packed_bytes / sizeof(void *);
  return std::vector<void *>(Launch.args, Launch.args + NumWords);
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
  Kernel.Interface = std::make_unique<ffi_cif>();
  return prepareInterface(*Kernel.Interface, Kernel.ParameterTypes, 1 + NumArgs,
                          Error);
}

int launchKernel(ompjit_queue *Queue, ompjit_kernel *Kernel,
                 const ompjit_launch *Launch, ompjit_error *Error) {
  // Checked here rather than in the queue, so that this launch fails.
  if (checkLaunch(*Kernel, *Launch, Error))
    return 1;
  if (!Queue || !Queue->Work) {
    // If threads are formed, this test costs next to nothing.
    if (formsThreads(*Launch) && isInParallel()) [[unlikely]]
      return runOnOwnThread(
          [&](ompjit_error *Reason) {
            return launchNow(*Kernel, *Launch, Reason);
          },
          Error);
    return launchNow(*Kernel, *Launch, Error);
  }
  return Queue->Work->put(
      [Kernel, Launch = *Launch,
       Args = copyArguments(*Launch)](ompjit_error *Error) mutable {
        Launch.args = Args.data();
        return launchNow(*Kernel, Launch, Error);
      },
      Error);
}

} // namespace ompjit::host
