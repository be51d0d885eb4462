// MoveChoice: see the header.
#include "serving/engine/move_choice.h"

#include <utility>

#include "absl/strings/str_cat.h"

#include "base/status_macros.h"
#include "selfplay/games/play_settings.h"
#include "selfplay/search/anytime_search.h"
#include "selfplay/search_factory.h"
#include "selfplay/settings/algorithm.h"

namespace kvintet::serving {
namespace {

// What the search infers hidden information from. Rollouts make all moves alike, so the moves of a
// player like them tell nothing.
std::string TellingRecord(const PointOfView& point) {
  return point.game->model.trained ? point.record : "";
}

}  // namespace

MoveChoice::MoveChoice(PointOfView point, uint64_t seed)
    : point_(std::move(point)),
      seed_(seed),
      view_(point_.view),
      history_(point_.history),
      ahead_(*point_.game->game) {}

absl::StatusOr<std::unique_ptr<MoveChoice>> MoveChoice::Create(
    PointOfView point, const selfplay::SearchSettings& settings, double variety, uint64_t seed) {
  const envs::Game& game = *point.game->game;
  auto choice = std::unique_ptr<MoveChoice>(new MoveChoice(std::move(point), seed));
  const selfplay::SearchSettings suited =
      selfplay::PlaySettings(selfplay::SupportedSettings(game, settings), variety);
  const selfplay::Algorithm algorithm = AlgorithmOf(suited);
  if (IsCustomRule(algorithm)) {
    return absl::InvalidArgumentError(
        absl::StrCat("search.", AlgorithmName(algorithm), " is for self-play only"));
  }
  if (algorithm != selfplay::Algorithm::kPolicy) {
    choice->rounds_ = suited.simulations;
  }
  KVINTET_ASSIGN_OR_RETURN(choice->search_, selfplay::MakeSearch(game, suited));
  choice->Begin();
  return choice;
}

void MoveChoice::Begin() {
  ahead_.Clear();
  search_->Begin({.view = view_.Span(),
                  .history = &history_,
                  .seed = seed_,
                  .game = 0,
                  .ply = static_cast<uint32_t>(actions_.size()),
                  .record = [this] { return TellingRecord(point_); }});
}

bool MoveChoice::Decided() {
  if (hurried_ && AnytimeSearch(&decision_)) {
    return true;
  }
  if (ahead_.Advance(search_.get())) {
    return false;
  }
  decision_ = search_->Result();
  if (explained_moves_ > 0) {
    Explain();
  }
  return true;
}

void MoveChoice::Explain() {
  auto* const explaining = dynamic_cast<selfplay::ExplainingSearch*>(search_.get());
  if (explaining == nullptr || explained_.stage || explained_.belief) {
    return;
  }
  explained_ = explaining->Explain(explained_moves_);
}

bool MoveChoice::Advance() {
  while (Decided()) {
    if (actions_.empty()) {
      first_ = decision_;
    }
    forced_ = forced_ && decision_.forced;
    if (!Take(decision_.action)) {
      return false;
    }
    Begin();
  }
  return true;
}

bool MoveChoice::AnytimeSearch(selfplay::Decision* decision) {
  auto* const anytime = dynamic_cast<selfplay::AnytimeSearch*>(search_.get());
  return anytime != nullptr && anytime->CurrentDecision(decision);
}

bool MoveChoice::CurrentDecision(selfplay::Decision* first) {
  if (actions_.empty()) {
    return AnytimeSearch(first);
  }
  *first = first_;
  return true;
}

bool MoveChoice::Take(envs::Action action) {
  const envs::Game& game = *point_.game->game;
  actions_.push_back(action);
  game.Follow(view_.Span(), &history_, envs::ActorOf(point_.seat), action);
  return game.MoveProgress(view_.Span()) > 0;
}

void MoveChoice::Resume(const selfplay::Evaluation& evaluation) {
  ++evaluations_;
  search_->Resume(evaluation);
}

std::string MoveChoice::Text() const {
  return point_.game->game->MoveText(point_.view.Span(), actions_);
}

}  // namespace kvintet::serving
