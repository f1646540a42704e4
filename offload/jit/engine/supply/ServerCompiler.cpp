//===- ServerCompiler.cpp - Compiling in another process -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If a server ends in the middle of a compile, the compile is tried a second
// time. A compile that a server reports as crashed, too slow or too large is
// not tried again. If no server can be started, or servers are killed
// repeatedly, compiles run in the program. If LLVM crashed or hangs in the
// program, compiles run on servers, because its locks may never be released.
//
//===----------------------------------------------------------------------===//

#include "Servers.h"

#include "ompjit/Server/SealedBytes.h"
#include "ompjit/Support/ProgramEnvironment.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <sys/resource.h>

using namespace ompjit;
using namespace ompjit::jit;
using namespace ompjit::server;

namespace {

/// The extra time for a server, which knows the time limit, too, and reports
/// more about a failure.
constexpr std::chrono::milliseconds Grace(2000);

/// The result of a try.
struct Outcome {
  enum class How {
    Answered,
    Refused,  ///< The server says that it cannot compile.
    Late,     ///< The time limit is over.
    Lost,     ///< The server ended, or its answer is not understood.
    NoServer, ///< No server can be started or reached.
  };
  How Ended;
  std::string Why = {};
  CompileResult Result = {};
  std::string SourceId = {}; ///< That of the server's compiler.
  bool IsClosedHere = false; ///< The program itself has closed the connection.
};

class ServerCompiler : public Compiler {
public:
  ServerCompiler(std::unique_ptr<Compiler> InProcess,
                 std::unique_ptr<Servers> Pool, ServerCompilerOptions Chosen)
      : Chosen(std::move(Chosen)), InProcess(std::move(InProcess)),
        Pool(std::move(Pool)), IsElsewhere(!this->Chosen.BeginsHere) {}

  Result<std::string> identity() override { return InProcess->identity(); }
  bool isOpen() override { return IsElsewhere || InProcess->isOpen(); }
  bool isOpenFor(const CompileRequest &Request) override {
    return IsElsewhere || InProcess->isOpenFor(Request);
  }
  void open() override { InProcess->open(); }
  Result<CompileResult> compile(ByteView Package, const CompileRequest &,
                                bool &IsIdentified) override;
  void forgetParent() override { Pool->forget(); }

private:
  Result<CompileResult> compileHere(ByteView Package, const CompileRequest &,
                                    bool &IsIdentified);
  Outcome compileElsewhere(ByteView Package, const CompileRequest &);
  Outcome tryOnce(const Descriptor &Package, const CompileRequest &);
  Outcome converse(Channel &, const CompileRequest &);
  Result<CompileResult> compileHereFromNowOn(const std::string &Why,
                                             ByteView Package,
                                             const CompileRequest &,
                                             bool &IsIdentified);
  void warn(const std::string &What);

  const ServerCompilerOptions Chosen;
  const std::unique_ptr<Compiler> InProcess;
  const std::unique_ptr<Servers> Pool;
  std::atomic<bool> IsElsewhere;
  std::atomic<bool> IsBrokenHere = false;
  std::atomic<bool> HasServed = false; ///< Whether any server ever began a
                                       ///< compile.
  std::atomic<bool> HasWarnedOfLoss = false;
};

bool isOver(Deadline End) { return Clock::now() >= End; }

CompileResult failed(std::string Message) {
  CompileResult Failed;
  Failed.Message = std::move(Message);
  return Failed;
}

/// Returns the outcome of a try if the server did not answer.
Outcome silence(const Error &Why, Deadline End, uint32_t LimitMs) {
  if (isOver(End))
    return {Outcome::How::Late,
            "it did not end within " + std::to_string(LimitMs) + " ms"};
  return {Outcome::How::Lost, Why.message()};
}

/// Returns the nice value of the calling thread, which waits: its compile runs
/// at the same priority.
uint32_t niceValue() {
  errno = 0;
  const int Value = ::getpriority(PRIO_PROCESS, 0);
  return errno ? 0 : uint32_t(std::clamp(Value, 0, 19));
}

/// Whether a launch that lacks this image may have nothing else to run.
bool isLastResort(const CompileRequest &Request) {
  return Request.Facts.empty();
}

/// Returns the request for the second try. Faults of servers apply to the first
/// one only, unless they say `-always`.
CompileRequest again(CompileRequest Request) {
  if (Request.Fault.find("-always@") == std::string::npos)
    Request.Fault.clear();
  return Request;
}

} // namespace

void ServerCompiler::warn(const std::string &What) {
  if (Chosen.Warn)
    Chosen.Warn(What);
}

Result<CompileResult> ServerCompiler::compile(ByteView Package,
                                              const CompileRequest &Request,
                                              bool &IsIdentified) {
  if (!IsElsewhere)
    return compileHere(Package, Request, IsIdentified);
  Outcome Got = compileElsewhere(Package, Request);
  switch (Got.Ended) {
  case Outcome::How::Answered: {
    Result<std::string> Ours = identity();
    IsIdentified = Ours && *Ours == Got.SourceId;
    return std::move(Got.Result);
  }
  case Outcome::How::Refused:
    return Error(Got.Why);
  case Outcome::How::Late:
    return failed(Got.Why);
  case Outcome::How::Lost:
    Got.Why = "the compile server ended in the middle of it, twice: " + Got.Why;
    if (!isLastResort(Request) || IsBrokenHere)
      return failed(Got.Why);
    return compileHereFromNowOn(Got.Why, Package, Request, IsIdentified);
  case Outcome::How::NoServer:
    Got.Why = "no compile server can be had: " + Got.Why;
    break;
  }
  if (IsBrokenHere)
    return failed("the compiler crashed or hangs in this process, and " +
                  Got.Why);
  return compileHereFromNowOn(Got.Why, Package, Request, IsIdentified);
}

