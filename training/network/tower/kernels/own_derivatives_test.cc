// Our own derivatives against those of LibTorch's operations.
#include "training/network/tower/kernels/own_derivatives.h"

#include <torch/csrc/autograd/generated/variable_factories.h>

#include <gtest/gtest.h>

#include "training/network/tower/layers.h"

namespace kvintet::network {
namespace {

constexpr int64_t kRows = 4;
constexpr int64_t kChannels = 16;
constexpr int64_t kSide = 5;

// Activations that are exact in bfloat16, so that sums of few of them hardly round.
at::Tensor Values(uint64_t seed) {
  at::Generator generator = at::detail::createCPUGenerator(seed);
  return (at::randn({kRows, kChannels, kSide, kSide}, generator) * 8).round() / 8;
}

at::Tensor Leaf(const at::Tensor& values) { return values.clone().set_requires_grad(true); }

// In bfloat16, channels last; not a leaf, so that it can be changed in place.
at::Tensor Rough(const at::Tensor& leaf) {
  return leaf.to(at::kBFloat16, false, true, at::MemoryFormat::ChannelsLast);
}

// Derivatives of sum(result * weights).
void Differentiate(const at::Tensor& result, const at::Tensor& weights) {
  (result.to(at::kFloat) * weights).sum().backward();
}

void ExpectNear(const at::Tensor& found, const at::Tensor& wanted) {
  ASSERT_TRUE(found.defined());
  EXPECT_LT((found - wanted).abs().max().item<float>(), 0.02f * wanted.abs().max().item<float>());
}

TEST(OwnDerivativesTest, OnlyForRoughActivations) {
  const at::Tensor x = Rough(Values(1));
  EXPECT_TRUE(LoopsApply(x));
  EXPECT_FALSE(LoopsApply(x.to(at::kFloat)));
  EXPECT_FALSE(LoopsApply(x.contiguous()));
}

TEST(OwnDerivativesTest, WithoutDerivativesResultsAreTheSame) {
  const at::Tensor bias = Values(3).select(3, 0).select(2, 0).contiguous();
  const at::Tensor with = OwnRectified(Rough(Leaf(Values(1))), Rough(Values(2)), bias);
  EXPECT_TRUE(with.requires_grad());
  const at::Tensor pooled = OwnPooled(with);
  const c10::NoGradGuard no_gradients;
  const at::Tensor without = OwnRectified(Rough(Values(1)), Rough(Values(2)), bias);
  EXPECT_FALSE(without.requires_grad());
  EXPECT_TRUE(at::equal(without, with));
  EXPECT_TRUE(at::equal(OwnPooled(without), pooled));
}

TEST(OwnDerivativesTest, RectifiedSumsHaveTheDerivativesOfLibTorch) {
  const at::Tensor weights = Values(9);
  for (const bool adds : {false, true}) {
    for (const bool biased : {false, true}) {
      const at::Tensor x = Leaf(Values(1)), other = Leaf(Values(2));
      const at::Tensor bias = Leaf(Values(3).select(3, 0).select(2, 0).contiguous());
      Differentiate(
          OwnRectified(Rough(x), adds ? Rough(other) : at::Tensor(), biased ? bias : at::Tensor()),
          weights);

      const at::Tensor x2 = Leaf(x.detach()), other2 = Leaf(other.detach());
      const at::Tensor bias2 = Leaf(bias.detach());
      at::Tensor sum = adds ? x2 + other2 : x2;
      sum = biased ? sum + bias2.unsqueeze(2).unsqueeze(3) : sum;
      Differentiate(sum.relu(), weights);

      ExpectNear(x.grad(), x2.grad());
      EXPECT_EQ(other.grad().defined(), adds);
      EXPECT_EQ(bias.grad().defined(), biased);
      if (adds) {
        ExpectNear(other.grad(), other2.grad());
      }
      if (biased) {
        ExpectNear(bias.grad(), bias2.grad());
      }
    }
  }
}

TEST(OwnDerivativesTest, PooledValuesHaveTheDerivativesOfLibTorch) {
  // Distinct maxima: LibTorch may choose another one of several equal cells.
  const at::Tensor values =
      Values(1) + at::arange(kSide * kSide).view({1, 1, kSide, kSide}).to(at::kFloat) * 10;
  const at::Tensor weights = Values(9).flatten(1).narrow(1, 0, 2 * kChannels);
  const at::Tensor x = Leaf(values);
  Differentiate(OwnPooled(Rough(x)), weights);
  const at::Tensor x2 = Leaf(values);
  Differentiate(Pooled(x2), weights);
  ExpectNear(x.grad(), x2.grad());
}

TEST(OwnDerivativesTest, ForkedActivationsAddTheGradientsOfBothUsers) {
  const at::Tensor x = Leaf(Values(1));
  const auto [one, other] = Forked(Rough(x));
  Differentiate(one, Values(2));
  EXPECT_TRUE(at::equal(x.grad(), Values(2)));

  const at::Tensor y = Leaf(Values(1));
  const auto [first, second] = Forked(Rough(y));
  Differentiate(first.to(at::kFloat) * 2 + second.to(at::kFloat), Values(2));
  ExpectNear(y.grad(), Values(2) * 3);
}

}  // namespace
}  // namespace kvintet::network
