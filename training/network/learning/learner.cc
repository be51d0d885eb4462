// Learner: see the header.
#include "training/network/learning/learner.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <span>
#include <utility>

#include <absl/strings/str_cat.h>
#include <absl/strings/str_format.h>

#include "base/check.h"
#include "base/status_macros.h"
#include "training/network/learning/flat_layout.h"
#include "training/network/learning/gradient_pass.h"
#include "training/network/learning/losses.h"
#include "training/network/tower/kernels/aten.h"
#include "training/network/tower/libtorch.h"

namespace kvintet::network {
namespace {

constexpr double kAdamEpsilon = 1e-8;
// Factor of the learning rate at the end of the cosine.
constexpr double kLastRate = 0.01;

// The arrays of a learner, each [parameters]: first the parameters with weight decay, then the
// others. The magnet's array exists only if the loss has a magnet.
enum Array : size_t { kWeights, kAverage, kMoment1, kMoment2, kMagnet, kArrays };
constexpr std::array<const char*, kArrays> kArrayNames = {"weights.", "average.", "moment1.",
                                                          "moment2.", "magnet."};

size_t NumArrays(bool magnet) { return magnet ? kArrays : kMagnet; }

absl::Status CheckRange(const char* name, double value, double min, double max) {
  if (!(value >= min && value <= max)) {
    return absl::InvalidArgumentError(
        absl::StrFormat("learner %s must be within %g to %g, is %g", name, min, max, value));
  }
  return absl::OkStatus();
}

absl::Status CheckSchedules(const LearnerOptions& options) {
  if (options.cosine_steps > 0 && options.decay_steps > 0) {
    return absl::InvalidArgumentError(
        absl::StrFormat("learner cosine_steps excludes decay_steps: one of them must be 0, they "
                        "are %d and %d",
                        options.cosine_steps, options.decay_steps));
  }
  if (options.anneal_steps > 0 && (options.cosine_steps > 0 || options.decay_steps > 0)) {
    return absl::InvalidArgumentError(
        absl::StrFormat("learner anneal_steps excludes cosine_steps and decay_steps: it or both "
                        "must be 0, they are %d, %d and %d",
                        options.anneal_steps, options.cosine_steps, options.decay_steps));
  }
  return absl::OkStatus();
}

// The factor on the rate and on kl_to_uniform at step n, counted from 1.
double Annealing(const LearnerOptions& options, int64_t n) {
  if (options.anneal_steps == 0) {
    return 1;
  }
  return n >= options.anneal_steps
             ? options.anneal_to
             : std::pow(static_cast<double>(n),
                        std::log(options.anneal_to) /
                            std::log(static_cast<double>(options.anneal_steps)));
}

// The factor on the learning rate at step n, counted from 1.
double RateFactor(const LearnerOptions& options, int64_t n) {
  const auto step = static_cast<double>(n);
  const double warmth = std::min(1.0, step / (options.warmup_steps + 1)) * Annealing(options, n);
  if (options.cosine_steps > 0) {
    const double part = std::min(1.0, step / options.cosine_steps);
    const double wave = (1 + std::cos(std::numbers::pi * part)) / 2;
    return warmth * (kLastRate + (1 - kLastRate) * wave);
  }
  return options.decay_steps == 0 ? warmth
                                  : warmth * std::sqrt(std::min(1.0, options.decay_steps / step));
}

}  // namespace

absl::Status CheckOptions(const LearnerOptions& options) {
  KVINTET_RETURN_IF_ERROR(CheckRange("learning_rate", options.learning_rate, 1e-12, 10));
  KVINTET_RETURN_IF_ERROR(CheckRange("beta1", options.beta1, 0, 0.99999));
  KVINTET_RETURN_IF_ERROR(CheckRange("beta2", options.beta2, 0, 0.999999));
  KVINTET_RETURN_IF_ERROR(CheckRange("momentum", options.momentum, 0, 0.999999));
  KVINTET_RETURN_IF_ERROR(CheckRange("weight_decay", options.weight_decay, 0, 10));
  KVINTET_RETURN_IF_ERROR(CheckRange("clip_norm", options.clip_norm, 0, 1e9));
  KVINTET_RETURN_IF_ERROR(CheckRange("warmup_steps", options.warmup_steps, 0, 1e9));
  KVINTET_RETURN_IF_ERROR(CheckRange("decay_steps", options.decay_steps, 0, 1e9));
  KVINTET_RETURN_IF_ERROR(CheckRange("cosine_steps", options.cosine_steps, 0, 1e9));
  KVINTET_RETURN_IF_ERROR(CheckRange("anneal_steps", options.anneal_steps, 0, 1e9));
  KVINTET_RETURN_IF_ERROR(CheckRange("anneal_to", options.anneal_to, 1e-12, 1));
  KVINTET_RETURN_IF_ERROR(CheckSchedules(options));
  KVINTET_RETURN_IF_ERROR(CheckRange("average_decay", options.average_decay, 0, 0.9999999));
  KVINTET_RETURN_IF_ERROR(CheckRange("value_weight", options.loss.value_weight, 0, 1e6));
  KVINTET_RETURN_IF_ERROR(CheckRange("clip", options.loss.clip, 1e-6, 1e6));
  KVINTET_RETURN_IF_ERROR(CheckRange("kl_to_data", options.loss.kl_to_data, 0, 1e6));
  KVINTET_RETURN_IF_ERROR(CheckRange("kl_to_uniform", options.loss.kl_to_uniform, 0, 1e6));
  KVINTET_RETURN_IF_ERROR(CheckRange("kl_to_magnet", options.loss.kl_to_magnet, 0, 1e6));
  KVINTET_RETURN_IF_ERROR(CheckRange("neurd_max_weight", options.loss.neurd_max_weight, 0, 1e6));
  KVINTET_RETURN_IF_ERROR(CheckRange("magnet_steps", options.magnet_steps, 1, 1e9));
  KVINTET_RETURN_IF_ERROR(MakeLossParts(options.loss).status());
  return CheckRange("threads", options.threads, 1, 1024);
}

std::vector<WeightSpec> LearnerStateLayout(const NetworkShape& shape, const NetworkSize& size,
                                           const TrainingHeads& heads, bool magnet) {
  const std::vector<WeightSpec> layout = WeightLayout(shape, size, heads);
  std::vector<WeightSpec> all;
  for (const char* const prefix : std::span(kArrayNames).first(NumArrays(magnet))) {
    for (WeightSpec spec : layout) {
      spec.name = prefix + spec.name;
      all.push_back(std::move(spec));
    }
  }
  return all;
}

struct Learner::Impl {
  Impl(const NetworkShape& network_shape, const NetworkSize& network_size,
       std::vector<WeightSpec> specs, const LearnerOptions& learner_options)
      : shape(network_shape),
        size(network_size),
        options(learner_options),
        layout(std::move(specs)),
        pass(shape, size,
             {.loss = options.loss,
              .precision = options.precision,
              .device = options.device,
              .threads = options.threads}) {}

