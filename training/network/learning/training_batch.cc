// Checks batches of training rows.
#include "training/network/learning/training_batch.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include <absl/strings/str_format.h>

#include "base/check.h"
#include "base/status_macros.h"

namespace kvintet::network {
namespace {

constexpr double kTolerance = 1e-2;

absl::Status CheckDistribution(std::span<const float> values, const char* name, int64_t row) {
  double sum = 0;
  for (const float value : values) {
    if (!(value >= 0)) {
      return absl::InvalidArgumentError(
          absl::StrFormat("training row %d: a %s probability is %f", row, name, value));
    }
    sum += static_cast<double>(value);
  }
  if (!(std::abs(sum - 1) <= kTolerance)) {
    return absl::InvalidArgumentError(
        absl::StrFormat("training row %d: %s probabilities sum to %f, wanted 1", row, name, sum));
  }
  return absl::OkStatus();
}

// Slices flat arrays by [B + 1] offsets.
template <typename T>
std::span<const T> RowOf(std::span<const T> values, std::span<const int32_t> offsets, int64_t row) {
  const auto begin = static_cast<size_t>(offsets[static_cast<size_t>(row)]);
  const auto end = static_cast<size_t>(offsets[static_cast<size_t>(row) + 1]);
  return values.subspan(begin, end - begin);
}

void CheckSizes(const NetworkShape& shape, const TrainingBatch& batch) {
  const int64_t rows = batch.Rows();
  KVINTET_CHECK_EQ(batch.planes.size(), rows * shape.PlaneBytes());
  KVINTET_CHECK_EQ(batch.globals.size(), rows * shape.globals);
  KVINTET_CHECK_EQ(batch.legal_offsets.size(), rows + 1);
  KVINTET_CHECK_EQ(batch.legal.size(), batch.legal_offsets.back());
  KVINTET_CHECK_EQ(batch.target_offsets.size(), rows + 1);
  KVINTET_CHECK_EQ(batch.target_actions.size(), batch.target_offsets.back());
  KVINTET_CHECK_EQ(batch.target_probabilities.size(), batch.target_actions.size());
  KVINTET_CHECK_EQ(batch.wdl.size(), rows * 3);
  if (!batch.taken.empty()) {
    KVINTET_CHECK_EQ(batch.taken.size(), rows);
    KVINTET_CHECK_EQ(batch.behaviour.size(), rows);
    KVINTET_CHECK_EQ(batch.advantages.size(), rows);
  }
  if (!batch.reply_offsets.empty()) {
    KVINTET_CHECK_EQ(batch.reply_offsets.size(), rows + 1);
    KVINTET_CHECK_EQ(batch.reply_legal.size(), batch.reply_offsets.back());
    KVINTET_CHECK_EQ(batch.reply_probabilities.size(), batch.reply_legal.size());
  }
  KVINTET_CHECK(batch.margins.empty() || std::ssize(batch.margins) == rows);
  KVINTET_CHECK(batch.owners.empty() || std::ssize(batch.owners) == rows * shape.Cells());
}

// Remembers the last row in which each action was legal.
class LegalRows {
 public:
  explicit LegalRows(int64_t actions) : row_(static_cast<size_t>(actions), -1) {}

  bool InRange(int32_t action) const {
    return action >= 0 && static_cast<size_t>(action) < row_.size();
  }
  bool Has(int32_t action, int64_t row) const {
    return InRange(action) && row_[static_cast<size_t>(action)] == row;
  }
  void Add(int32_t action, int64_t row) { row_[static_cast<size_t>(action)] = row; }

 private:
  std::vector<int64_t> row_;
};

absl::Status CheckPolicy(const TrainingBatch& batch, int64_t row, LegalRows& legal_rows) {
  for (const int32_t action : RowOf(batch.legal, batch.legal_offsets, row)) {
    if (!legal_rows.InRange(action) || legal_rows.Has(action, row)) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "training row %d: legal policy index %d is out of range or occurs twice", row, action));
    }
    legal_rows.Add(action, row);
  }
  const std::span<const int32_t> targets = RowOf(batch.target_actions, batch.target_offsets, row);
  for (const int32_t action : targets) {
    if (!legal_rows.Has(action, row)) {
      return absl::InvalidArgumentError(
          absl::StrFormat("training row %d: target policy index %d is not legal", row, action));
    }
  }
  if (targets.empty()) {
    return absl::OkStatus();
  }
  return CheckDistribution(RowOf(batch.target_probabilities, batch.target_offsets, row), "policy",
                           row);
}

