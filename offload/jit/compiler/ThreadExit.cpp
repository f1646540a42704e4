//===- ThreadExit.cpp - Destructors of thread_local variables -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled code calls __cxa_thread_atexit when a thread first uses a
// thread_local variable with a destructor. The C library's function takes the
// dynamic linker's lock, to keep the object loaded that has the destructor. A
// compile must not need that lock: a thread that holds it may be waiting for
// the compile. So LLVM, which is linked in here, gets this function. The
// service is never closed, so that no object has to be kept loaded.
//
//===----------------------------------------------------------------------===//

#include <cstdlib>
#include <pthread.h>

namespace {

struct Destructor {
  void (*Run)(void *);
  void *Object;
  Destructor *Next; ///< The one that was registered before.
};

void runAll(void *Newest);

pthread_key_t key() {
  static const pthread_key_t Key = [] {
    pthread_key_t New;
    if (::pthread_key_create(&New, runAll))
      std::abort();
    return New;
  }();
  return Key;
}

/// Runs all destructors; these may register further ones.
void runAll(void *Newest) {
  ::pthread_setspecific(key(), Newest);
  while (auto *D = static_cast<Destructor *>(::pthread_getspecific(key()))) {
    ::pthread_setspecific(key(), D->Next);
    D->Run(D->Object);
    delete D;
  }
}

} // namespace

extern "C" [[gnu::visibility("hidden")]] int
__cxa_thread_atexit(void (*Run)(void *), void *Object, void *) {
  auto *Before = static_cast<Destructor *>(::pthread_getspecific(key()));
  return ::pthread_setspecific(key(), new Destructor{Run, Object, Before});
}
