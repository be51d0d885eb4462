// kvintet forbidden: the points that Black may not take, for boards on standard input.
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include "cli/verb.h"
#include "envs/games/renju/forbidden.h"

namespace kvintet::cli {
namespace {

absl::Status RunForbidden() {
  std::string line;
  for (int number = 1; std::getline(std::cin, line); ++number) {
    const absl::StatusOr<std::vector<int>> points = envs::renju::ForbiddenPoints(line);
    if (!points.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat("standard input:", number, ": ", points.status().message()));
    }
    std::printf("%s\n", absl::StrJoin(*points, ",").c_str());
  }
  return absl::OkStatus();
}

}  // namespace

void AddForbiddenVerb(Verb program) {
  const Verb verb =
      program.AddVerb("forbidden",
                      "Renju: read lines of 225 characters X O . (Black to move), and "
                      "print the numbers of the forbidden points for each");
  verb.Runs(RunForbidden);
}

}  // namespace kvintet::cli
