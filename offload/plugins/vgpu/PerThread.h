//===- PerThread.h - What each thread has of its own ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As a thread_local variable with a destructor, which the C library makes known
// to the dynamic linker: for that it takes a lock that a thread may hold that
// waits for this one, because it opens a library whose constructors offload.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_VGPU_PERTHREAD_H
#define OMPJIT_PLUGINS_VGPU_PERTHREAD_H

#include <pthread.h>

namespace ompjit::vgpu {

/// For static variables, which stay as long as the process: threads may end
/// behind destructors. Objects are made when a thread first asks for its own,
/// and destroyed when it ends.
template <typename T> class PerThread {
public:
  PerThread() {
    pthread_key_create(&Key, [](void *Own) { delete static_cast<T *>(Own); });
  }
  PerThread(const PerThread &) = delete;
  PerThread &operator=(const PerThread &) = delete;

  T &get() {
    if (void *Own = pthread_getspecific(Key)) [[likely]]
      return *static_cast<T *>(Own);
    T *New = new T;
    pthread_setspecific(Key, New);
    return *New;
  }

private:
  pthread_key_t Key;
};

} // namespace ompjit::vgpu

#endif // OMPJIT_PLUGINS_VGPU_PERTHREAD_H
