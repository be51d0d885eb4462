// Gradient steps on one flat array of parameters, so that the optimiser is a few vector operations.
#include "training/network/learner.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

#include <absl/strings/str_cat.h>
#include <absl/strings/str_format.h>

#include "base/check.h"
#include "base/status_macros.h"
#include "training/network/aten.h"
#include "training/network/libtorch.h"
#include "training/network/losses.h"
#include "training/network/residual_tower.h"

namespace kvintet::network {
namespace {

constexpr double kAdamEpsilon = 1e-8;

// The arrays of a learner, each [parameters]: those that decay first, then the others.
enum Array : size_t { kWeights, kAverage, kMoment1, kMoment2, kArrays };
constexpr std::array<const char*, kArrays> kArrayNames = {"weights.", "average.", "moment1.",
                                                          "moment2."};

absl::Status CheckRange(const char* name, double value, double min, double max) {
  if (!(value >= min && value <= max)) {
    return absl::InvalidArgumentError(
        absl::StrFormat("learner %s must be within %g to %g, is %g", name, min, max, value));
  }
  return absl::OkStatus();
}

double Number(const at::Tensor& scalar) { return scalar.item<double>(); }

}  // namespace

absl::Status CheckOptions(const LearnerOptions& options) {
  KVINTET_RETURN_IF_ERROR(CheckRange("learning_rate", options.learning_rate, 1e-12, 10));
  KVINTET_RETURN_IF_ERROR(CheckRange("beta1", options.beta1, 0, 0.99999));
  KVINTET_RETURN_IF_ERROR(CheckRange("beta2", options.beta2, 0, 0.999999));
  KVINTET_RETURN_IF_ERROR(CheckRange("momentum", options.momentum, 0, 0.999999));
  KVINTET_RETURN_IF_ERROR(CheckRange("weight_decay", options.weight_decay, 0, 10));
  KVINTET_RETURN_IF_ERROR(CheckRange("clip_norm", options.clip_norm, 0, 1e9));
  KVINTET_RETURN_IF_ERROR(CheckRange("warmup_steps", options.warmup_steps, 0, 1e9));
  KVINTET_RETURN_IF_ERROR(CheckRange("average_decay", options.average_decay, 0, 0.9999999));
  KVINTET_RETURN_IF_ERROR(CheckRange("value_weight", options.value_weight, 0, 1e6));
  return CheckRange("threads", options.threads, 1, 1024);
}

std::vector<WeightSpec> LearnerStateLayout(const NetworkShape& shape, const NetworkSize& size) {
  const std::vector<WeightSpec> layout = WeightLayout(shape, size);
  std::vector<WeightSpec> all;
  for (const char* const prefix : kArrayNames) {
    for (WeightSpec spec : layout) {
      spec.name = prefix + spec.name;
      all.push_back(std::move(spec));
    }
  }
  return all;
}

struct Learner::Impl {
  NetworkShape shape;
  NetworkSize size;
  LearnerOptions options;
  std::vector<WeightSpec> layout;
  // Where each parameter of the layout begins in the flat arrays.
  std::vector<int64_t> places;
  // Elements that decay; they come first.
  int64_t decaying = 0;
  std::array<at::Tensor, kArrays> arrays;
  at::Tensor gradient;
  // Views into arrays[kWeights] whose gradients are views into `gradient`.
  std::vector<at::Tensor> parameters;
  int64_t steps = 0;