absl::Status CheckGradientRow(const TrainingBatch& batch, int64_t row,
                              const LegalRows& legal_rows) {
  const auto r = static_cast<size_t>(row);
  if (!legal_rows.Has(batch.taken[r], row)) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "training row %d: policy index %d was taken but is not legal", row, batch.taken[r]));
  }
  if (!(batch.behaviour[r] > 0 && batch.behaviour[r] <= 1 + kTolerance) ||
      !std::isfinite(batch.advantages[r])) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "training row %d: behaviour must be in (0, 1] and advantage finite, are %f and %f", row,
        batch.behaviour[r], batch.advantages[r]));
  }
  return absl::OkStatus();
}

absl::Status CheckReply(const TrainingBatch& batch, int64_t row, LegalRows& legal_rows) {
  const std::span<const int32_t> legal = RowOf(batch.reply_legal, batch.reply_offsets, row);
  for (const int32_t action : legal) {
    if (!legal_rows.InRange(action) || legal_rows.Has(action, row)) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "training row %d: policy index %d of the reply is out of range or occurs twice", row,
          action));
    }
    legal_rows.Add(action, row);
  }
  return legal.empty()
             ? absl::OkStatus()
             : CheckDistribution(RowOf(batch.reply_probabilities, batch.reply_offsets, row),
                                 "reply", row);
}

bool HasTarget(const TrainingBatch& batch, HeadTarget target) {
  switch (target) {
    case HeadTarget::kReply:
      return !batch.reply_offsets.empty();
    case HeadTarget::kMargin:
      return !batch.margins.empty();
    case HeadTarget::kOwners:
      return !batch.owners.empty();
    case HeadTarget::kPolicy:
    case HeadTarget::kValue:
      return true;
  }
  return false;
}

// Checks the targets of heads.
absl::Status CheckHeads(const NetworkShape& shape, const TrainingHeads& heads,
                        const TrainingBatch& batch) {
  for (const std::string& name : heads.names) {
    if (!HasTarget(batch, EntryOfHead(name).target)) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "training batch of %d rows: targets wanted for the heads %s, that of %s is missing",
          batch.Rows(), HeadsText(heads), name));
    }
  }
  LegalRows replies(shape.PolicySize());
  for (int64_t row = 0; row < batch.Rows() && !batch.reply_offsets.empty(); ++row) {
    KVINTET_RETURN_IF_ERROR(CheckReply(batch, row, replies));
  }
  for (const int32_t bucket : batch.margins) {
    if (bucket < -1 || bucket >= kMarginBuckets) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "training margins must be -1 to %d, one is %d", kMarginBuckets - 1, bucket));
    }
  }
  for (const int8_t owner : batch.owners) {
    if (owner < -1 || owner > kUnknownOwner) {
      return absl::InvalidArgumentError(
          absl::StrFormat("training owners must be -1 to %d, one is %d", kUnknownOwner, owner));
    }
  }
  return absl::OkStatus();
}

}  // namespace

int MarginBucket(int64_t lead) {
  const int64_t size = lead < 0 ? -lead : lead;
  const auto steps =
      static_cast<int>(std::ranges::upper_bound(kMarginBounds, size) - kMarginBounds.begin());
  return kMarginBuckets / 2 + (lead < 0 ? -steps : steps);
}

LossReport& LossReport::operator+=(const LossReport& other) {
  total += other.total;
  policy += other.policy;
  policy_floor += other.policy_floor;
  value += other.value;
  value_floor += other.value_floor;
  for (size_t i = 0; i < heads.size(); ++i) {
    heads[i] += other.heads[i];
  }
  fit += other.fit;
  return *this;
}

absl::Status CheckBatch(const NetworkShape& shape, const TrainingHeads& heads,
                        const TrainingBatch& batch) {
  CheckSizes(shape, batch);
  KVINTET_RETURN_IF_ERROR(CheckHeads(shape, heads, batch));
  LegalRows legal_rows(shape.PolicySize());
  double sum = 0;
  for (int64_t row = 0; row < batch.Rows(); ++row) {
    KVINTET_RETURN_IF_ERROR(CheckPolicy(batch, row, legal_rows));
    if (!batch.taken.empty()) {
      KVINTET_RETURN_IF_ERROR(CheckGradientRow(batch, row, legal_rows));
    }
    KVINTET_RETURN_IF_ERROR(
        CheckDistribution(batch.wdl.subspan(static_cast<size_t>(3 * row), 3), "value", row));
    const float weight = batch.weights[static_cast<size_t>(row)];
    if (!(weight >= 0) || !std::isfinite(weight)) {
      return absl::InvalidArgumentError(
          absl::StrFormat("training row %d: weight must be at least 0, is %f", row, weight));
    }
    sum += static_cast<double>(weight);
  }
  if (sum <= 0) {
    return absl::InvalidArgumentError(
        absl::StrFormat("training batch of %d rows: no row has a weight above 0", batch.Rows()));
  }
  return absl::OkStatus();
}

}  // namespace kvintet::network
