// The tower: the body, and the heads upon it.
#include "training/network/tower/tower.h"

#include <utility>

#include "training/network/tower/kernels/own_derivatives.h"

namespace kvintet::network {

Tower::Tower(const NetworkShape& shape, const NetworkSize& size,
             std::span<const at::Tensor> parameters, const TowerFormat& format,
             const TrainingHeads& heads)
    : shape_(shape) {
  LayerReader reader(parameters, format);
  body_ = MakeBody(shape, size, &reader);
  hidden_ = reader.Linear();
  value_ = reader.Linear();
  if (shape.policy_planes > 0) {
    policy_first_ = reader.Convolution();
    policy_pooled_ = reader.Linear(false);
  }
  policy_ = ReadPolicy(shape, &reader);
  if (shape.FeatureCount() > 0) {
    slots_ = ReadSlots(&reader);
  }
  for (const std::string& name : heads.names) {
    heads_.push_back(EntryOfHead(name).make(shape, size, &reader));
  }
}

TowerOutput Tower::Forward(const at::Tensor& planes, const at::Tensor& globals) const {
  auto [pooled, body] = Forked(body_->Forward(planes, globals));
  HeadFeatures features = {.body = std::move(body)};
  features.pooled = Pooled(pooled);
  features.hidden = Linear(features.pooled, hidden_).relu_();
  if (policy_first_.Exists()) {
    const at::Tensor p = Convolve(features.body, policy_first_);
    features.policy =
        BiasedRectified(p, Linear(features.pooled, policy_pooled_), {}).to(at::kFloat);
  }
  TowerOutput output = {.policy = PolicyLogits(shape_, policy_, features.policy, features.hidden),
                        .wdl = Linear(features.hidden, value_)};
  if (slots_.last.Exists()) {
    AddSlotLogits(shape_, slots_, globals, features.pooled, &output.policy);
  }
  for (const std::unique_ptr<TrainingHead>& head : heads_) {
    output.heads.push_back(head->Forward(features));
  }
  return output;
}

}  // namespace kvintet::network