  void Allocate();
  at::Tensor View(const at::Tensor& flat, size_t index) const;
  void Fill(Array array, std::span<const NamedTensor> tensors);
  std::vector<NamedTensor> Copy(Array array, const std::string& prefix) const;
  Losses Forward(const TrainingBatch& batch) const;
  absl::StatusOr<LossReport> Report(const Losses& losses) const;
  void Update(double rate);
  void DescendByMomentum(double rate);
  void DescendByAdam(double rate);
};

// Lays the parameters out and binds their gradients.
void Learner::Impl::Allocate() {
  places.resize(layout.size());
  int64_t end = 0;
  for (const bool decays : {true, false}) {
    for (size_t i = 0; i < layout.size(); ++i) {
      if (layout[i].decays == decays) {
        places[i] = end;
        end += layout[i].Count();
      }
    }
    if (decays) {
      decaying = end;
    }
  }
  const auto flat = at::TensorOptions().dtype(at::kFloat).device(TorchDevice(options.device));
  for (at::Tensor& array : arrays) {
    array = at::zeros({end}, flat);
  }
  gradient = at::zeros({end}, flat);
  for (size_t i = 0; i < layout.size(); ++i) {
    parameters.push_back(View(arrays[kWeights], i).detach().requires_grad_());
    parameters.back().mutable_grad() = View(gradient, i);
  }
}

at::Tensor Learner::Impl::View(const at::Tensor& flat, size_t index) const {
  return flat.narrow(0, places[index], layout[index].Count()).view(layout[index].shape);
}

void Learner::Impl::Fill(Array array, std::span<const NamedTensor> tensors) {
  const at::NoGradGuard no_gradients;
  for (size_t i = 0; i < layout.size(); ++i) {
    View(arrays[array], i).copy_(Borrow<float>(tensors[i].values, tensors[i].shape, at::kFloat));
  }
}

std::vector<NamedTensor> Learner::Impl::Copy(Array array, const std::string& prefix) const {
  const at::Tensor host = arrays[array].cpu();
  const float* const values = host.data_ptr<float>();
  std::vector<NamedTensor> tensors;
  for (size_t i = 0; i < layout.size(); ++i) {
    const float* const begin = values + places[i];
    tensors.push_back({prefix + layout[i].name, layout[i].shape,
                       std::vector<float>(begin, begin + layout[i].Count())});
  }
  return tensors;
}

Losses Learner::Impl::Forward(const TrainingBatch& batch) const {
  const c10::Device device = TorchDevice(options.device);
  const int64_t rows = batch.Rows();
  const at::Tensor planes =
      Borrow<uint8_t>(batch.planes, {rows, shape.planes, shape.height, shape.width}, at::kByte);
  const at::Tensor globals = Borrow<float>(batch.globals, {rows, shape.globals}, at::kFloat);
  const ResidualTower tower(shape, size, parameters, {.type = TorchType(options.precision)});
  return ComputeLosses(tower.Forward(planes.to(device), globals.to(device)),
                       MakeLossTargets(shape, batch, device), options.value_weight);
}

absl::StatusOr<LossReport> Learner::Impl::Report(const Losses& losses) const {
  LossReport report;
  report.total = Number(losses.total);
  report.policy = Number(losses.policy);
  report.policy_floor = Number(losses.policy_floor);
  report.value = Number(losses.value);
  report.value_floor = Number(losses.value_floor);
  if (!std::isfinite(report.total)) {
    return absl::InternalError(absl::StrFormat(
        "learner step %d: loss is not finite (policy %g, value %g); a lower learning rate or "
        "clip_norm may help",
        steps, report.policy, report.value));
  }
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
}

void Learner::Impl::DescendByMomentum(double rate) {
  at::Tensor& weights = arrays[kWeights];
  at::Tensor& momentum = arrays[kMoment1];
  gradient.narrow(0, 0, decaying).add_(weights.narrow(0, 0, decaying), options.weight_decay);
  momentum.mul_(options.momentum).add_(gradient);
  weights.add_(gradient, -rate).add_(momentum, -rate * options.momentum);
}

void Learner::Impl::DescendByAdam(double rate) {
  at::Tensor& weights = arrays[kWeights];
  at::Tensor& mean = arrays[kMoment1];
  at::Tensor& square = arrays[kMoment2];
  const auto step = static_cast<double>(steps + 1);
  weights.narrow(0, 0, decaying).mul_(1 - rate * options.weight_decay);
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
  std::vector<WeightSpec> layout = WeightLayout(shape, size);
  KVINTET_RETURN_IF_ERROR(CheckWeights(layout, weights, "learner weights"));
  auto impl = std::make_unique<Impl>();
  impl->shape = shape;
  impl->size = size;
  impl->options = options;
  impl->layout = std::move(layout);
  KVINTET_RETURN_IF_ERROR(CatchTorch("learner on " + DeviceName(options.device), [&] {
    impl->Allocate();
    impl->Fill(kWeights, weights);
    impl->Fill(kAverage, weights);
    return absl::OkStatus();
  }));
  return std::unique_ptr<Learner>(new Learner(std::move(impl)));
}

Learner::Learner(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Learner::~Learner() = default;

absl::StatusOr<LossReport> Learner::Step(const TrainingBatch& batch) {
  KVINTET_RETURN_IF_ERROR(CheckBatch(impl_->shape, batch));
  LossReport report;
  KVINTET_RETURN_IF_ERROR(CatchTorch("learner step", [&]() -> absl::Status {
    UseThreads(impl_->options.threads);
    impl_->gradient.zero_();
    const Losses losses = impl_->Forward(batch);
    KVINTET_ASSIGN_OR_RETURN(report, impl_->Report(losses));
    losses.total.backward();
    const at::NoGradGuard no_gradients;
    report.gradient_norm = Number(impl_->gradient.norm());
    if (!std::isfinite(report.gradient_norm)) {
      return absl::InternalError(
          absl::StrFormat("learner step %d: gradient is not finite", impl_->steps));
    }
    const double clip = impl_->options.clip_norm;
    if (clip > 0 && report.gradient_norm > clip) {
      impl_->gradient.mul_(clip / report.gradient_norm);
    }
    const double warmth =
        std::min(1.0, static_cast<double>(impl_->steps + 1) / (impl_->options.warmup_steps + 1));
    report.learning_rate = impl_->options.learning_rate * warmth;
    impl_->Update(report.learning_rate);
    return absl::OkStatus();
  }));
  return report;
}

absl::StatusOr<LossReport> Learner::Measure(const TrainingBatch& batch) {
  KVINTET_RETURN_IF_ERROR(CheckBatch(impl_->shape, batch));
  LossReport report;
  KVINTET_RETURN_IF_ERROR(CatchTorch("learner measurement", [&]() -> absl::Status {
    UseThreads(impl_->options.threads);
    const at::NoGradGuard no_gradients;
    KVINTET_ASSIGN_OR_RETURN(report, impl_->Report(impl_->Forward(batch)));
    return absl::OkStatus();
  }));
  return report;
}

void Learner::SetLearningRate(double rate) {
  KVINTET_CHECK_GT(rate, 0);
  impl_->options.learning_rate = rate;
}

int64_t Learner::Steps() const { return impl_->steps; }

Weights Learner::NewestWeights() const { return impl_->Copy(kWeights, ""); }
Weights Learner::AveragedWeights() const { return impl_->Copy(kAverage, ""); }

LearnerState Learner::SaveState() const {
  LearnerState state{impl_->steps, {}};
  for (size_t array = 0; array < kArrays; ++array) {
    for (NamedTensor& tensor : impl_->Copy(static_cast<Array>(array), kArrayNames[array])) {
      state.tensors.push_back(std::move(tensor));
    }
  }
  return state;
}

absl::Status Learner::LoadState(const LearnerState& state) {
  const std::vector<WeightSpec> wanted = LearnerStateLayout(impl_->shape, impl_->size);
  KVINTET_RETURN_IF_ERROR(CheckWeights(wanted, state.tensors, "learner state"));
  if (state.steps < 0) {
    return absl::InvalidArgumentError(
        absl::StrFormat("learner state: steps must be at least 0, is %d", state.steps));
  }
  const size_t count = impl_->layout.size();
  for (const NamedTensor& tensor : std::span(state.tensors).subspan(kMoment2 * count)) {
    if (std::ranges::any_of(tensor.values, [](float value) { return value < 0; })) {
      return absl::InvalidArgumentError(
          absl::StrCat("learner state: tensor ", tensor.name, " has a negative mean square"));
    }
  }
  return CatchTorch("learner state", [&] {
    for (size_t array = 0; array < kArrays; ++array) {
      impl_->Fill(static_cast<Array>(array),
                  std::span(state.tensors).subspan(array * count, count));
    }
    impl_->steps = state.steps;
    return absl::OkStatus();
  });
}

}  // namespace kvintet::network
