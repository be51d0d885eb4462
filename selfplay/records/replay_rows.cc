// ReplayRows, RowReplay: see the header.
#include "selfplay/records/replay_rows.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"

#include "base/check.h"
#include "base/status_macros.h"
#include "envs/action_mask.h"

namespace kvintet::selfplay {
namespace {

using envs::Action;
using envs::Actor;

envs::Outcome Resigned(envs::Seat seat) {
  const float first = seat == envs::Seat::k0 ? -1.0f : 1.0f;
  return {.returns = {first, 0 - first}};
}

// Replays a game from a record.
class Replay {
 public:
  explicit Replay(const envs::Game& game)
      : game_(game),
        position_(1, game.Spec().position_bytes),
        view_(1, game.Spec().view_bytes),
        history_(game.Spec().history_capacity),
        mask_(static_cast<size_t>(game.Spec().MaskWords())) {
    game.Initialize(position_.Span());
  }

  // Empty if the event is possible here, else the problem.
  std::string Refuse(const RecordedEvent& event) {
    envs::ActorSet actors;
    game_.Actors(position_.Span(), {&actors, 1});
    if (!actors.Has(event.actor)) {
      return "its actor does not act";
    }
    legal_.clear();
    if (event.actor == Actor::kChance) {
      game_.ChanceOutcomes(position_.Span(), &outcomes_);
      for (const envs::ChanceOutcome& outcome : outcomes_) {
        legal_.push_back(outcome.outcome);
      }
    } else {
      const envs::Seat seat = envs::SeatOf(event.actor);
      game_.MakeViews(position_.Span(), {&seat, 1}, view_.Span());
      game_.LegalActions(view_.Span(), mask_);
      envs::ActionMask(mask_).List(&legal_);
    }
    if (!std::ranges::binary_search(legal_, event.action)) {
      return absl::StrCat("its action ", event.action, " is not legal");
    }
    return "";
  }

  void Step(const RecordedEvent& event) {
    game_.Step(position_.Span(), {&history_, 1}, {&event.actor, 1}, {&event.action, 1});
  }

  // Empty if the game can end here as the record says, else the problem.
  std::string RefuseEnd(const GameRecord& record) const {
    envs::ActorSet actors;
    game_.Actors(position_.Span(), {&actors, 1});
    envs::Outcome outcome = {.truncated = true};
    if (actors.Empty()) {
      outcome = game_.Result(position_.Span());
    } else if (record.resigned.has_value()) {
      outcome = Resigned(*record.resigned);
    } else if (game_.standings()) {
      outcome.margin = game_.standings()->Standing(position_.Span());
    }
    if (actors.Empty() && record.resigned.has_value()) {
      return "it was resigned, but the game is over";
    }
    if (record.truncated != outcome.truncated) {
      return actors.Empty() ? "it was not cut off" : "the game is not over, and was not cut off";
    }
    if (record.result != outcome.returns[0] || record.margin != outcome.margin) {
      return absl::StrCat("result ", record.result, ", margin ", record.margin[0], " ",
                          record.margin[1], "; the game's are ", outcome.returns[0], ", ",
                          outcome.margin[0], " ", outcome.margin[1]);
    }
    return "";
  }

  // REQUIRES: Refuse was called for the event.
  ReplayedRow Show(const GameRecord& record, size_t index) const {
    const RecordRow& row = record.rows[index];
    return {.index = static_cast<int>(index),
            .row = &row,
            .seat = envs::SeatOf(record.events[static_cast<size_t>(row.event)].actor),
            .position = position_.Span(),
            .view = view_.Span(),
            .legal = legal_};
  }

