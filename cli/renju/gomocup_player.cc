// RenjuPlayer: see the header.
#include "cli/renju/gomocup_player.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"

#include "arena/agents/agent_spec.h"
#include "base/check.h"
#include "base/status_macros.h"
#include "envs/one_row.h"
#include "envs/registry.h"
#include "training/network/files/model_file.h"

namespace kvintet::cli {
namespace {

using envs::Action;
using envs::renju::Renju;

constexpr char kModel[] = "model:";

envs::renju::Board BoardOf(const std::vector<int>& points) {
  envs::renju::Board board = {};
  for (const int point : points) {
    board.Add(point);
  }
  return board;
}

// Whether the agent needs no search; not the name of a model, even if there is such a file.
bool IsBaseline(const std::string& spec) { return spec == "random" || spec == "greedy"; }

// `PATH` and `PATH,simulations=8` also name models.
std::string FullSpec(const std::string& agent) {
  const std::string path = agent.substr(0, agent.find(','));
  std::error_code ignored;
  const bool is_path = !absl::StartsWith(agent, kModel) && !IsBaseline(agent) &&
                       std::filesystem::exists(path, ignored);
  return is_path ? kModel + agent : agent;
}

// The game of a model; `otherwise` for other agents.
absl::StatusOr<std::string> GameOf(const std::string& spec, const std::string& otherwise) {
  if (!absl::StartsWith(spec, kModel)) {
    return otherwise;
  }
  const std::string path = spec.substr(strlen(kModel));
  KVINTET_ASSIGN_OR_RETURN(const network::NamedModel model,
                           network::LoadModel(arena::ModelFileOf(path.substr(0, path.find(',')))));
  return model.model.head.game;
}

}  // namespace

absl::StatusOr<std::unique_ptr<RenjuPlayer>> RenjuPlayer::Make(const std::string& agent,
                                                               const std::string& game,
                                                               uint64_t seed,
                                                               std::function<bool()> stop) {
  const std::string spec = FullSpec(agent);
  KVINTET_ASSIGN_OR_RETURN(const std::string game_text, GameOf(spec, game));
  KVINTET_ASSIGN_OR_RETURN(std::unique_ptr<envs::Game> made, envs::MakeGame(game_text));
  KVINTET_ASSIGN_OR_RETURN(const envs::GameText text, envs::ParseGameText(made->Spec().text));
  if (text.name != Renju::kName) {
    return absl::FailedPreconditionError(
        absl::StrCat("Gomocup's managers play Renju, but '", agent, "' plays ", text.name));
  }
  KVINTET_ASSIGN_OR_RETURN(const envs::RuleOptions options,
                           envs::RuleOptions::Resolve(Renju::Options(), text.options, text.name));
  std::unique_ptr<RenjuPlayer> player(
      new RenjuPlayer(std::move(made), Renju(options), seed, std::move(stop)));
  KVINTET_RETURN_IF_ERROR(player->TakeAgent(spec));
  return player;
}

absl::Status RenjuPlayer::TakeAgent(const std::string& spec) {
  if (IsBaseline(spec)) {
    KVINTET_ASSIGN_OR_RETURN(agent_, arena::MakeAgent(*game_, spec));
    return absl::OkStatus();
  }
  KVINTET_ASSIGN_OR_RETURN(arena::Judge judge, arena::MakeJudge(*game_, spec));
  max_simulations_ = judge.simulations.value_or(arena::ThinkLimits().simulations);
  search_ = std::make_unique<arena::TimedSearch>(std::move(judge.evaluator));
  // The first evaluation is slow, so it is made here, before the clock of a move runs.
  return Choose({.stones = {}, .deadline = std::chrono::steady_clock::now()}).status();
}

int RenjuPlayer::Rule() const {
  constexpr int kFreestyle = 0;
  constexpr int kRenju = 4;
  return rules_.HasForbiddenPoints() ? kRenju : kFreestyle;
}

absl::StatusOr<GomocupMove> RenjuPlayer::Choose(const GomocupQuestion& question) {
  const bool black = question.stones.BlackToMove();
  KVINTET_ASSIGN_OR_RETURN(
      const Renju::Position position,
      rules_.SetUp(BoardOf(question.stones.black), BoardOf(question.stones.white),
                   black ? envs::renju::kBlack : envs::renju::kWhite));
  envs::PositionBuffer buffer(1, game_->Spec().position_bytes);
  std::memcpy(buffer.Span().Row(0), &position, sizeof(position));
  const envs::ViewBuffer view =
      envs::ViewOf(*game_, std::as_const(buffer).Span(), black ? envs::Seat::k0 : envs::Seat::k1);
  const selfplay::SearchRoot root = {.view = view.Span(), .seed = seed_, .ply = moves_++};
  std::vector<Action> allowed = envs::LegalList(*game_, root.view);
  // The protocol has no pass.
  std::erase_if(allowed, [&](Action action) {
    return action >= envs::renju::kPoints || (black && position.forbidden.Has(action));
  });
  if (allowed.empty()) {
    return absl::FailedPreconditionError("there is no point that may be taken");
  }
  return search_ ? BySearch(question, root, allowed) : ByAgent(root, allowed);
}

absl::StatusOr<GomocupMove> RenjuPlayer::BySearch(const GomocupQuestion& question,
                                                  const selfplay::SearchRoot& root,
                                                  std::span<const Action> allowed) {
  arena::ThinkLimits limits = {
      .deadline = question.deadline, .simulations = max_simulations_, .stop = stop_};
  if (question.max_memory > 0) {
    // The program and its network also need memory.
    limits.tree_bytes = std::min(limits.tree_bytes, question.max_memory / 4);
  }
  KVINTET_ASSIGN_OR_RETURN(const arena::Thought thought, search_->Think(root, allowed, limits));
  std::string message =
      absl::StrFormat("simulations %d value %+.3f", thought.simulations, thought.value);
  return GomocupMove{.point = thought.action, .message = std::move(message)};
}

absl::StatusOr<GomocupMove> RenjuPlayer::ByAgent(const selfplay::SearchRoot& root,
                                                 std::span<const Action> allowed) {
  const RandomKey key = root.Stream(Purpose::kAgent).Key();
  const arena::Turn turn = {.view = root.view, .key = key};
  arena::Choice choice;
  KVINTET_RETURN_IF_ERROR(agent_->Choose({&turn, 1}, {&choice, 1}));
  if (!std::ranges::binary_search(allowed, choice.action)) {
    RandomStream random = root.Stream(Purpose::kOpening);
    choice.action = allowed[random.Below(static_cast<uint32_t>(allowed.size()))];
  }
  return GomocupMove{.point = choice.action};
}

}  // namespace kvintet::cli
