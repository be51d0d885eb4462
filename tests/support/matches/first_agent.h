// Agents for tests of code that plays matches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "absl/status/status.h"

#include "arena/agents/agent.h"
#include "base/rng.h"
#include "envs/game.h"
#include "envs/one_row.h"

namespace kvintet::testing {

// Takes the first legal action.
class FirstAgent : public arena::Agent {
 public:
  explicit FirstAgent(const envs::Game& game) : game_(game) {}
  std::string Spec() const override { return "first"; }
  absl::Status Choose(std::span<const arena::Turn> turns,
                      std::span<arena::Choice> choices) override {
    for (size_t i = 0; i < turns.size(); ++i) {
      choices[i].action = envs::LegalList(game_, turns[i].view)[0];
    }
    return absl::OkStatus();
  }

 private:
  const envs::Game& game_;
};

// Notes the keys of its random numbers, too.
class NotingAgent final : public FirstAgent {
 public:
  using FirstAgent::FirstAgent;
  std::string Spec() const override { return "noting"; }
  absl::Status Choose(std::span<const arena::Turn> turns,
                      std::span<arena::Choice> choices) override {
    for (const arena::Turn& turn : turns) {
      keys_.push_back(turn.key);
    }
    return FirstAgent::Choose(turns, choices);
  }

  // The keys of all decisions so far.
  const std::vector<RandomKey>& Keys() const { return keys_; }
  std::vector<uint32_t> Episodes() const {
    std::vector<uint32_t> episodes;
    for (const RandomKey& key : keys_) {
      episodes.push_back(key.episode);
    }
    return episodes;
  }

 private:
  std::vector<RandomKey> keys_;
};

}  // namespace kvintet::testing
