// Scheduler: see the header.
#include "serving/engine/scheduler.h"

#include <algorithm>
#include <chrono>
#include <unordered_map>
#include <utility>

#include "absl/strings/str_cat.h"

#include "base/seconds.h"
#include "serving/engine/evaluation_batch.h"
#include "serving/errors/catch_as_status.h"
#include "serving/errors/refusal.h"

namespace kvintet::serving {
namespace {

// Most evaluators that a thread keeps, since clients can invent game options.
constexpr size_t kMaxEvaluators = 32;
// Weight of the newest batch in the average time of an evaluation.
constexpr double kNewest = 0.2;
// A call is refused at once if even this fraction of the expected time exceeds its remaining time.
constexpr double kSurely = 0.5;

}  // namespace

// One thread's evaluators and buffers.
class Scheduler::Worker {
 public:
  Worker(ServiceMetrics* metrics, RareLog* failures) : metrics_(metrics), failures_(failures) {}

  // Advances each job and evaluates what they wait for. Returns the jobs that are not done.
  std::vector<Job> Run(std::vector<Job> jobs) {
    jobs = Advance(std::move(jobs));
    if (jobs.empty()) {
      return jobs;
    }
    std::vector<Task*> tasks;
    tasks.reserve(jobs.size());
    for (const Job& job : jobs) {
      tasks.push_back(job.task);
    }
    each_.assign(jobs.size(), absl::OkStatus());
    const ServedGame& game = *jobs.front().game;
    const auto start = std::chrono::steady_clock::now();
    const absl::Status all =
        CatchAsStatus([&] { return batch_.Run(tasks, EvaluatorOf(jobs.front().game), each_); });
    if (all.ok()) {
      const double seconds = ToSeconds(std::chrono::steady_clock::now() - start);
      metrics_->CountEvaluations(game.model.id, static_cast<size_t>(batch_.Rows()), seconds);
      const double each = seconds * static_cast<double>(jobs.size()) / batch_.Rows();
      const double before = game.evaluation_seconds;
      game.evaluation_seconds = before == 0 ? each : before + kNewest * (each - before);
    } else {
      std::ranges::fill(each_, all);
    }
    return Judged(std::move(jobs));
  }

 private:
  // Returns the jobs whose evaluation succeeded and finishes the others with an error.
  std::vector<Job> Judged(std::vector<Job> jobs) {
    std::vector<Job> left;
    for (size_t i = 0; i < jobs.size(); ++i) {
      if (each_[i].ok()) {
        jobs[i].call->Spend(batch_.RowsOf(i));
        left.push_back(std::move(jobs[i]));
      } else {
        failures_->Tell(absl::StrCat(jobs[i].game->model.game, ": ", each_[i].ToString()));
        Finish(&jobs[i], Refusal(v1::REASON_BUG, "the model could not evaluate the position"));
      }
    }
    return left;
  }

  // Releases the place before the client can send its next request.
  void Finish(Job* job, const absl::Status& status) {
    metrics_->SearchSeconds().Observe(ToSeconds(Clock::now() - job->since));
    job->ticket.reset();
    job->done(status);
  }

  std::vector<Job> Advance(std::vector<Job> jobs) {
    std::vector<Job> waiting;
    for (Job& job : jobs) {
      bool waits = false;
      absl::Status status = job.call->Check();
      if (status.ok()) {
        status = CatchAsStatus([&] {
          waits = job.task->Advance();
          return absl::OkStatus();
        });
      }
      if (waits) {
        waiting.push_back(std::move(job));
      } else {
        Finish(&job, status);
      }
    }
    return waiting;
  }

  selfplay::Evaluator* EvaluatorOf(const std::shared_ptr<const ServedGame>& game) {
    if (evaluators_.contains(game)) {
      return evaluators_[game].get();
    }
    if (evaluators_.size() >= kMaxEvaluators) {
      evaluators_.clear();
    }
    // Free the evaluators of retired models, which may be large.
    std::erase_if(evaluators_, [](const auto& entry) { return entry.first->retired.load(); });
    return (evaluators_[game] = game->model.factory(*game->game)).get();
  }

