//===- ServerCompiler.cpp - Compiling in another process -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A server that ends in the middle of a compile costs a second try. What was
// said to have crashed, to have taken too long or too much memory is not tried
// again. Where no server can be had, or they are killed over and over, compiles
// run in the program, and where LLVM crashed or hangs there they run on
// servers: its locks may be held for ever.
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

/// A server knows the time limit, too, and says more of what went wrong.
constexpr std::chrono::milliseconds Grace(2000);

/// How a try ended.
struct Outcome {
  enum class How {
    Answered,
    Refused,  ///< The server says that it cannot compile.
    Late,     ///< The time limit is over.
    Lost,     ///< The server ended, or nobody understands what it says.
    NoServer, ///< There can be none.
  };
  How Ended;
  std::string Why = {};
  CompileResult Result = {};
  std::string BuildId = {}; ///< Of the compiler.
};

class ServerCompiler : public Compiler {
public:
  ServerCompiler(std::unique_ptr<Compiler> Here, std::unique_ptr<Servers> Them,
                 ServerCompilerOptions Chosen)
      : Chosen(std::move(Chosen)), Here(std::move(Here)), Them(std::move(Them)),
        IsElsewhere(!this->Chosen.BeginsHere) {}

  Result<std::string> identity() override { return Here->identity(); }
  bool isOpen() override { return IsElsewhere || Here->isOpen(); }
  void open() override { Here->open(); }
  Result<CompileResult> compile(ByteView Package, const CompileRequest &,
                                bool &IsIdentified) override;
  void forgetParent() override { Them->forget(); }

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
  const std::unique_ptr<Compiler> Here;
  const std::unique_ptr<Servers> Them;
  std::atomic<bool> IsElsewhere;
  std::atomic<bool> IsBrokenHere = false;
  std::atomic<bool> HasServed = false; ///< Any server ever began a compile.
  std::atomic<bool> HasWarnedOfLoss = false;
};

bool isOver(Deadline End) { return Clock::now() >= End; }

CompileResult failed(std::string Message) {
  CompileResult Failed;
  Failed.Message = std::move(Message);
  return Failed;
}

/// Where nothing is said, and when.
Outcome silence(const Error &Why, Deadline End, uint32_t LimitMs) {
  if (isOver(End))
    return {Outcome::How::Late,
            "it did not end within " + std::to_string(LimitMs) + " ms"};
  return {Outcome::How::Lost, Why.message()};
}

/// Of the calling thread, which waits; a background thread's compile is as
/// unimportant as that.
uint32_t niceValue() {
  errno = 0;
  const int Value = ::getpriority(PRIO_PROCESS, 0);
  return errno ? 0 : uint32_t(std::clamp(Value, 0, 19));
}

/// Whether a launch that lacks this image may have nothing else to run.
bool isLastResort(const CompileRequest &Request) {
  return Request.Facts.empty();
}

/// Faults of servers strike at the first try, unless they say otherwise.
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
    IsIdentified = Ours && *Ours == Got.BuildId;
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
  Result<CompileResult> Made = Here->compile(Package, Request, IsIdentified);
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
  // One that cannot even begin.
  if (Second.Ended == Outcome::How::Lost && !HasServed)
    Second.Ended = Outcome::How::NoServer;
  if (Second.Ended != Outcome::How::NoServer && !HasWarnedOfLoss.exchange(true))
    warn("a compile server ended while it compiled (killed, or out of "
         "memory?), another one is asked: " +
         First.Why);
  return Second;
}

Outcome ServerCompiler::tryOnce(const Descriptor &Package,
                                const CompileRequest &Request) {
  Result<Channel> Server = Them->connect();
  if (!Server)
    return {Outcome::How::NoServer, Server.error().message()};
  const ServerRequest Asked{niceValue(), Chosen.MemoryBytes, Request.encode()};
  if (Status Sent = Server->send(
          FrameKind::Request, Asked.encode(),
          deadlineIn(std::chrono::milliseconds(Request.TimeLimitMs)),
          Package.get());
      !Sent)
    return {Outcome::How::Lost, Sent.error().message()};
  Outcome Got = converse(*Server, Request);
  // It ends after a failure.
  if (Got.Ended == Outcome::How::Answered && Got.Result.Ok)
    Them->giveBack(std::move(*Server));
  return Got;
}

Outcome ServerCompiler::converse(Channel &Server,
                                 const CompileRequest &Request) {
  const std::chrono::milliseconds Limit(Request.TimeLimitMs);
  // For a turn, where servers are shared; then for the compile.
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
  // Whatever its process has come to ends with it.
  Made->GoesOn = false;
  return {Outcome::How::Answered, {}, std::move(*Made), Begun->Payload};
}

std::unique_ptr<Compiler>
jit::createServerCompiler(std::unique_ptr<Compiler> Here,
                          std::unique_ptr<Servers> Them,
                          ServerCompilerOptions Chosen) {
  return std::make_unique<ServerCompiler>(std::move(Here), std::move(Them),
                                          std::move(Chosen));
}

/// With privileges that its caller has not a program starts no other one.
std::unique_ptr<Compiler>
jit::createCompiler(const Settings &Chosen, const std::string &LibraryDir,
                    std::function<void(const std::string &)> Warn) {
  std::unique_ptr<Compiler> Here = createServiceCompiler(LibraryDir);
  if (hasRaisedPrivileges())
    return Here;
  std::unique_ptr<Servers> Them =
      Chosen.Where == CompilerPlace::Node
          ? createNodeServers(LibraryDir,
                              [&Known = *Here] { return Known.identity(); })
          : createProcessServers(LibraryDir);
  return createServerCompiler(std::move(Here), std::move(Them),
                              {Chosen.Where == CompilerPlace::Thread,
                               Chosen.CompileMemoryBytes, std::move(Warn)});
}
