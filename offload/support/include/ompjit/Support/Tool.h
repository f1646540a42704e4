//===- Tool.h - What all tools do -----------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All tools read their command line, answer --help and --version, complain and
// end alike:
//
//   constexpr Tool Program{.Name = "ompjit-example", .Help = helpText};
//
//   int work(const Options &Chosen) { ... return Program.print(Text); }
//
//   int main(int Count, char **Arguments) {
//     return Program.run(Count, Arguments, work);
//   }
//
// Options derives from ToolOptions and has parse(): see OptionTable.h.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SUPPORT_TOOL_H
#define OMPJIT_SUPPORT_TOOL_H

#include "ompjit/Support/OptionTable.h"
#include "ompjit/Support/Result.h"

#include <cstdio>
#include <string>

namespace ompjit {

class Tool {
public:
  /// Exit statuses. A tool that checks something ends with Bad where it is not
  /// as it should be.
  static constexpr int Good = 0, Bad = 1, Unusable = 2;

  const char *Name;
  std::string (*Help)(); ///< What --help prints.
  /// What --version adds to the version; null: nothing.
  std::string (*MoreVersion)() = nullptr;

  /// Parses the command line and does \p Work, unless the command line is wrong
  /// or asks for the help or the version. Returns the exit status.
  template <typename Options>
  int run(int Count, const char *const *Arguments,
          int (*Work)(const Options &)) const {
    Result<Options> Chosen = Options::parse(toolArguments(Count, Arguments));
    if (!Chosen)
      return fail(Chosen.error());
    if (Chosen->ShowHelp)
      return print(Help());
    if (Chosen->ShowVersion)
      return print(version());
    return finish(Work(*Chosen));
  }

  void warn(const std::string &What) const;
  void complain(const std::string &What) const;

  /// Complains and returns \p Status.
  int fail(const std::string &What, int Status = Unusable) const;
  int fail(const Error &What, int Status = Unusable) const {
    return fail(What.message(), Status);
  }

  /// Returns \p Status, or that of the failure if \p Text cannot be written.
  int print(const std::string &Text, int Status = Good,
            std::FILE *To = stdout) const;

private:
  /// The same for what was printed in other ways.
  int finish(int Status) const;
  std::string version() const;
};

} // namespace ompjit

#endif // OMPJIT_SUPPORT_TOOL_H
