//===- Worker.cpp - Answers requests one after the other ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Worker.h"

#include "ServerFault.h"
#include "WorkerThread.h"

#include "ompjit/Server/SealedBytes.h"

#include <algorithm>
#include <malloc.h>
#include <poll.h>
#include <sys/resource.h>
#include <unistd.h>

using namespace ompjit;
using namespace ompjit::server;

namespace {

/// How often the memory in use is measured while a compile runs.
constexpr int WatchMs = 10;

/// The number of bytes that a socket buffers before the other side reads.
constexpr size_t SurelyFits = 64 << 10;
/// The time that a program has to read an answer.
constexpr std::chrono::seconds AnswerLimit(10);

CompileResult failed(std::string Message) {
  CompileResult Failed;
  Failed.Message = std::move(Message);
  return Failed;
}

/// Receives the next request. If it does not come soon, gives free memory of
/// the last compile back to the system.
Result<Frame> nextRequest(Channel &From) {
  constexpr std::chrono::milliseconds Pause(20);
  if (!From.hears(deadlineIn(Pause)))
    (void)::malloc_trim(0);
  return From.receive(deadlineIn(IdleLimit));
}

/// Sets a limit of the system for the memory if the amount in use cannot be
/// measured. A compile that exceeds it crashes.
void limitBlindly(uint64_t Bytes) {
  rlimit Limit;
  if (memoryInUse() || ::getrlimit(RLIMIT_DATA, &Limit) != 0)
    return;
  Limit.rlim_cur = std::min<rlim_t>(Bytes, Limit.rlim_max);
  (void)::setrlimit(RLIMIT_DATA, &Limit);
}

/// Waits for the end of the compile and watches the memory that it takes.
CompileResult watch(WorkerThread &Compile, const Channel &Client,
                    const ServerRequest &Asked) {
  for (;;) {
    if (Asked.MemoryBytes && memoryInUse() > Asked.MemoryBytes)
      return failed("it needs more than " + std::to_string(Asked.MemoryBytes) +
                    " bytes of memory (OMP_JIT_COMPILE_MEMORY)");
    pollfd Looks[] = {{Compile.descriptor(), POLLIN, 0},
                      {Client.descriptor(), POLLRDHUP, 0}};
    (void)::poll(Looks, 2, Asked.MemoryBytes ? WatchMs : -1);
    if (Looks[0].revents)
      break;
    if (Looks[1].revents)
      ::_exit(0); // The client does not wait any more.
  }
  Result<CompileResult> Made = CompileResult::decode(Compile.answer());
  return Made ? std::move(*Made) : failed(Made.error().message());
}

} // namespace

bool Worker::compile(Channel &Client, const ServerRequest &Asked,
                     ByteView Package) {
  Result<CompileRequest> Request = CompileRequest::decode(Asked.Compile);
  const std::string Fault = Request ? Request->Fault : "";
  const std::string Begun = encodeFrame(FrameKind::Begun, Library->SourceId);
  strikeServerFault(Fault, "receive", Client, Begun);
  if (!Client.sendBytes(Begun, Deadline::max()))
    return false;
  strikeServerFault(Fault, "begin", Client, Begun);
  if (Asked.MemoryBytes)
    limitBlindly(Asked.MemoryBytes);
  WorkerThread Compile(*Library, Package, Asked);
  const CompileResult Made = Compile.descriptor() < 0
                                 ? failed("no thread can be started")
                                 : watch(Compile, Client, Asked);
  const std::string Answer = encodeFrame(FrameKind::Answer, Made.encode());
  strikeServerFault(Fault, "answer", Client, Answer);
  const bool GoesOn =
      Made.Ok && (!Asked.MemoryBytes || memoryInUse() <= Asked.MemoryBytes / 2);
  // A program that has its answer may send the next request at once, and has to
  // find this worker free. A program that is stopped gets no more than the
  // socket buffers.
  const bool Fits = Answer.size() <= SurelyFits;
  if (GoesOn && Fits)
    tellFree();
  const bool IsSent(Client.sendBytes(Answer, deadlineIn(AnswerLimit)));
  if (GoesOn && IsSent && !Fits)
    tellFree();
  return GoesOn && IsSent;
}

bool Worker::answer(Channel &Client, const Frame &Asked) {
  if (Asked.Kind != FrameKind::Request)
    return false;
  Result<ServerRequest> Request = ServerRequest::decode(Asked.Payload);
  Result<SealedBytes> Package = SealedBytes::map(Client.takeAttached());
  std::string Trouble;
  if (!Library)
    Trouble = Library.error().message();
  else if (!Request)
    Trouble = Request.error().message();
  else if (!Package)
    Trouble = Package.error().message();
  if (Trouble.empty())
    return compile(Client, *Request, Package->bytes());
  (void)Client.send(FrameKind::Refused, Trouble, Deadline::max());
  return false;
}

void Worker::tellFree() {
  if (Node)
    (void)Node.send(FrameKind::Free, {}, Deadline::max());
}

void Worker::serveProgram(Channel Program) {
  for (;;) {
    Result<Frame> Asked = nextRequest(Program);
    if (!Asked || !answer(Program, *Asked))
      return;
  }
}

/// Serves a client of the node's server. The program may have ended while it
/// waited for its turn.
void Worker::serveNode(Channel Given) {
  Node = std::move(Given);
  for (;;) {
    Result<Frame> Next = nextRequest(Node);
    if (!Next || Next->Kind != FrameKind::Client)
      return;
    Channel Client(Node.takeAttached());
    Result<Frame> Asked = Client.receive(deadlineIn(IdleLimit));
    if (!Asked)
      tellFree();
    else if (!answer(Client, *Asked))
      return;
  }
}