Result<CompileResult>
ServerCompiler::compileHereFromNowOn(const std::string &Why, ByteView Package,
                                     const CompileRequest &Request,
                                     bool &IsIdentified) {
  if (IsElsewhere.exchange(false))
    warn("compiles run in the program, as " + Why);
  return compileHere(Package, Request, IsIdentified);
}

Result<CompileResult> ServerCompiler::compileHere(ByteView Package,
                                                  const CompileRequest &Request,
                                                  bool &IsIdentified) {
  Result<CompileResult> Made =
      InProcess->compile(Package, Request, IsIdentified);
  if (Made && (Made->IsAfterCrash || Made->GoesOn)) {
    IsBrokenHere = true;
    IsElsewhere = true;
  }
  return Made;
}

Outcome ServerCompiler::compileElsewhere(ByteView Package,
                                         const CompileRequest &Request) {
  const Result<Descriptor> Sealed = sealBytes(Package);
  if (!Sealed)
    return {Outcome::How::NoServer, Sealed.error().message()};
  Outcome First = tryOnce(*Sealed, Request);
  if (First.Ended != Outcome::How::Lost)
    return First;
  Outcome Second = tryOnce(*Sealed, again(Request));
  // Servers end before they begin a compile.
  if (Second.Ended == Outcome::How::Lost && !HasServed)
    Second.Ended = Outcome::How::NoServer;
  if (Second.Ended != Outcome::How::NoServer && !First.IsClosedHere &&
      !HasWarnedOfLoss.exchange(true))
    warn("a compile server ended while it compiled (killed, or out of "
         "memory?), another one is asked: " +
         First.Why);
  return Second;
}

Outcome ServerCompiler::tryOnce(const Descriptor &Package,
                                const CompileRequest &Request) {
  Result<Channel> Server = Pool->connect();
  if (!Server)
    return {Outcome::How::NoServer, Server.error().message()};
  const ServerRequest Asked{niceValue(), Chosen.MemoryBytes, Request.encode()};
  const Status Sent =
      Server->send(FrameKind::Request, Asked.encode(),
                   deadlineIn(std::chrono::milliseconds(Request.TimeLimitMs)),
                   Package.get());
  Outcome Got = Sent ? converse(*Server, Request)
                     : Outcome{Outcome::How::Lost, Sent.error().message()};
  Got.IsClosedHere = !Server->isOurs();
  // A server ends after a failure.
  if (Got.Ended == Outcome::How::Answered && Got.Result.Ok)
    Pool->giveBack(std::move(*Server));
  return Got;
}

Outcome ServerCompiler::converse(Channel &Server,
                                 const CompileRequest &Request) {
  const std::chrono::milliseconds Limit(Request.TimeLimitMs);
  // Until the server begins, which is a turn if servers are shared; then until
  // the compile ends.
  Deadline End = deadlineIn(Limit);
  Result<Frame> Begun = Server.receive(End);
  if (!Begun && isOver(End))
    return {Outcome::How::NoServer, "it did not begin within " +
                                        std::to_string(Request.TimeLimitMs) +
                                        " ms"};
  if (!Begun)
    return {Outcome::How::Lost, Begun.error().message()};
  if (Begun->Kind == FrameKind::Refused)
    return {Outcome::How::Refused, Begun->Payload};
  if (Begun->Kind != FrameKind::Begun)
    return {Outcome::How::Lost, "it says something else"};
  HasServed = true;
  End = deadlineIn(Limit.count() ? Limit + Grace : Limit);
  Result<Frame> Said = Server.receive(End);
  if (!Said)
    return silence(Said.error(), End, Request.TimeLimitMs);
  if (Said->Kind != FrameKind::Answer)
    return {Outcome::How::Lost, "it says something else"};
  Result<CompileResult> Made = CompileResult::decode(Said->Payload);
  if (!Made)
    return {Outcome::How::Lost, Made.error().message()};
  // The state of the server's process does not matter, as the process ends.
  Made->GoesOn = false;
  return {Outcome::How::Answered, {}, std::move(*Made), Begun->Payload};
}

std::unique_ptr<Compiler>
jit::createServerCompiler(std::unique_ptr<Compiler> InProcess,
                          std::unique_ptr<Servers> Pool,
                          ServerCompilerOptions Chosen) {
  return std::make_unique<ServerCompiler>(std::move(InProcess), std::move(Pool),
                                          std::move(Chosen));
}

/// A program with more privileges than its caller starts no other program.
std::unique_ptr<Compiler>
jit::createCompiler(const Settings &Chosen, const std::string &LibraryDir,
                    std::function<void(const std::string &)> Warn) {
  std::unique_ptr<Compiler> InProcess = createServiceCompiler(LibraryDir);
  if (hasRaisedPrivileges())
    return InProcess;
  std::unique_ptr<Servers> Pool =
      Chosen.Compiler == CompilerPlace::Node
          ? createNodeServers(
                LibraryDir, [&Known = *InProcess] { return Known.identity(); })
          : createProcessServers(LibraryDir);
  return createServerCompiler(std::move(InProcess), std::move(Pool),
                              {Chosen.Compiler == CompilerPlace::Thread,
                               Chosen.CompileMemoryBytes, std::move(Warn)});
}
