//===- Exit.cpp - Ends of a kernel, and their messages --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Exit.h"
#include "Platform.h"
#include "Print.h"

#include <stddef.h>

OMPJIT_ENTRY int OMPJIT_LIBC(puts)(const char *Text) {
  return OMPJIT_PRINTF("%s\n", Text);
}
OMPJIT_ENTRY int OMPJIT_LIBC(putchar)(int Character) {
  OMPJIT_PRINTF("%c", Character);
  return Character;
}

// Only the host can end the program: the kernel fails, and the host reports it.
OMPJIT_ENTRY [[noreturn]] void OMPJIT_LIBC(abort)() { __builtin_trap(); }
OMPJIT_ENTRY [[noreturn]] void OMPJIT_LIBC(exit)(int Status) {
  OMPJIT_PRINTF("exit(%d) in device code\n", Status);
  __builtin_trap();
}

#if defined(__NVPTX__)
/// The driver prints its buffer only when a kernel succeeds. This function of
/// the driver prints the message at once, and fails.
extern "C" void __assertfail(const void *Expression, const void *File,
                             unsigned Line, const void *Function,
                             size_t CharacterBytes);
#endif

OMPJIT_ENTRY [[noreturn]] void
OMPJIT_LIBC(__assert_fail)(const char *Expression, const char *File,
                           unsigned Line, const char *Function) {
#if defined(__NVPTX__)
  __assertfail(Expression, File, Line, Function, sizeof(char));
#else
  OMPJIT_PRINTF("%s:%u: %s: Assertion `%s' failed.\n", File, Line, Function,
                Expression);
#endif
  __builtin_trap();
}

[[noreturn]] void ompjit::device::fail(const char *Why) {
#if defined(__NVPTX__)
  __assertfail(Why, "OpenMP device runtime", 0, "", sizeof(char));
#else
  OMPJIT_PRINTF("device runtime: block %u, thread %u: %s\n", blockId(),
                threadId(), Why);
#endif
  __builtin_trap();
}