 private:
  const envs::Game& game_;
  envs::PositionBuffer position_;
  envs::ViewBuffer view_;
  envs::RepetitionHistory history_;
  std::vector<uint64_t> mask_;
  std::vector<Action> legal_;
  std::vector<envs::ChanceOutcome> outcomes_;
};

// Whether the policy gives any legal action positive probability. REQUIRES: PolicyIsLegal.
bool PolicyHasWeight(const GameRecord& record, const ReplayedRow& shown) {
  const std::span<const PolicyEntry> entries = record.PolicyOf(*shown.row);
  const bool has_rest = shown.row->rest != kZeroProbability && entries.size() < shown.legal.size();
  return has_rest || std::ranges::any_of(entries, [](const PolicyEntry& entry) {
           return entry.code != kZeroProbability;
         });
}

bool PolicyIsLegal(const GameRecord& record, const ReplayedRow& shown) {
  return std::ranges::all_of(record.PolicyOf(*shown.row), [&](const PolicyEntry& entry) {
    return std::ranges::binary_search(shown.legal, entry.action);
  });
}

absl::Status ReplayAll(const envs::Game& game, const GameRecord& record, Replay* replay,
                       absl::FunctionRef<void(const ReplayedRow&)> visit) {
  if (record.game != game.Spec().text) {
    return absl::FailedPreconditionError(
        absl::StrCat("wanted a record of ", game.Spec().text, ", is one of ", record.game));
  }
  size_t row = 0;
  for (size_t i = 0; i < record.events.size(); ++i) {
    const auto broken = [&](const std::string& what) {
      return absl::DataLossError(absl::StrCat("game ", record.number, ", event ", i, ": ", what));
    };
    if (const std::string why = replay->Refuse(record.events[i]); !why.empty()) {
      return broken(why);
    }
    if (row < record.rows.size() && record.rows[row].event == static_cast<int32_t>(i)) {
      const ReplayedRow shown = replay->Show(record, row++);
      if (!PolicyIsLegal(record, shown)) {
        return broken("its policy holds an illegal action");
      }
      if (!PolicyHasWeight(record, shown)) {
        return broken("its policy is zero everywhere");
      }
      visit(shown);
    }
    replay->Step(record.events[i]);
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status ReplayRows(const envs::Game& game, const GameRecord& record,
                        absl::FunctionRef<void(const ReplayedRow&)> visit) {
  Replay replay(game);
  return ReplayAll(game, record, &replay, visit);
}

absl::Status CheckRecord(const envs::Game& game, const GameRecord& record) {
  Replay replay(game);
  KVINTET_RETURN_IF_ERROR(ReplayAll(game, record, &replay, [](const ReplayedRow&) {}));
  if (const std::string why = replay.RefuseEnd(record); !why.empty()) {
    return absl::DataLossError(absl::StrCat("game ", record.number, ", end: ", why));
  }
  return absl::OkStatus();
}

RowReplay::RowReplay(const envs::Game& game)
    : game_(game),
      position_(1, game.Spec().position_bytes),
      view_(1, game.Spec().view_bytes),
      history_(game.Spec().history_capacity),
      mask_(static_cast<size_t>(game.Spec().MaskWords())) {}

void RowReplay::StepTo(const GameRecord& record, size_t end) {
  for (; taken_ < end; ++taken_) {
    const RecordedEvent& event = record.events[taken_];
    game_.Step(position_.Span(), {&history_, 1}, {&event.actor, 1}, {&event.action, 1});
  }
}

ReplayedRow RowReplay::Show(const GameRecord& record, int index) {
  game_.Initialize(position_.Span());
  history_.Cut();
  taken_ = 0;
  return ShowLater(record, index);
}

ReplayedRow RowReplay::ShowLater(const GameRecord& record, int index) {
  const RecordRow& row = record.rows[static_cast<size_t>(index)];
  const auto event = static_cast<size_t>(row.event);
  KVINTET_CHECK_LE(taken_, event);
  StepTo(record, event);
  const envs::Seat seat = envs::SeatOf(record.events[event].actor);
  game_.MakeViews(position_.Span(), {&seat, 1}, view_.Span());
  game_.LegalActions(view_.Span(), mask_);
  envs::ActionMask(mask_).List(&legal_);
  return {.index = index,
          .row = &row,
          .seat = seat,
          .position = position_.Span(),
          .view = view_.Span(),
          .legal = legal_};
}

envs::ConstPositions RowReplay::ShowAfter(const GameRecord& record, int index) {
  StepTo(record, static_cast<size_t>(record.rows[static_cast<size_t>(index)].event) + 1);
  return position_.Span();
}

std::optional<envs::ConstPositions> RowReplay::ShowEnd(const GameRecord& record) {
  StepTo(record, record.events.size());
  envs::ActorSet actors;
  game_.Actors(position_.Span(), {&actors, 1});
  if (!actors.Empty()) {
    return std::nullopt;
  }
  return position_.Span();
}

}  // namespace kvintet::selfplay
