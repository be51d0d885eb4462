// VariantFit, CompareVariants: how well what was learnt in one variant of a game serves in another.
#pragma once

#include <compare>
#include <cstdint>
#include <string_view>

#include "envs/game.h"

namespace kvintet::envs {

// How close two variants of a game are, the closest last.
enum class VariantFit : uint8_t {
  // Two games, or a network of the one cannot read the other.
  kNone,
  // Other rules, but observations, actions and policies have the same sizes.
  kSimilar,
  // They differ in options that change no decision (OptionChange): where both ask a seat to decide,
  // it is shown the same and may do the same.
  kSamePlay,
  // The same options.
  kSame,
};

// The name as journals and files have it: "same_play".
std::string_view VariantFitName(VariantFit fit);

// What two variants have in common. Closer ones are greater.
struct Kinship {
  VariantFit fit = VariantFit::kNone;
  // How many options keep them from being closer, less than zero.
  int nearness = 0;
  auto operator<=>(const Kinship&) const = default;
};

// Symmetric. Options that a text leaves out have been given their defaults by then, so that texts
// of different ages compare.
Kinship CompareVariants(const Game& one, const Game& other);

// Whether a network of the one reads what the other shows: the same sizes of observations, actions
// and policies.
bool SameShape(const GameSpec& one, const GameSpec& other);

}  // namespace kvintet::envs
