// VariantFit, CompareVariants: how well a model of one variant of a game fits another variant.
#pragma once

#include <compare>
#include <cstdint>
#include <string_view>

#include "envs/game.h"

namespace kvintet::envs {

// How close two variants of a game are, from the least to the most.
enum class VariantFit : uint8_t {
  // Different games, or a network of one cannot read the observations of the other.
  kNone,
  // Different rules, but observations, actions and policies have the same sizes.
  kSimilar,
  // They differ only in options that change no decision (OptionChange): wherever both ask a seat to
  // decide, the observation and the legal actions are the same.
  kSamePlay,
  // The same options.
  kSame,
};

// The name used in journals and files, e.g. "same_play".
std::string_view VariantFitName(VariantFit fit);

// How closely two variants are related. Closer pairs compare greater.
struct Kinship {
  VariantFit fit = VariantFit::kNone;
  // Minus the number of options that keep them from being closer.
  int nearness = 0;
  // The linter takes the 0 inside a defaulted comparison for a pointer.
  // NOLINTNEXTLINE(modernize-use-nullptr)
  auto operator<=>(const Kinship&) const = default;
};

// Symmetric. Options that a text leaves out already have their defaults here, so texts written by
// different versions can be compared.
Kinship CompareVariants(const Game& one, const Game& other);

// Whether a network of one can read the observations of the other: the sizes of observations,
// actions and policies are equal.
bool SameShape(const GameSpec& one, const GameSpec& other);

}  // namespace kvintet::envs