  // The keys keep the games alive, and evaluators are destroyed before their games.
  std::unordered_map<std::shared_ptr<const ServedGame>, std::unique_ptr<selfplay::Evaluator>>
      evaluators_;
  EvaluationBatch batch_;
  // The status of each job of a batch.
  std::vector<absl::Status> each_;
  ServiceMetrics* const metrics_;
  RareLog* const failures_;
};

Scheduler::Scheduler(int threads, int max_batch, int max_calls, ServiceMetrics* metrics)
    : num_threads_(static_cast<size_t>(threads)),
      max_batch_(max_batch),
      max_calls_(max_calls),
      metrics_(metrics) {
  for (int i = 0; i < threads; ++i) {
    threads_.emplace_back([this] {
      Worker worker(metrics_, &failures_);
      for (std::vector<Job> jobs = Take(); !jobs.empty(); jobs = Take()) {
        const size_t taken = jobs.size();
        PutBack(worker.Run(std::move(jobs)), taken);
      }
    });
  }
}

Scheduler::~Scheduler() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  threads_.clear();
}

absl::Status Scheduler::Submit(std::vector<Job> jobs) {
  for (const Job& job : jobs) {
    if (absl::Status status = CheckInTime(job); !status.ok()) {
      return status;
    }
  }
  if (++calls_ > max_calls_) {
    --calls_;
    return Full();
  }
  const std::shared_ptr<void> ticket(this, [](Scheduler* scheduler) { --scheduler->calls_; });
  for (Job& job : jobs) {
    job.ticket = ticket;
    job.since = Clock::now();
  }
  PutBack(std::move(jobs), /*taken=*/0);
  return absl::OkStatus();
}

absl::Status Scheduler::CheckRoom() const {
  return calls_ < max_calls_ ? absl::OkStatus() : Full();
}

absl::Status Scheduler::Full() const {
  return Refusal(v1::REASON_OVERLOADED,
                 absl::StrCat(max_calls_, " analyses are in progress already; try again later"));
}

absl::Status Scheduler::CheckInTime(const Job& job) const {
  const double needed = job.rounds * job.game->evaluation_seconds;
  const double left = ToSeconds(job.call->Deadline() - Clock::now());
  if (needed * kSurely <= left) {
    return absl::OkStatus();
  }
  return Refusal(v1::REASON_PREDICTED_LATE,
                 absl::StrCat("would take about ", static_cast<int64_t>(needed * 1000), " ms, ",
                              static_cast<int64_t>(left * 1000), " are left"));
}

double Scheduler::OldestSeconds() const {
  const std::lock_guard lock(mutex_);
  Clock::time_point oldest = Clock::now();
  const Clock::time_point now = oldest;
  for (const auto& [deadline, job] : ready_) {
    oldest = std::min(oldest, job.since);
  }
  return ToSeconds(now - oldest);
}

std::vector<Job> Scheduler::Take() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return stopping_ || !ready_.empty(); });
  std::vector<Job> jobs;
  const size_t most = std::min(static_cast<size_t>(max_batch_), Share());
  for (auto place = ready_.begin(); place != ready_.end() && jobs.size() < most;) {
    if (jobs.empty() || place->second.game == jobs.front().game) {
      jobs.push_back(std::move(place->second));
      place = ready_.erase(place);
    } else {
      ++place;
    }
  }
  taken_ += jobs.size();
  return jobs;
}

// A thread that took all ready jobs would leave the other threads without work.
size_t Scheduler::Share() const {
  return (ready_.size() + taken_ + num_threads_ - 1) / num_threads_;
}

void Scheduler::PutBack(std::vector<Job> jobs, size_t taken) {
  {
    const std::lock_guard lock(mutex_);
    taken_ -= taken;
    for (Job& job : jobs) {
      const Clock::time_point deadline = job.call->Deadline();
      ready_.emplace(deadline, std::move(job));
    }
  }
  changed_.notify_all();
}

}  // namespace kvintet::serving
