// RowWriter: see the header.
#include "training/data/row_writer.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "envs/privileged.h"
#include "training/network/learning/policy_loss.h"

namespace kvintet::training {

RowWriter::RowWriter(const envs::Game& game, const network::NetworkSight& sight,
                     const LearnerConfig& config)
    : game_(game),
      sight_(sight),
      config_(config),
      wanted_(network::TargetsFromConfig(config)),
      replay_(game),
      image_(1, game.Spec().view_bytes),
      reply_image_(1, game.Spec().view_bytes),
      end_image_(1, game.Spec().position_bytes) {}

void RowWriter::Begin(double margin_share, const selfplay::GameJudgments* judgments,
                      BatchArrays* rows) {
  margin_share_ = margin_share;
  judgments_ = judgments;
  rows_ = rows;
}

void RowWriter::Add(const PlannedRow& planned) {
  const selfplay::GameRecord& record = *planned.row.record;
  const int symmetry = planned.symmetry;
  judgment_ = judgments_ != nullptr ? &judgments_->at(record.number) : nullptr;
  const selfplay::ReplayedRow replayed = replay_.Show(record, planned.row.row);
  const envs::Seat seat = replayed.seat;
  AppendView(replayed, symmetry);
  selfplay::AppendPolicy(game_, record, replayed, symmetry, std::as_const(image_).Span(),
                         &rows_->policies);
  AppendValue(record, replayed);
  if (config_.objective() == LearnerConfig::POLICY_GRADIENT || network::HasPolicyLoss(config_)) {
    AppendGradient(record, replayed);
  }
  rows_->weights.push_back(1);
  if (judgment_ != nullptr) {
    AppendCritic(planned, replayed);
  }
  if (wanted_.reply) {
    AppendReply(record, planned.row.row + 1, symmetry);
  }
  if (wanted_.margins || wanted_.owners) {
    AppendEnd(record, seat, symmetry);
  }
}

void RowWriter::AppendView(const selfplay::ReplayedRow& row, int symmetry) {
  const network::NetworkShape shape = sight_.Shape();
  game_.TransformView(symmetry, row.view, image_.Span());
  const size_t plane = rows_->planes.size();
  rows_->planes.resize(plane + static_cast<size_t>(shape.PlaneBytes()));
  const size_t global = rows_->globals.size();
  rows_->globals.resize(global + static_cast<size_t>(shape.globals));
  sight_.Observe(image_.Span(), std::span(rows_->planes).subspan(plane),
                 std::span(rows_->globals).subspan(global));
}

void RowWriter::AppendCritic(const PlannedRow& planned, const selfplay::ReplayedRow& row) {
  const envs::ConstPositions position =
      planned.after_action ? replay_.ShowAfter(*planned.row.record, row.index) : row.position;
  const envs::GameSpec& spec = game_.Spec();
  const size_t plane = rows_->critic_planes.size();
  rows_->critic_planes.resize(plane + envs::kNumSeats * static_cast<size_t>(spec.PlaneBytes()));
  const size_t global = rows_->critic_globals.size();
  rows_->critic_globals.resize(global + envs::kNumSeats * static_cast<size_t>(spec.globals));
  envs::ObservePrivileged(game_, position, row.seat, std::span(rows_->critic_planes).subspan(plane),
                          std::span(rows_->critic_globals).subspan(global), planned.symmetry);
}

void RowWriter::AppendReply(const selfplay::GameRecord& record, int row, int symmetry) {
  if (row == static_cast<int>(record.rows.size())) {
    rows_->replies.offsets.push_back(rows_->replies.offsets.back());
    return;
  }
  const selfplay::ReplayedRow reply = replay_.ShowLater(record, row);
  game_.TransformView(symmetry, reply.view, reply_image_.Span());
  selfplay::AppendPolicy(game_, record, reply, symmetry, std::as_const(reply_image_).Span(),
                         &rows_->replies);
}

// The end of a game that was cut or given up is unknown.
void RowWriter::AppendEnd(const selfplay::GameRecord& record, envs::Seat seat, int symmetry) {
  const std::optional<envs::ConstPositions> end = replay_.ShowEnd(record);
  if (wanted_.margins) {
    const auto own = static_cast<size_t>(seat);
    const int64_t lead = int64_t{record.margin[own]} - record.margin[1 - own];
    rows_->margins.push_back(end ? network::MarginBucket(lead) : -1);
  }
  if (wanted_.owners) {
    const envs::GameSpec& spec = game_.Spec();
    const size_t first = rows_->owners.size();
    rows_->owners.resize(first + static_cast<size_t>(spec.height) * static_cast<size_t>(spec.width),
                         network::kUnknownOwner);
    if (end) {
      game_.TransformPosition(symmetry, *end, end_image_.Span());
      game_.cell_owners()->Ownership(std::as_const(end_image_).Span(), std::as_const(image_).Span(),
                                     std::span(rows_->owners).subspan(first));
    }
  }
}

selfplay::ReturnRule RowWriter::RuleOf(double lambda) const {
  return {.lambda = lambda,
          .cut_lead = config_.cut_lead(),
          .discount = config_.discount(),
          .margin_share = margin_share_,
          .margin_scale = config_.margin_return().scale(),
          .judgment = judgment_};
}

void RowWriter::AppendValue(const selfplay::GameRecord& record, const selfplay::ReplayedRow& row) {
  const selfplay::Wdl wdl =
      LambdaWdl(record, static_cast<size_t>(row.index), RuleOf(config_.value_lambda()));
  rows_->wdl.insert(rows_->wdl.end(), {wdl.win, wdl.draw, wdl.loss});
}

void RowWriter::AppendGradient(const selfplay::GameRecord& record,
                               const selfplay::ReplayedRow& row) {
  const envs::Action action = record.events[static_cast<size_t>(row.row->event)].action;
  const auto place = std::ranges::lower_bound(row.legal, action) - row.legal.begin();
  const std::vector<int32_t>& legal = rows_->policies.indices;
  rows_->taken.push_back(legal[legal.size() - row.legal.size() + static_cast<size_t>(place)]);
  rows_->behaviour.push_back(selfplay::DecodeProbability(row.row->behaviour));
  const auto index = static_cast<size_t>(row.index);
  const double value =
      LambdaReturn(record, index, RuleOf(config_.policy_gradient().advantage_lambda()));
  const float expected = judgment_ != nullptr ? judgment_->rows[index].Value() : row.row->Value();
  rows_->advantages.push_back(static_cast<float>(value) - expected);
  selfplay::ReturnRule whole = RuleOf(1);
  whole.judgment = nullptr;
  const double worth = LambdaReturn(record, index, whole);
  rows_->expected.push_back(static_cast<double>(expected));
  rows_->worth.push_back(worth);
}

}  // namespace kvintet::training