  NetworkShape shape;
  NetworkSize size;
  LearnerOptions options;
  FlatLayout layout;
  GradientPass pass;
  RankGroup* group = nullptr;
  std::array<at::Tensor, kArrays> arrays;
  at::Tensor gradient;
  int64_t steps = 0;

  bool HasMagnet() const { return options.loss.kl_to_magnet > 0; }
  // The arrays that this learner has.
  std::span<at::Tensor> Arrays() { return std::span(arrays).first(NumArrays(HasMagnet())); }
  void Allocate();
  void Fill(Array array, std::span<const NamedTensor> tensors);
  // Copies the first `count` parameters; those of the heads are last.
  std::vector<NamedTensor> Copy(Array array, const std::string& prefix, size_t count) const;
  std::vector<NamedTensor> Published(Array array) const {
    return Copy(array, "", WeightLayout(shape, size).size());
  }
  absl::Status CheckFinite(const LossReport& losses) const;
  absl::StatusOr<LossReport> Step(const TrainingBatch& batch);
  void Update(double rate);
  void DescendByMomentum(double rate);
  void DescendByAdam(double rate);
};

void Learner::Impl::Allocate() {
  const auto flat = at::TensorOptions().dtype(at::kFloat).device(TorchDevice(options.device));
  for (at::Tensor& array : Arrays()) {
    array = at::zeros({layout.Size()}, flat);
  }
  gradient = at::zeros({layout.Size()}, flat);
  if (HasMagnet()) {
    pass.UseMagnet(arrays[kMagnet]);
  }
}

void Learner::Impl::Fill(Array array, std::span<const NamedTensor> tensors) {
  const c10::NoGradGuard no_gradients;
  for (size_t i = 0; i < layout.Specs().size(); ++i) {
    layout.View(arrays[array], i)
        .copy_(Borrow<float>(tensors[i].values, tensors[i].shape, at::kFloat));
  }
}

std::vector<NamedTensor> Learner::Impl::Copy(Array array, const std::string& prefix,
                                             size_t count) const {
  const at::Tensor host = arrays[array].cpu();
  std::vector<NamedTensor> tensors;
  for (size_t i = 0; i < count; ++i) {
    const WeightSpec& spec = layout.Specs()[i];
    const float* const begin = layout.View(host, i).data_ptr<float>();
    tensors.push_back(
        {prefix + spec.name, spec.shape, std::vector<float>(begin, begin + spec.Count())});
  }
  return tensors;
}

absl::Status Learner::Impl::CheckFinite(const LossReport& losses) const {
  if (!std::isfinite(losses.total)) {
    return absl::InternalError(absl::StrFormat(
        "learner step %d: loss is not finite (policy %g, value %g); a lower learning rate or "
        "clip_norm may help",
        steps, losses.policy, losses.value));
  }
  return absl::OkStatus();
}

absl::StatusOr<LossReport> Learner::Impl::Step(const TrainingBatch& batch) {
  pass.AnnealDivergences(Annealing(options, steps + 1));
  KVINTET_ASSIGN_OR_RETURN(LossReport report,
                           pass.Differentiate(layout, arrays[kWeights], batch, group, &gradient));
  KVINTET_RETURN_IF_ERROR(CheckFinite(report));
  const c10::NoGradGuard no_gradients;
  report.gradient_norm = gradient.norm().item<double>();
  if (!std::isfinite(report.gradient_norm)) {
    return absl::InternalError(absl::StrFormat("learner step %d: gradient is not finite", steps));
  }
  if (options.clip_norm > 0 && report.gradient_norm > options.clip_norm) {
    gradient.mul_(options.clip_norm / report.gradient_norm);
  }
  report.learning_rate = options.learning_rate * RateFactor(options, steps + 1) * batch.rate_share;
  Update(report.learning_rate);
  return report;
}

void Learner::Impl::Update(double rate) {
  if (options.optimizer == OptimizerKind::kSgd) {
    DescendByMomentum(rate);
  } else {
    DescendByAdam(rate);
  }
  ++steps;
  const auto done = static_cast<double>(steps);
  const double kept = std::min(options.average_decay, done / (10 + done));
  arrays[kAverage].lerp_(arrays[kWeights], 1 - kept);
  if (HasMagnet() && steps % options.magnet_steps == 0) {
    arrays[kMagnet].copy_(arrays[kAverage]);
  }
}

void Learner::Impl::DescendByMomentum(double rate) {
  at::Tensor& weights = arrays[kWeights];
  at::Tensor& momentum = arrays[kMoment1];
  gradient.narrow(0, 0, layout.Decaying())
      .add_(weights.narrow(0, 0, layout.Decaying()), options.weight_decay);
  momentum.mul_(options.momentum).add_(gradient);
  weights.add_(gradient, -rate).add_(momentum, -rate * options.momentum);
}

void Learner::Impl::DescendByAdam(double rate) {
  at::Tensor& weights = arrays[kWeights];
  at::Tensor& mean = arrays[kMoment1];
  at::Tensor& square = arrays[kMoment2];
  const auto step = static_cast<double>(steps + 1);
  weights.narrow(0, 0, layout.Decaying()).mul_(1 - rate * options.weight_decay);
  mean.lerp_(gradient, 1 - options.beta1);
  square.mul_(options.beta2).addcmul_(gradient, gradient, 1 - options.beta2);
  const at::Tensor scale = square.div(1 - std::pow(options.beta2, step)).sqrt_().add_(kAdamEpsilon);
  weights.addcdiv_(mean, scale, -rate / (1 - std::pow(options.beta1, step)));
}

absl::StatusOr<std::unique_ptr<Learner>> Learner::Create(const NetworkShape& shape,
                                                         const NetworkSize& size,
                                                         const Weights& weights,
                                                         const LearnerOptions& options) {
  KVINTET_RETURN_IF_ERROR(CheckShape(shape));
  KVINTET_RETURN_IF_ERROR(CheckSize(size));
  KVINTET_RETURN_IF_ERROR(CheckOptions(options));
  std::vector<WeightSpec> layout = WeightLayout(shape, size, options.loss.Heads());
  KVINTET_RETURN_IF_ERROR(CheckWeights(layout, weights, "learner weights"));
  auto impl = std::make_unique<Impl>(shape, size, std::move(layout), options);
  KVINTET_RETURN_IF_ERROR(CatchTorch("learner on " + DeviceName(options.device), [&] {
    impl->Allocate();
    impl->Fill(kWeights, weights);
    impl->Fill(kAverage, weights);
    if (impl->HasMagnet()) {
      impl->Fill(kMagnet, weights);
    }
    return absl::OkStatus();
  }));
  return std::unique_ptr<Learner>(new Learner(std::move(impl)));
}

Learner::Learner(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Learner::~Learner() = default;

absl::StatusOr<LossReport> Learner::Step(const TrainingBatch& batch) {
  KVINTET_RETURN_IF_ERROR(CheckBatch(impl_->shape, impl_->options.loss.Heads(), batch));
  UseThreads(1);
  LossReport report;
  KVINTET_RETURN_IF_ERROR(CatchTorch("learner step", [&]() -> absl::Status {
    KVINTET_ASSIGN_OR_RETURN(report, impl_->Step(batch));
    return absl::OkStatus();
  }));
  return report;
}

absl::StatusOr<LossReport> Learner::Measure(const TrainingBatch& batch, Which which) {
  KVINTET_RETURN_IF_ERROR(CheckBatch(impl_->shape, impl_->options.loss.Heads(), batch));
  impl_->pass.AnnealDivergences(Annealing(impl_->options, impl_->steps + 1));
  const at::Tensor& weights = impl_->arrays[which == Which::kNewest ? kWeights : kAverage];
  KVINTET_ASSIGN_OR_RETURN(const LossReport report,
                           impl_->pass.Measure(impl_->layout, weights, batch));
  KVINTET_RETURN_IF_ERROR(impl_->CheckFinite(report));
  return report;
}

void Learner::UseGroup(RankGroup* group) { impl_->group = group; }

int64_t Learner::Steps() const { return impl_->steps; }

Weights Learner::NewestWeights() const { return impl_->Published(kWeights); }
Weights Learner::AveragedWeights() const { return impl_->Published(kAverage); }

LearnerState Learner::SaveState() const {
  LearnerState state{impl_->steps, {}};
  for (size_t array = 0; array < impl_->Arrays().size(); ++array) {
    for (NamedTensor& tensor :
         impl_->Copy(static_cast<Array>(array), kArrayNames[array], impl_->layout.Specs().size())) {
      state.tensors.push_back(std::move(tensor));
    }
  }
  return state;
}

absl::Status Learner::LoadState(const LearnerState& state) {
  const std::vector<WeightSpec> wanted = LearnerStateLayout(
      impl_->shape, impl_->size, impl_->options.loss.Heads(), impl_->HasMagnet());
  KVINTET_RETURN_IF_ERROR(CheckWeights(wanted, state.tensors, "learner state"));
  if (state.steps < 0) {
    return absl::InvalidArgumentError(
        absl::StrFormat("learner state: steps must be at least 0, is %d", state.steps));
  }
  const size_t count = impl_->layout.Specs().size();
  for (const NamedTensor& tensor : std::span(state.tensors).subspan(kMoment2 * count, count)) {
    if (std::ranges::any_of(tensor.values, [](float value) { return value < 0; })) {
      return absl::InvalidArgumentError(
          absl::StrCat("learner state: tensor ", tensor.name, " has a negative mean square"));
    }
  }
  return CatchTorch("learner state", [&] {
    for (size_t array = 0; array < impl_->Arrays().size(); ++array) {
      impl_->Fill(static_cast<Array>(array),
                  std::span(state.tensors).subspan(array * count, count));
    }
    impl_->steps = state.steps;
    return absl::OkStatus();
  });
}

}  // namespace kvintet::network
