// Masked cross-entropies and policy gradient losses.
#include "training/network/learning/losses.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "base/status_macros.h"
#include "training/network/tower/libtorch.h"

namespace kvintet::network {
namespace {

// Lower than any real logit, but unlike an infinity it can be multiplied by zero.
constexpr double kNever = -1e30;

// The contribution of [B] values under [B] weights to a mean over weights that sum to `total`; 0 if
// there is no weight.
at::Tensor MeanShare(const at::Tensor& values, const at::Tensor& weights, double total) {
  return (values * weights).sum() / std::max(total, 1e-12);
}

// [B]: the probability ratio of the action taken, now against when it was taken.
at::Tensor RatioOf(const at::Tensor& log_policy, const LossTargets& targets) {
  return (log_policy.gather(1, targets.taken).squeeze(1) - targets.log_behaviour)
      .clamp(-20, 20)
      .exp();
}

// [B]: entropy of a policy [B, L] whose logarithms are finite also in the padding.
at::Tensor EntropyOf(const at::Tensor& policy, const at::Tensor& log_policy,
                     const LossTargets& targets) {
  return -(policy * log_policy.masked_fill(targets.is_legal.logical_not(), 0)).sum(1);
}

// [B]: KL(policy, data) of a policy with this entropy.
at::Tensor DivergenceFromData(const at::Tensor& policy, const at::Tensor& entropy,
                              const LossTargets& targets) {
  return -entropy - (policy * targets.policy.clamp_min(1e-5).log()).sum(1);
}

// [B]: KL(policy, magnet) of a policy [B, L] with this entropy.
at::Tensor DivergenceFromMagnet(const at::Tensor& policy, const at::Tensor& entropy,
                                const LossTargets& targets) {
  const at::Tensor log_magnet =
      MaskedLogPolicy(targets.magnet_logits, targets.legal, targets.is_legal);
  return -entropy - (policy * log_magnet.masked_fill(targets.is_legal.logical_not(), 0)).sum(1);
}

// [B]: the clipped surrogate of Schulman and others (2017), plus the divergences. `log_policy` [B,
// L] holds the log-probabilities of the legal actions.
at::Tensor PolicyGradientLoss(const at::Tensor& log_policy, const LossTargets& targets,
                              const LossOptions& options) {
  const at::Tensor ratio = RatioOf(log_policy, targets);
  const at::Tensor gain =
      at::minimum(ratio * targets.advantages,
                  ratio.clamp(1 - options.clip, 1 + options.clip) * targets.advantages);
  const at::Tensor policy = log_policy.exp();
  const at::Tensor entropy = EntropyOf(policy, log_policy, targets);
  const at::Tensor to_data = DivergenceFromData(policy, entropy, targets);
  const at::Tensor to_uniform = targets.is_legal.sum(1).to(at::kFloat).log() - entropy;
  const at::Tensor loss = -gain + options.kl_to_data * to_data + options.kl_to_uniform * to_uniform;
  return targets.magnet_logits.defined()
             ? loss + options.kl_to_magnet * DivergenceFromMagnet(policy, entropy, targets)
             : loss;
}

// [B]: NeuRD (Hennes and others, 2020). The gradient of this loss moves each logit by a force: the
// advantage of the action taken, over its probability, less the slopes of the divergences. The
// forces of a row sum to 0, so that they act on log-probabilities as on logits.
at::Tensor NeurdLoss(const at::Tensor& log_policy, const LossTargets& targets,
                     const LossOptions& options) {
  const at::Tensor padding = targets.is_legal.logical_not();
  const at::Tensor now = log_policy.masked_fill(padding, 0);
  const at::Tensor fixed = now.detach();
  at::Tensor forces = -options.kl_to_uniform * fixed -
                      options.kl_to_data * (fixed - targets.policy.clamp_min(1e-5).log());
  if (targets.magnet_logits.defined()) {
    const at::Tensor log_magnet =
        MaskedLogPolicy(targets.magnet_logits, targets.legal, targets.is_legal);
    forces = forces - options.kl_to_magnet * (fixed - log_magnet.masked_fill(padding, 0));
  }
  const at::Tensor weights =
      (-targets.log_behaviour).exp().clamp_max(options.neurd_max_weight) * targets.advantages;
  forces = forces.scatter_add(1, targets.taken, weights.unsqueeze(1)).masked_fill(padding, 0);
  const at::Tensor legal = targets.is_legal.sum(1, /*keepdim=*/true);
  return -((forces - forces.sum(1, /*keepdim=*/true) / legal) * now).sum(1);
}

int64_t MostLegal(const TrainingBatch& batch) {
  int64_t most = 1;
  for (size_t row = 0; row + 1 < batch.legal_offsets.size(); ++row) {
    most = std::max<int64_t>(most, batch.legal_offsets[row + 1] - batch.legal_offsets[row]);
  }
  return most;
}

// Adds the reply's actions, one row of columns per batch row.
void AddReplyTargets(const TrainingBatch& batch, const c10::Device& device, LossTargets* targets) {
  const std::span<const int32_t> offsets = batch.reply_offsets;
  const int64_t rows = batch.Rows();
  int64_t width = 1;
  for (size_t row = 0; row + 1 < offsets.size(); ++row) {
    width = std::max<int64_t>(width, offsets[row + 1] - offsets[row]);
  }
  const at::Tensor legal = at::zeros({rows, width}, at::kLong);
  const at::Tensor is_legal = at::zeros({rows, width}, at::kBool);
  const at::Tensor policy = at::zeros({rows, width}, at::kFloat);
  const at::Tensor weights = at::zeros({rows}, at::kFloat);
  for (int64_t row = 0; row < rows; ++row) {
    const auto r = static_cast<size_t>(row);
    for (int32_t i = offsets[r]; i < offsets[r + 1]; ++i) {
      const int64_t place = row * width + i - offsets[r];
      legal.data_ptr<int64_t>()[place] = batch.reply_legal[static_cast<size_t>(i)];
      is_legal.data_ptr<bool>()[place] = true;
      policy.data_ptr<float>()[place] = batch.reply_probabilities[static_cast<size_t>(i)];
      weights.data_ptr<float>()[row] = batch.weights[r];
    }
  }
  targets->reply_legal = legal.to(device);
  targets->reply_is_legal = is_legal.to(device);
  targets->reply_policy = policy.to(device);
  targets->reply_weights = weights.to(device);
}

void AddMarginTargets(const TrainingBatch& batch, const c10::Device& device, LossTargets* targets) {
  const at::Tensor buckets =
      Borrow<int32_t>(batch.margins, {batch.Rows()}, at::kInt).to(device, at::kLong);
  targets->margins = buckets.clamp_min(0);
  targets->margin_weights = targets->weights * buckets.ge(0).to(at::kFloat);
}

void AddOwnerTargets(const NetworkShape& shape, const TrainingBatch& batch,
                     const c10::Device& device, LossTargets* targets) {
  const at::Tensor owners =
      Borrow<int8_t>(batch.owners, {batch.Rows(), shape.Cells()}, at::kChar).to(device, at::kLong);
  const at::Tensor known = owners.ne(kUnknownOwner).to(at::kFloat);
  const at::Tensor cells = known.sum(1);
  // Classes: own, the other seat's, nobody's.
  targets->owners = owners.eq(-1) + 2 * owners.eq(0);
  targets->owners = targets->owners.to(at::kLong).unsqueeze(1);
  targets->owner_shares = known / cells.clamp_min(1).unsqueeze(1);
  targets->owner_weights = targets->weights * cells.gt(0).to(at::kFloat);
}

// [B]: the policy's loss.
at::Tensor LossOfPolicy(const at::Tensor& log_policy, const LossTargets& targets,
                        const LossOptions& options, const PolicyLoss* custom) {
  if (custom != nullptr) {
    return custom->Policy(log_policy, targets);
  }
  if (!targets.taken.defined()) {
    return -(targets.policy * log_policy).sum(1);
  }
  return options.neurd_max_weight > 0 ? NeurdLoss(log_policy, targets, options)
                                      : PolicyGradientLoss(log_policy, targets, options);
}

// The weights of the rows whose target is known, [B], and their sum over the whole batch.
struct RowWeights {
  const at::Tensor& weights;
  double total = 0;
};

RowWeights WeightsOf(HeadTarget target, const LossTargets& targets, const LossWeights& batch) {
  switch (target) {
    case HeadTarget::kPolicy:
      return {targets.policy_weights, batch.policy};
    case HeadTarget::kReply:
      return {targets.reply_weights, batch.reply_policy};
    case HeadTarget::kMargin:
      return {targets.margin_weights, batch.margin};
    case HeadTarget::kOwners:
      return {targets.owner_weights, batch.ownership};
    case HeadTarget::kValue:
      break;
  }
  return {targets.weights, batch.value};
}

// Adds the losses of the heads of `output`.
void AddHeadLosses(const TowerOutput& output, const LossTargets& targets, const LossWeights& batch,
                   const std::vector<HeadPart>& heads, Losses* losses) {
  for (size_t i = 0; i < heads.size(); ++i) {
    const HeadPart& head = heads[i];
    const RowWeights rows = WeightsOf(head.entry->target, targets, batch);
    const at::Tensor values = head.entry->loss(output.heads[i], targets, head.options);
    losses->heads.push_back(MeanShare(values, rows.weights, rows.total));
    losses->total = losses->total + head.options.Value("weight") * losses->heads.back();
  }
}

// Adds expected and target values, both [B, 3], of rows under [B] weights that sum to `total` over
// the whole batch. All tensors are on the host.
void AddValues(const at::Tensor& expected, const at::Tensor& wanted, const at::Tensor& weights,
               double total, Fit* fit) {
  const auto says = expected.accessor<float, 2>();
  const auto aims = wanted.accessor<float, 2>();
  const auto weight = weights.accessor<float, 1>();
  for (int64_t row = 0; row < weights.size(0); ++row) {
    const double part = static_cast<double>(weight[row]) / std::max(total, 1e-12);
    const double found = static_cast<double>(says[row][0]) - static_cast<double>(says[row][2]);
    const double target = static_cast<double>(aims[row][0]) - static_cast<double>(aims[row][2]);
    fit->squared_error += part * (found - target) * (found - target);
    fit->target += part * target;
    fit->target_square += part * target * target;
    for (size_t i = 0; i < fit->results.size(); ++i) {
      fit->results[i] += part * static_cast<double>(aims[row][static_cast<int64_t>(i)]);
    }
    const double score = std::clamp((1 + found) / 2, 0.0, 1.0);
    const auto bin = std::min(static_cast<size_t>(score * Fit::kBins), Fit::kBins - 1);
    fit->bins[bin].rows += part;
    fit->bins[bin].expected += part * score;
    fit->bins[bin].scored += part * (1 + target) / 2;
  }
}

}  // namespace

at::Tensor Entropy(const at::Tensor& probabilities) {
  return -(probabilities * probabilities.clamp_min(1e-30).log()).sum(1);
}

at::Tensor MaskedLogPolicy(const at::Tensor& logits, const at::Tensor& legal,
                           const at::Tensor& is_legal) {
  return logits.gather(1, legal).masked_fill(is_legal.logical_not(), kNever).log_softmax(1);
}

absl::StatusOr<LossParts> MakeLossParts(const LossOptions& options) {
  LossParts parts;
  KVINTET_ASSIGN_OR_RETURN(parts.policy, MakePolicyLoss(options.own));
  KVINTET_ASSIGN_OR_RETURN(parts.value, MakeValueLoss(options.value.Text()));
  KVINTET_ASSIGN_OR_RETURN(parts.heads, FindHeads(options.heads.Text()));
  return parts;
}

LossTargets MakeLossTargets(const NetworkShape& shape, const TrainingBatch& batch,
                            const c10::Device& device) {
  const int64_t rows = batch.Rows();
  const int64_t width = MostLegal(batch);
  const at::Tensor legal = at::zeros({rows, width}, at::kLong);
  const at::Tensor is_legal = at::zeros({rows, width}, at::kBool);
  const at::Tensor policy = at::zeros({rows, width}, at::kFloat);
  const at::Tensor policy_weights = at::zeros({rows}, at::kFloat);
  const bool gradient = !batch.taken.empty();
  const at::Tensor taken = gradient ? at::zeros({rows, 1}, at::kLong) : at::Tensor();
  // Position of each action in its row.
  std::vector<int64_t> place(static_cast<size_t>(shape.PolicySize()));
  for (int64_t row = 0; row < rows; ++row) {
    const auto r = static_cast<size_t>(row);
    int64_t* const row_legal = legal.data_ptr<int64_t>() + row * width;
    bool* const row_is_legal = is_legal.data_ptr<bool>() + row * width;
    float* const row_policy = policy.data_ptr<float>() + row * width;
    for (int32_t i = batch.legal_offsets[r]; i < batch.legal_offsets[r + 1]; ++i) {
      const int32_t action = batch.legal[static_cast<size_t>(i)];
      const int64_t column = i - batch.legal_offsets[r];
      row_legal[column] = action;
      row_is_legal[column] = true;
      place[static_cast<size_t>(action)] = column;
    }
    for (int32_t i = batch.target_offsets[r]; i < batch.target_offsets[r + 1]; ++i) {
      const auto t = static_cast<size_t>(i);
      row_policy[place[static_cast<size_t>(batch.target_actions[t])]] +=
          batch.target_probabilities[t];
      policy_weights.data_ptr<float>()[row] = batch.weights[r];
    }
    if (gradient) {
      taken.data_ptr<int64_t>()[row] = place[static_cast<size_t>(batch.taken[r])];
    }
  }
  const at::Tensor wdl = Borrow<float>(batch.wdl, {rows, 3}, at::kFloat);
  const at::Tensor weights = Borrow<float>(batch.weights, {rows}, at::kFloat);
  LossTargets targets = {.legal = legal.to(device),
                         .is_legal = is_legal.to(device),
                         .policy = policy.to(device),
                         .wdl = wdl.to(device),
                         .weights = weights.to(device),
                         .policy_weights = policy_weights.to(device)};
  if (gradient) {
    targets.taken = taken.to(device);
    targets.log_behaviour = Borrow<float>(batch.behaviour, {rows}, at::kFloat).log().to(device);
    targets.advantages = Borrow<float>(batch.advantages, {rows}, at::kFloat).to(device);
  }
  if (!batch.reply_offsets.empty()) {
    AddReplyTargets(batch, device, &targets);
  }
  if (!batch.margins.empty()) {
    AddMarginTargets(batch, device, &targets);
  }
  if (!batch.owners.empty()) {
    AddOwnerTargets(shape, batch, device, &targets);
  }
  return targets;
}

LossWeights SumOfWeights(const NetworkShape& shape, const TrainingBatch& batch) {
  LossWeights sum;
  const auto cells = static_cast<size_t>(shape.Cells());
  for (size_t row = 0; row < batch.weights.size(); ++row) {
    const double weight = batch.weights[row];
    sum.value += weight;
    sum.policy += batch.target_offsets[row] < batch.target_offsets[row + 1] ? weight : 0;
    if (!batch.reply_offsets.empty()) {
      sum.reply_policy += batch.reply_offsets[row] < batch.reply_offsets[row + 1] ? weight : 0;
    }
    if (!batch.margins.empty()) {
      sum.margin += batch.margins[row] >= 0 ? weight : 0;
    }
    if (!batch.owners.empty()) {
      const auto owners = batch.owners.subspan(row * cells, cells);
      const bool known =
          std::ranges::any_of(owners, [](int8_t owner) { return owner != kUnknownOwner; });
      sum.ownership += known ? weight : 0;
    }
  }
  return sum;
}

Losses ComputeLosses(const TowerOutput& output, const LossTargets& targets,
                     const LossWeights& batch, const LossOptions& options, const LossParts& parts) {
  Losses losses;
  const at::Tensor log_policy = MaskedLogPolicy(output.policy, targets.legal, targets.is_legal);
  const at::Tensor policy = LossOfPolicy(log_policy, targets, options, parts.policy.get());
  losses.policy = MeanShare(policy, targets.policy_weights, batch.policy);
  losses.policy_floor = MeanShare(Entropy(targets.policy), targets.policy_weights, batch.policy);
  const at::Tensor value = parts.value->Value(output.wdl.log_softmax(1), targets.wdl);
  losses.value = MeanShare(value, targets.weights, batch.value);
  losses.value_floor = MeanShare(parts.value->Floor(targets.wdl), targets.weights, batch.value);
  losses.total = losses.policy + options.value_weight * losses.value;
  AddHeadLosses(output, targets, batch, parts.heads, &losses);
  return losses;
}

Fit MeasureFit(const TowerOutput& output, const LossTargets& targets, const LossWeights& batch,
               const LossOptions& options) {
  const c10::NoGradGuard no_gradients;
  Fit fit;
  const at::Tensor log_policy = MaskedLogPolicy(output.policy, targets.legal, targets.is_legal);
  const auto policy_mean = [&](const at::Tensor& values) {
    return MeanShare(values, targets.policy_weights, batch.policy).item<double>();
  };
  const at::Tensor policy = log_policy.exp();
  const at::Tensor entropy = EntropyOf(policy, log_policy, targets);
  const at::Tensor same = log_policy.argmax(1).eq(targets.policy.argmax(1));
  fit.cross_entropy = policy_mean(-(targets.policy * log_policy).sum(1));
  fit.top1 = policy_mean(same.to(at::kFloat));
  fit.entropy = policy_mean(entropy);
  if (targets.taken.defined()) {
    const at::Tensor ratio = RatioOf(log_policy, targets);
    const at::Tensor over = ratio.gt(1 + options.clip).logical_and(targets.advantages.gt(0));
    const at::Tensor under = ratio.lt(1 - options.clip).logical_and(targets.advantages.lt(0));
    fit.clipped = policy_mean(over.logical_or(under).to(at::kFloat));
    fit.kl_to_data = policy_mean(DivergenceFromData(policy, entropy, targets));
  }
  const auto value_mean = [&](const at::Tensor& values) {
    return MeanShare(values, targets.weights, batch.value).item<double>();
  };
  fit.value_cross_entropy = value_mean(-(targets.wdl * output.wdl.log_softmax(1)).sum(1));
  fit.value_entropy = value_mean(Entropy(targets.wdl));
  AddValues(output.wdl.softmax(1).cpu(), targets.wdl.cpu(), targets.weights.cpu(), batch.value,
            &fit);
  return fit;
}

LossReport ToReport(const Losses& losses) {
  LossReport report = {.total = losses.total.item<double>(),
                       .policy = losses.policy.item<double>(),
                       .policy_floor = losses.policy_floor.item<double>(),
                       .value = losses.value.item<double>(),
                       .value_floor = losses.value_floor.item<double>()};
  for (size_t i = 0; i < losses.heads.size(); ++i) {
    report.heads[i] = losses.heads[i].item<double>();
  }
  return report;
}

}  // namespace kvintet::network
