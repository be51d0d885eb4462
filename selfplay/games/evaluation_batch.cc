// EvaluationBatch: see the header.
#include "selfplay/games/evaluation_batch.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/check.h"
#include "base/status_macros.h"
#include "envs/action_mask.h"

namespace kvintet::selfplay {

using envs::Action;

EvaluationBatch::EvaluationBatch(const envs::Game& game, int capacity, EvaluationCache* cache)
    : game_(game),
      capacity_(capacity),
      cache_(cache),
      views_(capacity, game.Spec().view_bytes),
      offsets_(1),
      wdl_(static_cast<size_t>(capacity)),
      images_(game) {
  if (cache_ != nullptr) {
    keys_.resize(static_cast<size_t>(capacity));
    table_.assign(std::bit_ceil(2 * static_cast<size_t>(capacity)), -1);
  }
}

void EvaluationBatch::Clear() {
  count_ = 0;
  actions_.clear();
  source_.clear();
  waiting_.clear();
  offsets_.resize(1);
  std::ranges::fill(table_, -1);
}

bool EvaluationBatch::Add(envs::ConstViews one, std::span<const Action> legal, int symmetry,
                          bool fresh) {
  KVINTET_CHECK(!Full());
  const size_t first = source_.size();
  Show(one, legal, symmetry);
  if (cache_ != nullptr) {
    const Key128 key = game_.CacheKey(std::as_const(views_)[count_]);
    const size_t place = PlaceOf(key);
    const bool waits = table_[place] >= 0;
    if (waits || (!fresh && LookUp(key, first))) {
      actions_.resize(actions_.size() - legal.size());
      if (waits) {
        waiting_.push_back({table_[place], first});
      } else {
        source_.resize(first);
      }
      return waits;
    }
    keys_[static_cast<size_t>(count_)] = key;
    table_[place] = count_;
  }
  waiting_.push_back({count_, first});
  offsets_.push_back(static_cast<int32_t>(actions_.size()));
  ++count_;
  return true;
}

void EvaluationBatch::Show(envs::ConstViews one, std::span<const Action> legal, int symmetry) {
  if (symmetry != 0) {
    game_.TransformView(symmetry, one, views_[count_]);
    images_.Append(symmetry, one, legal, &actions_, &source_);
    return;
  }
  envs::CopyRows<envs::ViewTag>(one, views_[count_]);
  actions_.insert(actions_.end(), legal.begin(), legal.end());
  for (int32_t i = 0; i < static_cast<int32_t>(legal.size()); ++i) {
    source_.push_back(i);
  }
}

Key128 EvaluationBatch::KeyOf(int view) const {
  return Combine(Combine(keys_[static_cast<size_t>(view)], model_key_.low), model_key_.high);
}

bool EvaluationBatch::LookUp(const Key128& key, size_t first) {
  const size_t size = source_.size() - first;
  raw_logits_.resize(size);
  known_logits_.resize(size);
  const Key128 whole = Combine(Combine(key, model_key_.low), model_key_.high);
  if (model_.empty() || !cache_->Find(whole, raw_logits_, &known_wdl_)) {
    return false;
  }
  for (size_t i = 0; i < size; ++i) {
    known_logits_[static_cast<size_t>(source_[first + i])] = raw_logits_[i];
  }
  return true;
}

size_t EvaluationBatch::PlaceOf(const Key128& key) const {
  size_t place = key.high & (table_.size() - 1);
  while (table_[place] >= 0 && keys_[static_cast<size_t>(table_[place])] != key) {
    place = (place + 1) & (table_.size() - 1);
  }
  return place;
}

absl::Status EvaluationBatch::Evaluate(Evaluator* evaluator) {
  raw_logits_.resize(actions_.size());
  logits_.resize(source_.size());
  const EvaluationRequest request = {std::as_const(views_).Span().Subspan(0, count_), actions_,
                                     offsets_};
  const EvaluationResult result = {.policy_logits = raw_logits_,
                                   .wdl = std::span(wdl_).first(static_cast<size_t>(count_))};
  KVINTET_RETURN_IF_ERROR(evaluator->Evaluate(request, result));
  if (std::string model = evaluator->Id(); model != model_) {
    model_ = std::move(model);
    model_key_ = HashBytes(std::as_bytes(std::span<const char>(model_)));
  }
  const auto raw = [this](int view) {
    const auto from = static_cast<size_t>(offsets_[static_cast<size_t>(view)]);
    const auto to = static_cast<size_t>(offsets_[static_cast<size_t>(view) + 1]);
    return std::span<const float>(raw_logits_).subspan(from, to - from);
  };
  for (const Waiting& waiting : waiting_) {
    for (size_t at = waiting.first; const float logit : raw(waiting.view)) {
      logits_[waiting.first + static_cast<size_t>(source_[at++])] = logit;
    }
  }
  for (int view = 0; cache_ != nullptr && view < count_; ++view) {
    cache_->Insert(KeyOf(view), raw(view), wdl_[static_cast<size_t>(view)]);
  }
  return absl::OkStatus();
}

Evaluation EvaluationBatch::Answer(int i) const {
  const Waiting& waiting = waiting_[static_cast<size_t>(i)];
  const auto view = static_cast<size_t>(waiting.view);
  const auto size = static_cast<size_t>(offsets_[view + 1] - offsets_[view]);
  return {.logits = std::span(logits_).subspan(waiting.first, size), .wdl = wdl_[view]};
}

}  // namespace kvintet::selfplay
