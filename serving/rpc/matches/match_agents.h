// MatchAgents: plays the turns of agents in all matches, as tasks of the scheduler.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "base/reports/rare_log.h"
#include "matches/store/match_store.h"
#include "serving/rpc/matches/served_agents.h"
#include "serving/rpc/services.h"

namespace kvintet::serving {

// An agent uses only what its seat knows (AgentTurn). A turn that cannot be played because the
// server is busy is retried, while the agent's clock runs.
class MatchAgents {
 public:
  // Borrows all four. The context's scheduler must exist until Stop has returned.
  MatchAgents(const ServiceContext* context, const ServedAgents* models, matches::MatchStore* table,
              WorkerPool* workers);
  ~MatchAgents();

  // Called when something has happened in the match. Thread-safe; returns at once.
  void Look(const std::string& match);
  // Ends all thinking, and returns when it has ended. May be called twice.
  void Stop();

 private:
  class Thinking;
  void Run();
  void Begin(matches::AgentTurn turn);
  absl::Status Think(Thinking* thinking);
  // Called when a turn has been played (ok) or has failed.
  void Ended(Thinking* thinking, const absl::Status& status);

  const ServiceContext* const context_;
  const ServedAgents* const models_;
  matches::MatchStore* const table_;
  WorkerPool* const workers_;
  const size_t most_;
  RareLog retries_{LogLevel::kWarning, "serving", "an agent's turn is tried again"};
  std::mutex mutex_;
  std::condition_variable changed_;
  // Guarded by mutex_.
  std::deque<std::string> matches_;
  std::deque<matches::AgentTurn> turns_;
  std::map<Thinking*, std::unique_ptr<Thinking>> thinking_;
  std::multimap<std::chrono::steady_clock::time_point, std::string> later_;
  bool stopping_ = false;
  // Last member, so that it is joined first.
  std::jthread thread_;
};

}  // namespace kvintet::serving
