//===- TraceFile.cpp - A trace that survives its program ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Support/TraceFile.h"

#include "TraceBuffers.h"
#include "TraceWriter.h"

#include "ompjit/Support/CheckedDescriptor.h"
#include "ompjit/Support/JsonWriter.h"
#include "ompjit/Support/OutputFile.h"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <pthread.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace ompjit {

static std::atomic<unsigned> NumSinks = 0;

/// The file of one process.
struct TraceFile::Sink {
  Sink(pid_t Owner, Sink *Inherited, std::function<void()> WriteHandedOver)
      : Owner(Owner), Inherited(Inherited), Writer(std::move(WriteHandedOver)) {
  }
  ~Sink() {
    if (!isOfProcess())
      Writer.forget();
  }
  Sink(const Sink &) = delete;
  Sink &operator=(const Sink &) = delete;

  bool isOfProcess() const { return Owner == currentProcess(); }

  const pid_t Owner;
  const unsigned Number = NumSinks.fetch_add(1); ///< In the process.
  /// The parent's sink, left as it was when the process forked.
  const std::unique_ptr<Sink> Inherited;
  std::string Path;
  /// This is not a CheckedDescriptor because any thread may find it closed,
  /// even in a signal handler or after a fork, and opens the same file again.
  std::atomic<int> File = -1;
  FileIdentity Identity; ///< Identifies the file; set once.
  uint64_t MaxBytes = UINT64_MAX;
  std::atomic<uint64_t> Bytes = 0;
  std::atomic<bool> IsOver = false;
  std::atomic<bool> HasFailed = false;
  std::atomic<unsigned> NumWriting = 0;
  TraceWriter Writer;
};

namespace {

std::string systemMessage(int Number) { return std::strerror(Number); }

/// Returns the size beyond which the system would end the program with a
/// signal.
uint64_t sizeLimit() {
  rlimit Limit;
  if (::getrlimit(RLIMIT_FSIZE, &Limit) != 0 || Limit.rlim_cur == RLIM_INFINITY)
    return UINT64_MAX;
  return Limit.rlim_cur;
}

/// Moves a file to a high descriptor number, so that the program's own files
/// keep the numbers that they would have without it. If a program closes all
/// descriptors that it does not know, it is unlikely to use this number for
/// another file.
int moveUp(int File) {
  constexpr int Preferred = 900;
  int Moved = ::fcntl(File, F_DUPFD_CLOEXEC, Preferred);
  if (Moved < 0)
    return File;
  ::close(File);
  return Moved;
}

/// Returns an event with the name of the calling thread.
std::string threadName(pid_t Process) {
  char Name[16] = {};
  ::prctl(PR_GET_NAME, Name);
  const pid_t Thread = currentThread().Thread;
  return "{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":" +
         std::to_string(Process) + ",\"tid\":" + std::to_string(Thread) +
         ",\"args\":{\"name\":" +
         quoteJson(Thread == Process ? "main thread" : Name) + "}}";
}

/// Whether this is the calling thread's first event in the file. Threads of
/// files beyond the first ones of a process have no names.
bool isFirstOfThread(unsigned Sink) {
  thread_local uint64_t Known = 0;
  if (Sink >= 64 || (Known >> Sink & 1))
    return false;
  Known |= uint64_t(1) << Sink;
  return true;
}

/// Prevents the cancellation of a thread during a write that its program does
/// not know of. Also preserves the program's errno.
class Undisturbed {
public:
  Undisturbed() : Error(errno) {
    ::pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &State);
  }
  ~Undisturbed() {
    ::pthread_setcancelstate(State, nullptr);
    errno = Error;
  }
  Undisturbed(const Undisturbed &) = delete;
  Undisturbed &operator=(const Undisturbed &) = delete;

private:
  const int Error;
  int State = 0;
};

} // namespace

static bool isFile(int Number, const FileIdentity &Identity) {
  struct stat Info;
  return Number >= 0 && ::fstat(Number, &Info) == 0 &&
         FileIdentity(Info) == Identity;
}

TraceFile::~TraceFile() {
  Sink *Old = Current.load();
  if (Old && Old->isOfProcess())
    Old->Writer.end();
  TraceBuffer::detach(this);
  if (!Old)
    return;
  if (isFile(Old->File, Old->Identity))
    ::close(Old->File);
  delete Old;
}

/// Returns the file of this process. Uses no mutex, because a thread that does
/// not exist after a fork might have held it.
TraceFile::Sink *TraceFile::sink() {
  const pid_t Process = currentProcess();
  while (true) {
    Sink *Now = Current.load(std::memory_order_acquire);
    if (Now && Now->Owner == Process)
      return Now;
    pid_t Before = OpenedBy.load();
    if (Before == Process) {
      // Another thread is opening it.
      std::this_thread::yield();
      continue;
    }
    if (!OpenedBy.compare_exchange_strong(Before, Process))
      continue;
    auto *New =
        new Sink(Process, Now, [this] { TraceBuffer::writeHandedOver(this); });
    open(*New);
    Current.store(New, std::memory_order_release);
    return New;
  }
}

