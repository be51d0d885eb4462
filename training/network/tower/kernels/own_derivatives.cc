// Functions of LibTorch's autograd around our own loops.
#include "training/network/tower/kernels/own_derivatives.h"

#include <torch/csrc/autograd/custom_function.h>

#include "base/check.h"
#include "training/network/tower/kernels/tower_loops.h"

namespace kvintet::network {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

constexpr auto kLayout = at::MemoryFormat::ChannelsLast;

Bfloat16Bits* Bits(const at::Tensor& x) { return static_cast<Bfloat16Bits*>(x.data_ptr()); }

void RectifyInPlace(const at::Tensor& x, const at::Tensor& other, const at::Tensor& bias) {
  const Bfloat16Bits* const added = other.defined() ? Bits(other) : nullptr;
  if (bias.defined()) {
    AddBiasRectify(AsActivations(x), added, bias.data_ptr<float>());
  } else if (added != nullptr) {
    AddRectify(AsActivations(x), added);
  } else {
    Rectify(AsActivations(x));
  }
}

class Rectification : public torch::autograd::Function<Rectification> {
 public:
  static at::Tensor forward(AutogradContext* context, const at::Tensor& x,
                            const c10::optional<at::Tensor>& other,
                            const c10::optional<at::Tensor>& bias) {
    RectifyInPlace(x, other.value_or(at::Tensor()), bias.value_or(at::Tensor()));
    context->mark_dirty({x});
    context->save_for_backward({x});
    context->saved_data["adds"] = other.has_value();
    context->saved_data["has_bias"] = bias.has_value();
    return x;
  }

  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    const at::Tensor result = context->get_saved_variables()[0];
    const at::Tensor given = gradients[0].contiguous(kLayout);
    const at::Tensor gradient = at::empty_like(result);
    RectifyGradient(Bits(result), Bits(given), AsActivations(gradient));
    at::Tensor of_bias;
    if (context->saved_data["has_bias"].toBool()) {
      of_bias = at::empty({result.size(0), result.size(1)}, at::kFloat);
      SumCells(AsActivations(gradient), of_bias.data_ptr<float>());
    }
    return {gradient, context->saved_data["adds"].toBool() ? gradient : at::Tensor(), of_bias};
  }
};

class Fork : public torch::autograd::Function<Fork> {
 public:
  static variable_list forward(AutogradContext*, const at::Tensor& x) {
    return {x.alias(), x.alias()};
  }

  static variable_list backward(AutogradContext*, const variable_list& gradients) {
    if (!gradients[0].defined() || !gradients[1].defined()) {
      return {gradients[0].defined() ? gradients[0] : gradients[1]};
    }
    const at::Tensor one = gradients[0].contiguous(kLayout);
    const at::Tensor other = gradients[1].contiguous(kLayout);
    const at::Tensor sum = at::empty_like(one);
    Add(Bits(one), Bits(other), AsActivations(sum));
    return {sum};
  }
};

class Pooling : public torch::autograd::Function<Pooling> {
 public:
  static at::Tensor forward(AutogradContext* context, const at::Tensor& x) {
    at::Tensor pooled = at::empty({x.size(0), 2 * x.size(1)}, at::kFloat);
    const at::Tensor places = at::empty({x.size(0), x.size(1)}, at::kInt);
    Pool(AsActivations(x), pooled.data_ptr<float>(), places.data_ptr<int32_t>());
    context->save_for_backward({places});
    context->saved_data["sizes"] = x.sizes().vec();
    return pooled;
  }

  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    const at::Tensor places = context->get_saved_variables()[0];
    const at::Tensor given = gradients[0].contiguous();
    at::Tensor gradient = at::empty(context->saved_data["sizes"].toIntVector(),
                                    at::TensorOptions().dtype(at::kBFloat16), kLayout);
    PoolGradient(given.data_ptr<float>(), places.data_ptr<int32_t>(), AsActivations(gradient));
    return {gradient};
  }
};

}  // namespace

Activations AsActivations(const at::Tensor& x) {
  return {Bits(x), static_cast<size_t>(x.size(0)), static_cast<size_t>(x.size(2) * x.size(3)),
          static_cast<size_t>(x.size(1))};
}

bool LoopsApply(const at::Tensor& x) {
  return x.scalar_type() == at::kBFloat16 && x.device().is_cpu() && x.is_contiguous(kLayout);
}

at::Tensor OwnRectified(const at::Tensor& x, const at::Tensor& other, const at::Tensor& bias) {
  KVINTET_CHECK(LoopsApply(x) && (!other.defined() || LoopsApply(other)));
  const at::Tensor row_bias = bias.defined() ? bias.contiguous() : bias;
  if (!c10::GradMode::is_enabled()) {
    RectifyInPlace(x, other, row_bias);
    return x;
  }
  using Optional = c10::optional<at::Tensor>;
  return Rectification::apply(x, other.defined() ? Optional(other) : Optional(),
                              row_bias.defined() ? Optional(row_bias) : Optional());
}

std::array<at::Tensor, 2> Forked(const at::Tensor& x) {
  if (!LoopsApply(x) || !c10::GradMode::is_enabled()) {
    return {x, x};
  }
  const variable_list both = Fork::apply(x);
  return {both[0], both[1]};
}

at::Tensor OwnPooled(const at::Tensor& x) {
  KVINTET_CHECK(LoopsApply(x));
  if (c10::GradMode::is_enabled()) {
    return Pooling::apply(x);
  }
  at::Tensor pooled = at::empty({x.size(0), 2 * x.size(1)}, at::kFloat);
  Pool(AsActivations(x), pooled.data_ptr<float>());
  return pooled;
}

}  // namespace kvintet::network
