//===- Redis.cpp - A client of a Redis server -----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Remote/Connection.h"
#include "ompjit/Support/CheckedDescriptor.h"

#include <hiredis/hiredis.h>
#include <initializer_list>
#include <vector>

using namespace ompjit;
using namespace ompjit::remote;

namespace {

struct FreeContext {
  void operator()(redisContext *Context) const { ::redisFree(Context); }
};
struct FreeReply {
  void operator()(redisReply *Reply) const { ::freeReplyObject(Reply); }
};
using Reply = std::unique_ptr<redisReply, FreeReply>;

class Redis : public Connection {
public:
  explicit Redis(redisContext *Context) : Context(Context) {
    struct stat Info;
    if (::fstat(Context->fd, &Info) == 0)
      Identity = FileIdentity(Info);
  }
  ~Redis() override { isOpen(); }

  Result<std::optional<std::string>> get(const std::string &Name) override {
    Result<Reply> Got = command({"GET", Name});
    if (!Got)
      return Got.takeError();
    switch ((*Got)->type) {
    case REDIS_REPLY_NIL:
      return std::optional<std::string>();
    case REDIS_REPLY_STRING:
      return std::optional(std::string((*Got)->str, (*Got)->len));
    default:
      return Error("GET has an answer of another kind");
    }
  }

  Status set(const std::string &Name, ByteView Value) override {
    return done({"SET", Name, Value});
  }

  bool isOpen() override {
    struct stat Info;
    if (Context->fd >= 0 &&
        (::fstat(Context->fd, &Info) != 0 || FileIdentity(Info) != Identity))
      Context->fd = -1; // So that hiredis does not close it.
    return Context->fd >= 0;
  }

  Status logIn(const Address &To) {
    if (!To.Password.empty())
      if (Status S = To.User.empty() ? done({"AUTH", To.Password})
                                     : done({"AUTH", To.User, To.Password});
          !S)
        return S;
    return To.Database ? done({"SELECT", std::to_string(To.Database)}) : Done();
  }

private:
  Result<Reply> command(std::initializer_list<ByteView> Words) {
    const std::string Name(*Words.begin());
    if (!isOpen())
      return Error(Name + ": the program has closed the connection");
    std::vector<const char *> Starts;
    std::vector<size_t> Sizes;
    for (ByteView Each : Words) {
      Starts.push_back(Each.data());
      Sizes.push_back(Each.size());
    }
    Reply Got(static_cast<redisReply *>(::redisCommandArgv(
        Context.get(), int(Words.size()), Starts.data(), Sizes.data())));
    if (!Got)
      return Error(Name + ": " + Context->errstr);
    if (Got->type == REDIS_REPLY_ERROR)
      return Error(Name + ": " + std::string(Got->str, Got->len));
    return Result<Reply>(std::move(Got));
  }

  Status done(std::initializer_list<ByteView> Words) {
    Result<Reply> Got = command(Words);
    return Got ? Status(Done()) : Status(Got.takeError());
  }

  const std::unique_ptr<redisContext, FreeContext> Context;
  FileIdentity Identity; ///< Identifies the socket.
};

timeval timevalOf(std::chrono::milliseconds Time) {
  return {time_t(Time.count() / 1000), suseconds_t(Time.count() % 1000 * 1000)};
}

} // namespace

Result<std::unique_ptr<Connection>>
ompjit::remote::connectToRedis(const Address &To,
                               std::chrono::milliseconds StepLimit) {
  redisContext *Context =
      ::redisConnectWithTimeout(To.Host.c_str(), To.Port, timevalOf(StepLimit));
  if (!Context)
    return Error("no memory");
  auto Made = std::make_unique<Redis>(Context);
  if (Context->err)
    return Error(Context->errstr);
  if (::redisSetTimeout(Context, timevalOf(StepLimit)) != REDIS_OK)
    return Error(Context->errstr);
  if (Status S = Made->logIn(To); !S)
    return S.takeError();
  return std::unique_ptr<Connection>(std::move(Made));
}
