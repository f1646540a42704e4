//===- WorkerThread.cpp - The thread that a worker compiles on -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WorkerThread.h"

#include <charconv>
#include <cstring>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <unistd.h>

using namespace ompjit;
using namespace ompjit::server;

struct WorkerThread::Shared {
  const CompilerLibrary &Library;
  const ByteView Package;
  const ServerRequest Asked;
  const int Over;
  std::string Answer = {};

  static void *main(void *);
};

void *WorkerThread::Shared::main(void *Opaque) {
  const std::unique_ptr<std::shared_ptr<Shared>> Mine(
      static_cast<std::shared_ptr<Shared> *>(Opaque));
  Shared &Work = **Mine;
  if (Work.Asked.Nice) {
    const sched_param None = {};
    (void)::pthread_setschedparam(::pthread_self(), SCHED_BATCH, &None);
    // On Linux, this changes only this thread.
    (void)::setpriority(PRIO_PROCESS, 0, int(Work.Asked.Nice));
  }
  Work.Answer = Work.Library.compile(Work.Package, Work.Asked.Compile);
  (void)::eventfd_write(Work.Over, 1);
  return nullptr;
}

WorkerThread::WorkerThread(const CompilerLibrary &Library, ByteView Package,
                           const ServerRequest &Asked)
    : Over(::eventfd(0, EFD_CLOEXEC)) {
  Work =
      std::shared_ptr<Shared>(new Shared{Library, Package, Asked, Over.get()});
  auto Theirs = std::make_unique<std::shared_ptr<Shared>>(Work);
  pthread_t Thread;
  if (!Over ||
      ::pthread_create(&Thread, nullptr, Shared::main, Theirs.get()) != 0) {
    Over.close();
    return;
  }
  (void)Theirs.release(); // The thread owns it now.
  ::pthread_detach(Thread);
}

int WorkerThread::descriptor() const { return Over.get(); }

std::string WorkerThread::answer() {
  // Reading the event makes the answer visible, which the thread wrote before.
  eventfd_t Ignored;
  (void)::eventfd_read(Over.get(), &Ignored);
  return std::move(Work->Answer);
}

/// The second and the third number in the file are resident pages, and those of
/// them that belong to files.
uint64_t server::memoryInUse() {
  char Text[128];
  const Descriptor File(::open("/proc/self/statm", O_RDONLY | O_CLOEXEC));
  const ssize_t Size = File ? ::read(File.get(), Text, sizeof(Text)) : 0;
  if (Size <= 0)
    return 0;
  uint64_t Pages[3] = {};
  const char *At = Text, *End = Text + Size;
  for (uint64_t &Each : Pages) {
    At = std::from_chars(At, End, Each).ptr;
    At += At != End;
  }
  return (Pages[1] - Pages[2]) * uint64_t(::sysconf(_SC_PAGESIZE));
}
