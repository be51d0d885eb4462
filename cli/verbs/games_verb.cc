// kvintet games: the registry, and one game's options.
#include <cstdio>
#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/reports/json.h"
#include "base/status_macros.h"
#include "cli/verb.h"
#include "envs/registry.h"

namespace kvintet::cli {
namespace {

struct GamesArguments {
  std::string game;
  bool json = false;
};

std::string Allowed(const envs::OptionSpec& option) {
  return option.values.empty() ? absl::StrCat(option.min, "..", option.max)
                               : absl::StrJoin(option.values, "|");
}

Json OptionJson(const envs::OptionSpec& option) {
  return {{"key", option.key},
          {"default", option.default_value},
          {"allowed", Allowed(option)},
          {"meaning", option.meaning},
          {"clause", option.clause}};
}

Json GameJson(const envs::Game& game) {
  const envs::GameSpec& spec = game.Spec();
  Json options = Json::array();
  for (const envs::OptionSpec& option : game.Options()) {
    options.push_back(OptionJson(option));
  }
  return {{"game", spec.name},
          {"rules", spec.text},
          {"options", options},
          {"perfect_information", !spec.secrets},
          {"simultaneous", spec.simultaneous},
          {"chance", spec.num_outcomes > 0},
          {"actions", spec.num_actions},
          {"max_game_length", spec.max_game_length},
          {"observation",
           {{"planes", spec.planes},
            {"height", spec.height},
            {"width", spec.width},
            {"globals", spec.globals}}},
          {"symmetries", spec.num_symmetries},
          {"position_bytes", spec.position_bytes}};
}

void PrintGame(const envs::Game& game) {
  const envs::GameSpec& spec = game.Spec();
  std::printf("%s\n", spec.text.c_str());
  std::printf("  %s, %s moves%s\n", spec.secrets ? "hidden information" : "perfect information",
              spec.simultaneous ? "simultaneous" : "alternating",
              spec.num_outcomes > 0 ? ", chance" : "");
  std::printf("  %d actions, at most %d a game; observation %d x %d x %d + %d; %d symmetries\n",
              spec.num_actions, spec.max_game_length, spec.planes, spec.height, spec.width,
              spec.globals, spec.num_symmetries);
  for (const envs::OptionSpec& option : game.Options()) {
    std::printf("  %s = %s (%s)  %s [%s]\n", option.key.c_str(), option.default_value.c_str(),
                Allowed(option).c_str(), option.meaning.c_str(), option.clause.c_str());
  }
}

absl::Status Run(const GamesArguments& arguments) {
  std::vector<std::string> names = {arguments.game};
  if (arguments.game.empty()) {
    names = envs::GameNames();
  }
  Json list = Json::array();
  for (const std::string& name : names) {
    KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<envs::Game> game, envs::MakeGame(name));
    if (arguments.json) {
      list.push_back(GameJson(*game));
    } else {
      PrintGame(*game);
    }
  }
  if (arguments.json) {
    std::printf("%s\n", ToJsonLine(arguments.game.empty() ? list : list[0]).c_str());
  }
  return absl::OkStatus();
}

}  // namespace

void AddGamesVerb(Verb program) {
  const Verb verb = program.AddVerb("games", "list the games, or one game's options");
  const auto arguments = std::make_shared<GamesArguments>();
  verb.Add("game", &arguments->game, "a game, e.g. renju");
  verb.AddFlag("--json", &arguments->json, "print JSON");
  verb.Runs([=] { return Run(*arguments); });
}

}  // namespace kvintet::cli
