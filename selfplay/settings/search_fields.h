// FieldsOf: made from proto/search_config.proto by tools/generate_settings.
#pragma once

#include <array>
#include <tuple>

#include "selfplay/settings/field_info.h"
#include "selfplay/settings/search_settings.h"

namespace kvintet::selfplay {

template <>
struct FieldsOf<GumbelSettings> {
  static constexpr auto kMembers = std::tuple(
      &GumbelSettings::max_considered, &GumbelSettings::scale, &GumbelSettings::uniform,
      &GumbelSettings::c_visit, &GumbelSettings::c_scale, &GumbelSettings::stretch_values);
  static const std::array<FieldInfo, 6> kInfos;
};

template <>
struct FieldsOf<PuctSettings> {
  static constexpr auto kMembers = std::tuple(
      &PuctSettings::c_puct, &PuctSettings::fpu_reduction, &PuctSettings::dirichlet_alpha,
      &PuctSettings::dirichlet_fraction, &PuctSettings::temperature,
      &PuctSettings::temperature_plies, &PuctSettings::reuse_tree, &PuctSettings::forced_playouts,
      &PuctSettings::min_kld_gain, &PuctSettings::kld_interval);
  static const std::array<FieldInfo, 10> kInfos;
};

template <>
struct FieldsOf<PolicySettings> {
  static constexpr auto kMembers =
      std::tuple(&PolicySettings::temperature, &PolicySettings::temperature_plies);
  static const std::array<FieldInfo, 2> kInfos;
};

template <>
struct FieldsOf<EquilibriumSettings> {
  static constexpr auto kMembers =
      std::tuple(&EquilibriumSettings::oracle_rounds, &EquilibriumSettings::kl_to_policy,
                 &EquilibriumSettings::least_probability, &EquilibriumSettings::explore_uniform,
                 &EquilibriumSettings::explore_policy, &EquilibriumSettings::explore_legal);
  static const std::array<FieldInfo, 6> kInfos;
};

template <>
struct FieldsOf<BeliefSettings> {
  static constexpr auto kMembers = std::tuple(
      &BeliefSettings::kl_to_policy, &BeliefSettings::moves, &BeliefSettings::max_considered,
      &BeliefSettings::gumbel_scale, &BeliefSettings::prior_trials, &BeliefSettings::trial_rollouts,
      &BeliefSettings::endgame_nodes, &BeliefSettings::temperature,
      &BeliefSettings::temperature_plies, &BeliefSettings::explore_policy,
      &BeliefSettings::explore_legal, &BeliefSettings::random_answers,
      &BeliefSettings::rollout_tries);
  static const std::array<FieldInfo, 13> kInfos;
};

template <>
struct FieldsOf<BoltzmannSettings> {
  static constexpr auto kMembers =
      std::tuple(&BoltzmannSettings::temperature, &BoltzmannSettings::exploration,
                 &BoltzmannSettings::c_puct, &BoltzmannSettings::fpu_reduction,
                 &BoltzmannSettings::play_temperature, &BoltzmannSettings::play_plies);
  static const std::array<FieldInfo, 6> kInfos;
};

template <>
struct FieldsOf<SearchSettings> {
  static constexpr auto kMembers = std::tuple(
      &SearchSettings::simulations, &SearchSettings::known_returns, &SearchSettings::forced_wins,
      &SearchSettings::threat_nodes, &SearchSettings::defences);
  static const std::array<FieldInfo, 5> kInfos;
};

// The algorithms, in the order of Algorithm.
extern const std::array<AlgorithmInfo, 6> kAlgorithmInfos;

}  // namespace kvintet::selfplay
