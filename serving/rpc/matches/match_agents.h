// MatchAgents: the agents of all matches: each of their turns becomes a task of the scheduler.
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
#include "matches/store/match_table.h"
#include "serving/rpc/matches/served_agents.h"
#include "serving/rpc/services.h"

namespace kvintet::serving {

// An agent thinks from what its seat knows and no more (AgentTurn). A turn that cannot be played
// now, since too much is going on, is tried again; its clock runs.
class MatchAgents {
 public:
  // Borrows all four; of the context the scheduler, which must outlive Stop.
  MatchAgents(const ServiceContext* context, const ServedAgents* models, MatchTable* table,
              WorkerPool* workers);
  ~MatchAgents();

  // Something has happened in the match. Any thread; returns at once.
  void Look(const std::string& match);
  // Ends all thinking; returns when nothing thinks any more. Twice does no harm.
  void Stop();

 private:
  class Thinking;
  void Run();
  void Begin(AgentTurn turn);
  absl::Status Think(Thinking* thinking);
  // A turn has been played (ok) or has failed.
  void Ended(Thinking* thinking, const absl::Status& status);

  const ServiceContext* const context_;
  const ServedAgents* const models_;
  MatchTable* const table_;
  WorkerPool* const workers_;
  const size_t most_;
  RareLog retries_{LogLevel::kWarning, "serving", "an agent's turn is tried again"};
  std::mutex mutex_;
  std::condition_variable changed_;
  // Guarded by mutex_.
  std::deque<std::string> matches_;
  std::deque<AgentTurn> turns_;
  std::map<Thinking*, std::unique_ptr<Thinking>> thinking_;
  std::multimap<std::chrono::steady_clock::time_point, std::string> later_;
  bool stopping_ = false;
  // Last: joined first.
  std::jthread thread_;
};

}  // namespace kvintet::serving
