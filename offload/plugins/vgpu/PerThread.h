//===- PerThread.h - Objects of each thread -------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Like a thread_local variable with a destructor. The C library registers those
// with the dynamic linker, whose lock may be held by a thread that waits for
// this one, because it opens a library whose constructors offload.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_VGPU_PERTHREAD_H
#define OMPJIT_PLUGINS_VGPU_PERTHREAD_H

#include <pthread.h>

namespace ompjit::vgpu {

/// For variables that live as long as the process, because threads may end
/// after static destructors have run. A thread's object is made when it first
/// asks for it, and destroyed when the thread ends.
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
