// kvintet play: a person in the terminal, hidden choices hidden.
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <memory>
#include <string>

#include <unistd.h>
#include <CLI/CLI.hpp>

#include "absl/strings/str_cat.h"

#include "base/status_macros.h"
#include "cli/agents.h"
#include "cli/palette.h"
#include "cli/verb.h"
#include "envs/moves.h"
#include "envs/playthrough.h"
#include "envs/registry.h"
#include "envs/scene_text.h"
#include "envs/typed_move.h"

namespace kvintet::cli {
namespace {

using envs::Actor;
using envs::Seat;

struct PlayArguments {
  std::string game;
  int seat = 0;
  std::string against = "random";
  uint64_t seed = 0;
  std::string palette = "usual";
};

// A person against an agent in one game.
class Session {
 public:
  Session(const envs::Game& game, arena::Agent* agent, const PlayArguments& arguments)
      : game_(game),
        agent_(agent),
        person_(static_cast<Seat>(arguments.seat)),
        seed_(arguments.seed),
        palette_(PaletteNamed(arguments.palette)),
        play_(game),
        chance_(arguments.seed, 0, 0, Purpose::kChance) {}

  absl::Status Run() {
    while (!play_.Ended()) {
      const envs::ActorSet actors = play_.Actors();
      if (actors.Has(Actor::kChance)) {
        play_.ApplyChance(&chance_);
        continue;
      }
      // The agent chooses first where both choose at once: it cannot have seen the person's choice.
      if (actors.Has(envs::Other(person_))) {
        KVINTET_RETURN_IF_ERROR(AgentActs());
      } else if (!PersonMoves()) {
        std::printf("left the game: %s\n", play_.SeatRecord(person_).c_str());
        return absl::OkStatus();
      }
    }
    ShowEnd();
    return absl::OkStatus();
  }

 private:
  absl::Status AgentActs() {
    const Seat seat = envs::Other(person_);
    const envs::ViewBuffer view = play_.View(seat);
    const arena::Turn turn = {
        .view = view.Span(),
        .trail = arena::SharedTrail(play_),
        .record = [&] { return play_.SeatRecord(seat); },
        .key = {seed_, 0, agent_actions_++, static_cast<uint32_t>(Purpose::kAgent)}};
    arena::Choice choice;
    KVINTET_RETURN_IF_ERROR(agent_->Choose({&turn, 1}, {&choice, 1}));
    if (!choice.failure.empty()) {
      return absl::UnavailableError(choice.failure);
    }
    return play_.Apply(envs::ActorOf(seat), choice.action);
  }

  // Shows the view and plays the person's next good line; false at the end of the input.
  bool PersonMoves() {
    const envs::ViewBuffer view = play_.View(person_);
    const bool colours = isatty(STDOUT_FILENO) != 0;
    std::printf("\n%s\n", envs::SceneText(SceneOf(view), colours).c_str());
    std::printf("%s\n", play_.SeatRecord(person_).c_str());
    while (true) {
      std::printf("your move (? for a list): ");
      std::fflush(stdout);
      std::string line;
      if (!std::getline(std::cin, line) || line == "quit") {
        return false;
      }
      if (line == "?") {
        ListMoves(view.Span());
        continue;
      }
      const absl::Status applied =
          play_.ApplyMove(envs::ActorOf(person_), envs::MeantMove(game_, view.Span(), line));
      if (applied.ok()) {
        return true;
      }
      const absl::Status told = envs::WithLegalMoves(applied, game_, view.Span());
      std::printf("%s\n", std::string(told.message()).c_str());
    }
  }

  envs::Scene SceneOf(const envs::ViewBuffer& view) const {
    return InPalette(game_.MakeScene(view.Span()), palette_);
  }

  void ListMoves(envs::ConstViews view) const {
    constexpr size_t kShown = 300;
    for (const envs::Move& move : envs::LegalMoves(game_, view, "", kShown)) {
      std::printf("%s ", move.text.c_str());
    }
    std::printf("\n");
  }

  void ShowEnd() const {
    const envs::ViewBuffer view = play_.View(person_);
    const envs::Outcome outcome = play_.Result();
    const float own = outcome.returns[static_cast<size_t>(envs::Index(person_))];
    std::printf("\n%s\n%s\n", envs::SceneText(SceneOf(view)).c_str(),
                play_.SeatRecord(person_).c_str());
    std::printf("%s (%s)\n",
                own > 0   ? "you won"
                : own < 0 ? "you lost"
                          : "a draw",
                std::string(outcome.reason).c_str());
  }

  const envs::Game& game_;
  arena::Agent* const agent_;
  const Seat person_;
  const uint64_t seed_;
  const envs::Palette palette_;
  envs::Playthrough play_;
  RandomStream chance_;
  uint32_t agent_actions_ = 0;
};

absl::Status Run(const PlayArguments& arguments) {
  KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<envs::Game> game, envs::MakeGame(arguments.game));
  KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<arena::Agent> agent,
                           arena::MakeAgent(*game, arguments.against, AllAgentOptions()));
  return Session(*game, agent.get(), arguments).Run();
}

}  // namespace

void AddPlayVerb(CLI::App* program, Choice* choice) {
  CLI::App* verb = program->add_subcommand("play", "play in the terminal; `quit` leaves");
  const auto arguments = std::make_shared<PlayArguments>();
  verb->add_option("game", arguments->game, "the game with its options")->required();
  verb->add_option("--seat", arguments->seat, "your seat")->check(CLI::Range(0, 1));
  verb->add_option("--against", arguments->against, "the agent you play");
  verb->add_option("--seed", arguments->seed, "names the random numbers");
  AddPalette(verb, &arguments->palette);
  verb->callback([=] { choice->run = [=] { return Run(*arguments); }; });
}

}  // namespace kvintet::cli
