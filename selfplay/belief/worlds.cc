// Worlds: see the header.
#include "selfplay/belief/worlds.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/portable_math.h"
#include "selfplay/evaluators/softmax.h"
#include "selfplay/search/temperature.h"

namespace kvintet::selfplay {
namespace {

// Lower bound of action probabilities, since a policy must not rule an action out.
constexpr double kMinLikelihood = 0.01;

}  // namespace

Worlds::Worlds(const envs::Game& game) : game_(game), view_(1, game.Spec().view_bytes) {}

void Worlds::Start(envs::ConstViews one, const Key128& key, const std::string& record, int moves) {
  envs::CopyRows<envs::ViewTag>(one, view_.Span());
  key_ = key;
  particles_.clear();
  weights_.clear();
  for (; !record.empty() && moves > 0 && particles_.empty(); --moves) {
    Remember(record, moves);
  }
}

// Finds particles that go back up to `moves` moves of the other seat, or none.
void Worlds::Remember(const std::string& record, int moves) {
  std::optional<Recollection> recollection = Recollection::Make(game_, view_.Span(), record, moves);
  if (!recollection) {
    return;
  }
  RandomStream random = Stream(static_cast<uint32_t>(moves), Purpose::kSampling);
  for (int tries = 0; tries < kTries && std::ssize(particles_) < kParticles; ++tries) {
    if (std::optional<Particle> particle = recollection->Try(&random)) {
      weights_.push_back(portable::Log(particle->chance));
      particles_.push_back(*std::move(particle));
    }
  }
  if (std::ssize(particles_) < kFewest) {
    particles_.clear();
    weights_.clear();
  }
}

Script Worlds::Weigh(Dialogue* asks) {
  for (size_t i = 0; i < particles_.size(); ++i) {
    for (size_t k = 0; k < particles_[i].asked.size(); ++k) {
      const Evaluation& evaluation = co_await asks->Ask(particles_[i].asked[k]);
      priors_.resize(evaluation.logits.size());
      scratch_.resize(evaluation.logits.size());
      Softmax(evaluation.logits, scratch_, priors_);
      const auto chosen = static_cast<double>(priors_[particles_[i].chosen[k]]);
      weights_[i] += portable::Log(std::max(kMinLikelihood, chosen));
    }
  }
  if (!particles_.empty()) {
    Normalise();
  }
}

void Worlds::Normalise() {
  const double most = *std::ranges::max_element(weights_);
  double sum = 0;
  for (double& weight : weights_) {
    weight = portable::Exp(weight - most);
    sum += weight;
  }
  for (double& weight : weights_) {
    weight /= sum;
  }
}

Belief Worlds::Held(const envs::HeldThings& things) const {
  const envs::Seat other = envs::Other(game_.ViewSeat(view_.Span()));
  Belief belief = {.probabilities = std::vector<double>(static_cast<size_t>(things.Count())),
                   .certain = things.Certain(view_.Span())};
  const auto add = [&](envs::ConstPositions one, double weight) {
    for (const int thing : things.Held(one, other)) {
      belief.probabilities[static_cast<size_t>(thing)] += weight;
    }
  };
  if (!belief.certain && !particles_.empty()) {
    belief.samples = static_cast<int>(particles_.size());
    for (size_t i = 0; i < particles_.size(); ++i) {
      add(std::as_const(particles_[i].position).Span(), weights_[i]);
    }
    return belief;
  }
  const int draws = belief.certain ? 1 : kSamples;
  belief.samples = belief.certain ? 0 : draws;
  envs::PositionBuffer position(1, game_.Spec().position_bytes);
  for (int i = 0; i < draws; ++i) {
    Draw(static_cast<uint32_t>(i), position.Span());
    add(std::as_const(position).Span(), 1);
  }
  for (double& each : belief.probabilities) {
    each /= draws;
  }
  return belief;
}

void Worlds::Draw(uint32_t sample, envs::Positions out) const {
  RandomStream random = Stream(sample, Purpose::kResample);
  if (particles_.empty()) {
    game_.Resample(view_.Span(), &random, out);
    return;
  }
  const size_t chosen = DrawIndex(weights_, &random);
  envs::CopyRows<envs::PositionTag>(particles_[chosen].position.Span(), out);
}

}  // namespace kvintet::selfplay
