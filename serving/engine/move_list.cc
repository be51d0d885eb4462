// ListMoves: see the header.
#include "serving/engine/move_list.h"

#include <span>

#include "base/status_macros.h"
#include "envs/text/moves.h"

namespace kvintet::serving {
namespace {

// Number of moves between calls of `check`.
constexpr size_t kCheckEvery = 256;

// Collects one page from a sequence of moves.
class Pager {
 public:
  Pager(const MovePage& page, const std::function<absl::Status()>& check)
      : page_(page), check_(check) {}

  // Whether the next move belongs to the page.
  bool WantsNext() const { return seen_ >= page_.first && !list.more; }
  // Counts a move; false if no more moves are needed.
  template <typename MakeText>
  bool Visit(const MakeText& make_text, double probability) {
    if (++visited_ % kCheckEvery == 0) {
      status = check_();
    }
    if (!status.ok()) {
      return false;
    }
    std::string text;
    if (!page_.prefix.empty() || WantsNext()) {
      text = make_text();
    }
    if (text.compare(0, page_.prefix.size(), page_.prefix) != 0) {
      return true;
    }
    if (WantsNext()) {
      if (list.moves.size() == page_.size) {
        list.more = true;
        return false;
      }
      list.moves.push_back({std::move(text), probability});
    }
    ++seen_;
    return true;
  }

  MoveList list;
  absl::Status status;

 private:
  const MovePage& page_;
  const std::function<absl::Status()>& check_;
  size_t seen_ = 0;
  size_t visited_ = 0;
};

void VisitOutcomes(const RequestedState& situation, envs::ConstPositions position, Pager* pager) {
  const envs::Game& game = situation.game();
  const PointOfView point = situation.View();
  std::vector<envs::ChanceOutcome> outcomes;
  game.ChanceOutcomes(position, &outcomes);
  for (const envs::ChanceOutcome& outcome : outcomes) {
    const auto text = [&] { return game.OutcomeName(point.view.Span(), outcome.outcome); };
    if (!pager->Visit(text, outcome.probability)) {
      return;
    }
  }
}

}  // namespace

absl::StatusOr<MoveList> ListMoves(const RequestedState& situation, const MovePage& page,
                                   const std::function<absl::Status()>& check) {
  Pager pager(page, check);
  const envs::Game& game = situation.game();
  if (situation.Actors().Has(envs::Actor::kChance)) {
    KVINTET_ASSIGN_OR_RETURN(const envs::ConstPositions position, situation.Position());
    VisitOutcomes(situation, position, &pager);
  } else {
    KVINTET_ASSIGN_OR_RETURN(const PointOfView point, situation.ActingView());
    pager.list.actor = envs::ActorOf(point.seat);
    envs::VisitMoveActions(game, point.view.Span(), {}, [&](std::span<const envs::Action> actions) {
      return pager.Visit([&] { return game.MoveText(point.view.Span(), actions); }, 0);
    });
  }
  KVINTET_RETURN_IF_ERROR(pager.status);
  return std::move(pager.list);
}

}  // namespace kvintet::serving