void TraceFile::open(Sink &S) {
  if (!belongsToProcess())
    return;
  S.Path = withProcess(Name, S.Owner);
  const int Opened = openForOutput(S.Path, O_CREAT | O_TRUNC | O_APPEND);
  struct stat Info;
  if (Opened < 0 || ::fstat(Opened, &Info) != 0)
    return giveUp(S, systemMessage(errno));
  S.Identity = FileIdentity(Info);
  S.File = moveUp(Opened);
  // Other files are refused: writing to a pipe may end the program with a
  // signal.
  if (!S_ISREG(Info.st_mode) && !S_ISCHR(Info.st_mode))
    return giveUp(S, "it is no regular file");
  S.MaxBytes = sizeLimit();
  append(S, "[\n{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":" +
                std::to_string(S.Owner) + ",\"args\":{\"name\":" +
                quoteJson(::program_invocation_short_name) + "}}\n" +
                (DescribeProcess ? "," + DescribeProcess() + "\n" : ""));
}

bool TraceFile::isUnused() const {
  return !Current.load(std::memory_order_acquire);
}

bool TraceFile::belongsToProcess() const {
  return currentProcess() == FirstProcess ||
         Name.find("%p") != std::string::npos;
}

std::string TraceFile::path() const {
  return withProcess(Name, currentProcess());
}

void TraceFile::giveUp(Sink &S, const std::string &Why) {
  if (!S.HasFailed.exchange(true))
    Warn(S.Path, Why);
}

/// Returns the open file. If the program has closed it, opens the same path
/// again. Returns -1 if that is not possible, because the file was removed, or
/// because the path is relative and the program has changed its folder.
int TraceFile::file(Sink &S) {
  int Known = S.File;
  if (isFile(Known, S.Identity))
    return Known;
  int Again = openForOutput(S.Path, O_APPEND);
  if (Again >= 0)
    Again = moveUp(Again);
  if (isFile(Again, S.Identity) && S.File.compare_exchange_strong(Known, Again))
    return Again;
  if (Again >= 0)
    ::close(Again);
  // Another thread may have opened it first.
  return isFile(S.File, S.Identity) ? S.File.load() : -1;
}

void TraceFile::append(Sink &S, std::string_view Text) {
  if (S.File < 0 || S.HasFailed.load(std::memory_order_relaxed))
    return;
  const int File = file(S);
  if (File < 0)
    return giveUp(S, "the program has closed it");
  if (S.Bytes.fetch_add(Text.size()) + Text.size() > S.MaxBytes)
    return giveUp(S, systemMessage(EFBIG));
  while (!Text.empty()) {
    ssize_t Done = ::write(File, Text.data(), Text.size());
    if (Done >= 0)
      Text.remove_prefix(size_t(Done));
    else if (errno != EINTR)
      return giveUp(S, systemMessage(errno));
  }
}

void TraceFile::write(std::string_view Events) { writeNow({Events}); }

void TraceFile::writeNow(std::initializer_list<std::string_view> Pieces) {
  Undisturbed Scope;
  const Sink &S = *sink();
  std::string Lines;
  if (isFirstOfThread(S.Number)) [[unlikely]]
    Lines.append(",").append(threadName(S.Owner)).append("\n");
  Lines.append(",");
  for (const std::string_view Each : Pieces)
    Lines.append(Each);
  writeLines(this, Lines.append("\n"));
}

/// Called by a signal handler, too.
void TraceFile::writeLines(void *Self, std::string_view Lines) {
  Undisturbed Scope;
  auto &File = *static_cast<TraceFile *>(Self);
  Sink &S = *File.sink();
  S.NumWriting.fetch_add(1);
  if (!S.IsOver.load())
    File.append(S, Lines);
  S.NumWriting.fetch_sub(1);
}

/// Lets the writer thread write what the calling thread has collected. Returns
/// false if it cannot.
bool TraceFile::handOver(TraceBuffer &Mine) {
  Undisturbed Scope;
  Sink &S = *sink();
  return S.File >= 0 && Mine.handOver() && S.Writer.ask();
}

/// A thread's first events, and those after a pause, are written at once.
void TraceFile::writeSoon(std::initializer_list<std::string_view> Pieces,
                          uint64_t NowNs) {
  constexpr uint64_t MaxAgeNs = 10000000;
  TraceBuffer *const Mine = TraceBuffer::lock(this, writeLines);
  if (!Mine)
    return writeNow(Pieces);
  size_t Needed = 2;
  for (const std::string_view Each : Pieces)
    Needed += Each.size();
  const bool IsDue = NowNs - Mine->WrittenNs >= MaxAgeNs;
  if (IsDue || !Mine->hasRoomFor(Needed)) [[unlikely]] {
    beforeFatalSignals([] { TraceBuffer::flushAll(nullptr); });
    if (IsDue || !handOver(*Mine))
      Mine->writeAll();
    Mine->WrittenNs = NowNs;
  }
  if (IsDue || !Mine->hasRoomFor(Needed))
    writeNow(Pieces);
  else
    Mine->add(Pieces);
  Mine->unlock();
}

bool TraceFile::finish() {
  Undisturbed Scope;
  Sink *Now = Current.load(std::memory_order_acquire);
  if (Now && Now->isOfProcess())
    Now->Writer.end();
  TraceBuffer::flushAll(this);
  // A child process that has traced nothing has no trace to end.
  if (!Now || !Now->isOfProcess() || Now->IsOver.exchange(true))
    return false;
  // The wait is limited: the program may end in a signal that interrupted a
  // write.
  for (int I = 0; Now->NumWriting.load() && I < 1000; ++I)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  append(*Now, "]\n");
  return Now->File >= 0 && !Now->HasFailed;
}

} // namespace ompjit
