// MakeGame, GameNames: look up games in a map that REGISTER_GAME fills.
#include "envs/registry.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include "base/check.h"
#include "base/status_macros.h"

namespace kvintet::envs {
namespace {

// Created on first use, since games register before main in no particular order.
std::map<std::string, GameMaker, std::less<>>& Makers() {
  static auto* makers = new std::map<std::string, GameMaker, std::less<>>();
  return *makers;
}

}  // namespace

bool RegisterGame(std::string_view name, GameMaker maker) {
  const bool added = Makers().emplace(std::string(name), maker).second;
  KVINTET_CHECK(added);
  return added;
}

std::vector<std::string> GameNames() {
  std::vector<std::string> names;
  for (const auto& [name, maker] : Makers()) {
    names.push_back(name);
  }
  return names;
}

absl::StatusOr<std::unique_ptr<Game>> MakeGame(const std::string& text) {
  KVINTET_ASSIGN_OR_RETURN(const GameText game, ParseGameText(text));
  const auto maker = Makers().find(game.name);
  if (maker == Makers().end()) {
    return absl::NotFoundError(absl::StrCat("no game '", game.name,
                                            "'; the games are: ", absl::StrJoin(GameNames(), " ")));
  }
  return maker->second(game.options);
}

}  // namespace kvintet::envs
