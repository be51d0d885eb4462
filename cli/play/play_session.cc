// PlaySession: see the header.
#include "cli/play/play_session.h"

#include <algorithm>
#include <cstdio>
#include <string_view>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"

#include "base/status_macros.h"
#include "envs/drawing/scene_text.h"
#include "envs/text/moves.h"
#include "envs/text/typed_move.h"

namespace kvintet::cli {
namespace {

using envs::Actor;
using envs::Seat;

// Limits of a list of moves: the number of moves, and the width in columns.
constexpr size_t kListed = 300;
constexpr size_t kColumns = 100;
// Number of the record's events below the board.
constexpr size_t kLastEvents = 6;

constexpr char kHelp[] =
    "a move        in the form of the example\n"
    "?             lists your moves\n"
    "? TEXT        lists your moves that begin with TEXT\n"
    "hint          what the agent would play in your place, and what it expects\n"
    "undo          takes back your last move and the agent's answer\n"
    "board         shows the board again\n"
    "record        the game so far, as you know it\n"
    "help          this list\n"
    "quit          leaves the game\n";

std::string EstimateText(const arena::MoveEstimate& estimate) {
  return absl::StrFormat("probability %.0f %%, expected result %+.2f", 100 * estimate.share,
                         estimate.value);
}

// Actions of both seats so far.
int PliesOf(const envs::Playthrough& play) {
  size_t plies = 0;
  for (const envs::PlayedEvent& event : play.Events()) {
    plies += event.actor == Actor::kChance ? 0 : event.actions.size();
  }
  return static_cast<int>(plies);
}

// The game's options, then the last events of a record.
std::string LastEvents(const std::string& record) {
  const std::vector<std::string> parts = absl::StrSplit(record, "; ");
  if (parts.size() <= kLastEvents + 1) {
    return record;
  }
  std::string text = "...";
  for (size_t i = parts.size() - kLastEvents; i < parts.size(); ++i) {
    absl::StrAppend(&text, "; ", parts[i]);
  }
  return text;
}

// Prints moves separated by two spaces, since a move may contain one.
void PrintInLines(const std::vector<std::string>& moves) {
  std::string line;
  for (const std::string& move : moves) {
    if (!line.empty() && line.size() + 2 + move.size() > kColumns) {
      std::printf("%s\n", line.c_str());
      line.clear();
    }
    absl::StrAppend(&line, line.empty() ? "" : "  ", move);
  }
  std::printf("%s\n", line.c_str());
}

}  // namespace

PlaySession::PlaySession(const envs::Game& game, arena::Agent* agent, const PlayOptions& options,
                         std::istream* input)
    : game_(game),
      agent_(agent),
      options_(options),
      input_(input),
      play_(game),
      chance_(options.seed, 0, 0, Purpose::kChance) {}

bool PlaySession::IsOpen() const { return !game_.Spec().secrets && !game_.Spec().simultaneous; }

absl::Status PlaySession::Run() {
  if (options_.tell && !IsOpen()) {
    return absl::InvalidArgumentError(
        absl::StrCat("--tell: the agent's estimates would reveal what only its seat may know in ",
                     game_.Spec().name, "; `hint` in the game shows what it would play for you"));
  }
  std::printf("%s\nyou are seat %d, %s is seat %d; `help` lists the commands\n",
              game_.Spec().text.c_str(), envs::Index(options_.seat), agent_->Spec().c_str(),
              envs::Index(envs::Other(options_.seat)));
  while (!play_.Ended() && !left_) {
    const envs::ActorSet actors = play_.Actors();
    if (actors.Has(Actor::kChance)) {
      play_.ApplyChance(&chance_);
    } else if (actors.Has(envs::Other(options_.seat))) {
      // In a simultaneous choice the agent goes first, so it cannot have seen the person's choice.
      KVINTET_RETURN_IF_ERROR(AgentMoves());
    } else {
      KVINTET_RETURN_IF_ERROR(PersonMoves());
    }
  }
  if (left_) {
    std::printf("left the game: %s\n", play_.SeatRecord(options_.seat).c_str());
  } else {
    ShowEnd();
  }
  return absl::OkStatus();
}

absl::StatusOr<PlaySession::Advice> PlaySession::Decide(envs::Playthrough* play, Seat seat,
                                                        int game) {
  Advice advice;
  const envs::ViewBuffer start = play->View(seat);
  std::vector<envs::Action> actions;
  do {
    const envs::ViewBuffer view = play->View(seat);
    const arena::Turn turn = {.view = view.Span(),
                              .history = arena::SharedHistory(*play),
                              .record = [&] { return play->SeatRecord(seat); },
                              .game_index = game,
                              .key = {options_.seed, static_cast<uint32_t>(game),
                                      arena::EpisodeOf(game_, PliesOf(*play), seat),
                                      static_cast<uint32_t>(Purpose::kAgent)}};
    arena::Choice choice;
    KVINTET_RETURN_IF_ERROR(agent_->Choose({&turn, 1}, {&choice, 1}));
    if (!choice.failure.empty()) {
      return absl::UnavailableError(choice.failure);
    }
    if (advice.estimate && choice.estimate) {
      advice.estimate->share *= choice.estimate->share;
    } else if (!advice.estimate) {
      advice.estimate = choice.estimate;
    }
    actions.push_back(choice.action);
    KVINTET_RETURN_IF_ERROR(play->Apply(envs::ActorOf(seat), choice.action));
  } while (game_.MoveProgress(play->View(seat).Span()) > 0);
  advice.move = game_.MoveText(start.Span(), actions);
  return advice;
}

absl::Status PlaySession::AgentMoves() {
  const Seat seat = envs::Other(options_.seat);
  KVINTET_ASSIGN_OR_RETURN(const Advice advice, Decide(&play_, seat, /*game=*/0));
  if (IsOpen()) {
    news_ = absl::StrCat("seat ", envs::Index(seat), " plays ", advice.move);
    if (options_.tell) {
      absl::StrAppend(&news_, ": ",
                      advice.estimate ? EstimateText(*advice.estimate) + " for itself"
                                      : "it gives no estimate");
    }
  }
  return absl::OkStatus();
}

absl::Status PlaySession::PersonMoves() {
  if (stands_.empty() || stands_.back().Events().size() != play_.Events().size()) {
    stands_.push_back(play_);
  }
  Show();
  while (true) {
    std::printf("your move, e.g. %s (or help): ", ExampleMove().c_str());
    std::fflush(stdout);
    std::string line;
    const bool is_read = static_cast<bool>(std::getline(*input_, line));
    // As some terminals and files end lines.
    if (line.ends_with('\r')) {
      line.pop_back();
    }
    if (!is_read || line == "quit") {
      left_ = true;
      return absl::OkStatus();
    }
    if (line == "undo") {
      if (TakeBack()) {
        return absl::OkStatus();
      }
      continue;
    }
    KVINTET_ASSIGN_OR_RETURN(const bool obeyed, Obey(line));
    if (obeyed) {
      continue;
    }
    const envs::ViewBuffer view = play_.View(options_.seat);
    const absl::Status applied =
        play_.ApplyMove(envs::ActorOf(options_.seat), envs::MeantMove(game_, view.Span(), line));
    if (applied.ok()) {
      news_.clear();
      return absl::OkStatus();
    }
    const absl::Status told = envs::WithLegalMoves(applied, game_, view.Span());
    std::printf("%s\n", std::string(told.message()).c_str());
  }
}

absl::StatusOr<bool> PlaySession::Obey(const std::string& line) {
  if (line == "?" || line.starts_with("? ")) {
    ListMoves(line.substr(std::min<size_t>(2, line.size())));
  } else if (line == "help") {
    std::printf("%s", kHelp);
  } else if (line == "board") {
    Show();
  } else if (line == "record") {
    std::printf("%s\n", play_.SeatRecord(options_.seat).c_str());
  } else if (line == "hint") {
    KVINTET_RETURN_IF_ERROR(ShowHint());
  } else {
    return false;
  }
  return true;
}

envs::Scene PlaySession::SceneOfPerson() const {
  return InPalette(game_.MakeScene(play_.View(options_.seat).Span()), options_.palette);
}

void PlaySession::Show() const {
  std::printf("%s\n%s\n%s\n", options_.terminal ? "\033[H\033[2J" : "",
              envs::SceneText(SceneOfPerson(), options_.terminal).c_str(),
              LastEvents(play_.SeatRecord(options_.seat)).c_str());
  if (!news_.empty()) {
    std::printf("%s\n", news_.c_str());
  }
  std::printf("you are seat %d\n", envs::Index(options_.seat));
}

std::string PlaySession::ExampleMove() const {
  std::string example;
  envs::VisitMoves(game_, play_.View(options_.seat).Span(), {}, [&](const envs::Move& move) {
    example = move.text;
    return false;
  });
  return example;
}

void PlaySession::ListMoves(const std::string& prefix) const {
  std::vector<std::string> listed;
  size_t matching = 0;
  size_t all = 0;
  envs::VisitMoves(game_, play_.View(options_.seat).Span(), {}, [&](const envs::Move& move) {
    ++all;
    if (move.text.starts_with(prefix)) {
      ++matching;
      if (listed.size() < kListed) {
        listed.push_back(move.text);
      }
    }
    return true;
  });
  if (matching == 0) {
    std::printf("none of your %d moves begins with '%s'\n", static_cast<int>(all), prefix.c_str());
    return;
  }
  PrintInLines(listed);
  if (matching > listed.size()) {
    const std::string_view last = listed.back();
    const size_t more = std::min(last.size(), prefix.size() + std::max<size_t>(1, last.size() / 4));
    std::printf("%d of %d moves; `? %s` lists those that begin with that\n",
                static_cast<int>(listed.size()), static_cast<int>(matching),
                std::string(last.substr(0, more)).c_str());
  } else {
    std::printf("%d move%s\n", static_cast<int>(matching), matching == 1 ? "" : "s");
  }
}

// Uses only what the person may know: the agent is given the person's view.
absl::Status PlaySession::ShowHint() {
  envs::Playthrough trial = play_;
  KVINTET_ASSIGN_OR_RETURN(const Advice advice, Decide(&trial, options_.seat, /*game=*/1));
  std::printf("%s would play %s", agent_->Spec().c_str(), advice.move.c_str());
  if (advice.estimate) {
    std::printf(": %s for you, from -1 to 1\n", EstimateText(*advice.estimate).c_str());
  } else {
    std::printf("; it gives no estimate\n");
  }
  return absl::OkStatus();
}

bool PlaySession::TakeBack() {
  if (!IsOpen()) {
    std::printf(
        "moves cannot be taken back in a game with hidden information or simultaneous choices\n");
    return false;
  }
  if (stands_.size() < 2) {
    std::printf("you have no move to take back\n");
    return false;
  }
  stands_.pop_back();
  play_ = stands_.back();
  news_ = "taken back";
  return true;
}

void PlaySession::ShowEnd() const {
  const envs::Outcome outcome = play_.Result();
  const float own = outcome.returns[static_cast<size_t>(envs::Index(options_.seat))];
  const char* const result = own > 0 ? "you won" : own < 0 ? "you lost" : "a draw";
  std::printf("\n%s\n%s\n%s (%s)\n", envs::SceneText(SceneOfPerson(), options_.terminal).c_str(),
              play_.SeatRecord(options_.seat).c_str(), result, std::string(outcome.reason).c_str());
}

}  // namespace kvintet::cli
