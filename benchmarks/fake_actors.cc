// fake_actors: actors that replay games instead of playing them, to load a learner and a link.
//
// usage: fake_actors URL RUN SPOOLS ACTORS PROCESSES ROWS_PER_SECOND
//
// Each actor speaks to the link as `kvintet act` does: it has a connection and a spool of its own,
// leases numbers, follows the newest model, seals and offers shards, asks for answers and shows
// itself. In place of its own games it takes those of RUN, in turn, with leased numbers, under the
// newest model's name, and makes ROWS_PER_SECOND rows. Until it is told to stop, and while any of
// its processes lives, it prints every ten seconds what its actors did in them.
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <memory>
#include <new>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <absl/strings/numbers.h>
#include <absl/strings/str_cat.h>

#include "base/check.h"
#include "base/files/sha256.h"
#include "base/seconds.h"
#include "base/status_macros.h"
#include "proto/textproto.h"
#include "selfplay/records/record_file.h"
#include "training/fleet/actor.h"
#include "training/fleet/number_stock.h"
#include "training/fleet/sealer.h"
#include "training/fleet/spool.h"
#include "training/link/link_troubles.h"
#include "training/link/open_link.h"
#include "training/run/run_directory.h"

namespace kvintet {
namespace {

using Clock = std::chrono::steady_clock;
using selfplay::GameRecord;
using training::LinkTroubles;

constexpr int kRounds = 10;  // in which all actors of a process have their turn, per second
constexpr size_t kMostGames = 2000;
constexpr std::chrono::milliseconds kTurn(1000 / kRounds);

// What all processes count, in memory that they share.
struct Counts {
  std::atomic<int64_t> rows = 0;
  std::atomic<int64_t> troubles = 0;
  std::atomic<int64_t> models = 0;
  // The longest turn of an actor in which it spoke to the link, in microseconds.
  std::atomic<int64_t> slowest = 0;
  std::atomic<int64_t> turns = 0;
  std::atomic<int64_t> late_turns = 0;
};

volatile sig_atomic_t stopped = 0;

// The games that an actor sends again and again, from the first one on.
struct Supply {
  const std::vector<GameRecord>* games = nullptr;
  size_t first = 0;
};

class FakeActor {
 public:
  // `rate` is in games per second.
  FakeActor(const std::string& url, const std::string& spool, std::string name, double rate,
            const Supply& supply, Counts* counts)
      : link_(training::OpenLink(url).value()),
        spool_(training::Spool::Open(spool, name).value()),
        games_(*supply.games),
        next_(supply.first % supply.games->size()),
        rate_(rate),
        counts_(counts) {
    note_.name = note_.host = std::move(name);
  }

  // Does what is due.
  void Turn() {
    const Clock::time_point begun = Clock::now();
    const absl::Status status = Work(begun);
    if (!status.ok()) {
      if (!LinkTroubles::Passes(status, LinkTroubles::Missing::kWaits)) {
        std::fprintf(stderr, "fake_actors: %s\n", std::string(status.message()).c_str());
        _exit(1);
      }
      counts_->troubles.fetch_add(1);
    }
    const auto micros = static_cast<int64_t>(1e6 * SecondsSince(begun));
    int64_t slowest = counts_->slowest.load();
    while (micros > slowest && !counts_->slowest.compare_exchange_weak(slowest, micros)) {
    }
  }

 private:
  absl::Status Work(Clock::time_point now) {
    if (SecondsSince(looked_) >= training::kHeadSeconds) {
      looked_ = now;
      KVINTET_RETURN_IF_ERROR(Look());
    }
    if (!sealer_) {
      return absl::OkStatus();
    }
    KVINTET_RETURN_IF_ERROR(Play(now));
    KVINTET_RETURN_IF_ERROR(sealer_->Enter(/*all=*/false, &note_));
    KVINTET_RETURN_IF_ERROR(spool_.Deliver(link_.get(), now));
    if (SecondsSince(shown_) >= training::kShowSeconds) {
      shown_ = now;
      note_.spool_shards = spool_.Shards();
      note_.spool_bytes = spool_.Bytes();
      note_.state = training::ActorState::kPlaying;
      return link_->Show(note_);
    }
    return absl::OkStatus();
  }

  absl::Status Look() {
    KVINTET_ASSIGN_OR_RETURN(const training::RunHead head, link_->Head());
    if (head.model != model_) {
      KVINTET_ASSIGN_OR_RETURN(const std::string bytes, link_->GetBlob(head.model));
      KVINTET_CHECK(Sha256Hex(bytes) == head.model);
      model_ = head.model;
      counts_->models.fetch_add(1);
    }
    note_.generation = head.generation;
    if (!sealer_) {
      Config config;
      KVINTET_RETURN_IF_ERROR(MergeTextProto(head.config, "the head", config));
      sealer_ = std::make_unique<training::Sealer>(&spool_, config);
      played_ = Clock::now();
    }
    return absl::OkStatus();
  }

  // Ends the games that are due. As a real one, it begins none while its spool is full.
  absl::Status Play(Clock::time_point now) {
    const double due = rate_ * std::chrono::duration<double>(now - played_).count();
    played_ = now;
    // What it could not play meanwhile is not made up for.
    credit_ = std::min(credit_ + due, 2 * rate_);
    while (credit_ > 0 && spool_.Bytes() < training::ActorOptions().max_spool_bytes) {
      const int64_t stock = training::StockSize(
          /*threads=*/1,
          rate_ / static_cast<double>(std::max<size_t>(games_[next_].rows.size(), 1)));
      if (const int64_t wanted = stock - std::ssize(numbers_); wanted >= (stock + 1) / 2) {
        KVINTET_ASSIGN_OR_RETURN(const training::Lease lease,
                                 link_->TakeNumbers(static_cast<uint32_t>(wanted)));
        for (int64_t i = 0; i < lease.count; ++i) {
          numbers_.push_back(static_cast<uint32_t>(lease.first + i));
        }
      }
      GameRecord record = games_[next_];
      next_ = (next_ + 1) % games_.size();
      record.number = numbers_.front();
      numbers_.pop_front();
      for (std::string& model : record.models) {
        model = model_;
      }
      const auto rows = static_cast<int64_t>(record.rows.size());
      credit_ -= static_cast<double>(std::max<int64_t>(rows, 1));
      KVINTET_RETURN_IF_ERROR(sealer_->Add(record));
      counts_->rows.fetch_add(rows);
    }
    return absl::OkStatus();
  }

  const std::unique_ptr<training::RunLink> link_;
  training::Spool spool_;
  std::unique_ptr<training::Sealer> sealer_;
  training::ActorNote note_;
  std::string model_;
  std::deque<uint32_t> numbers_;
  const std::vector<GameRecord>& games_;
  size_t next_;
  const double rate_;
  double credit_ = 0;
  Clock::time_point played_;
  Clock::time_point looked_;
  Clock::time_point shown_;
  Counts* const counts_;
};

std::vector<GameRecord> ReadGames(const std::string& run) {
  std::vector<GameRecord> games;
  const training::RunState state = training::ReadRunState(run).value();
  for (const selfplay::Shard& shard : state.shards) {
    const auto file = selfplay::RecordFile::Read(run + "/shards/" + shard.name).value();
    std::vector<GameRecord> records = file.ReadAll().value();
    for (GameRecord& record : records) {
      if (games.size() < kMostGames) {
        games.push_back(std::move(record));
      }
    }
  }
  KVINTET_CHECK(!games.empty());
  return games;
}

struct Load {
  std::string url;
  std::string spools;
  int actors = 0;
  int processes = 0;
  double rate = 0;
};

// One process: gives each of its actors a turn, kRounds times a second.
void Run(const Load& load, int process, const std::vector<GameRecord>& games, Counts* counts) {
  std::vector<std::unique_ptr<FakeActor>> actors;
  for (int i = process; i < load.actors; i += load.processes) {
    const std::string name = absl::StrCat("fake-", i);
    const Supply supply = {.games = &games, .first = static_cast<size_t>(i) * 7919};
    actors.push_back(std::make_unique<FakeActor>(load.url, absl::StrCat(load.spools, "/", name),
                                                 name, load.rate, supply, counts));
  }
  // Spread over half a minute, so that their shards do not come all at once.
  std::this_thread::sleep_for(std::chrono::milliseconds(30000) * process / load.processes);
  Clock::time_point next = Clock::now();
  while (stopped == 0) {
    for (const std::unique_ptr<FakeActor>& actor : actors) {
      actor->Turn();
    }
    counts->turns.fetch_add(1);
    next += kTurn;
    if (Clock::now() > next) {
      counts->late_turns.fetch_add(1);
      next = Clock::now();
    }
    std::this_thread::sleep_until(next);
  }
}

void Print(const Counts& counts, int processes, double seconds) {
  const auto per_second = [&](int64_t count) { return static_cast<double>(count) / seconds; };
  std::printf(
      "{\"processes\": %d, \"rows_per_second\": %.0f, \"models\": %lld, \"troubles\": %lld, "
      "\"slowest_turn_ms\": %.0f, \"late_turns\": %.3f}\n",
      processes, per_second(counts.rows), static_cast<long long>(counts.models),
      static_cast<long long>(counts.troubles), static_cast<double>(counts.slowest) / 1000,
      static_cast<double>(counts.late_turns) /
          static_cast<double>(std::max<int64_t>(counts.turns, 1)));
  std::fflush(stdout);
}

int Simulate(const std::string& run, const Load& load) {
  void* const memory =
      mmap(nullptr, sizeof(Counts), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  KVINTET_CHECK(memory != MAP_FAILED);
  auto* const counts = new (memory) Counts;
  const std::vector<GameRecord> games = ReadGames(run);
  signal(SIGTERM, [](int) { stopped = 1; });
  signal(SIGINT, [](int) { stopped = 1; });
  std::vector<pid_t> children;
  for (int i = 0; i < load.processes; ++i) {
    const pid_t child = fork();
    KVINTET_CHECK(child >= 0);
    if (child == 0) {
      prctl(PR_SET_PDEATHSIG, SIGTERM);
      Run(load, i, games, counts);
      _exit(0);
    }
    children.push_back(child);
  }
  Clock::time_point begun = Clock::now();
  while (!children.empty()) {
    std::erase_if(children, [](pid_t child) { return waitpid(child, nullptr, WNOHANG) == child; });
    if (stopped != 0) {
      for (const pid_t child : children) {
        kill(child, SIGTERM);
      }
    }
    std::this_thread::sleep_for(kTurn);
    if (const double seconds = SecondsSince(begun); seconds >= 10) {
      Print(*counts, static_cast<int>(children.size()), seconds);
      begun = Clock::now();
      new (memory) Counts;
    }
  }
  return 0;
}

}  // namespace
}  // namespace kvintet

int main(int argc, char** argv) {
  kvintet::Load load;
  if (argc != 7 || !absl::SimpleAtoi(argv[4], &load.actors) ||
      !absl::SimpleAtoi(argv[5], &load.processes) || !absl::SimpleAtod(argv[6], &load.rate) ||
      load.processes < 1 || load.actors < load.processes) {
    std::fprintf(stderr,
                 "usage: fake_actors URL RUN SPOOLS ACTORS PROCESSES ROWS_PER_SECOND\n"
                 "ACTORS: as many as PROCESSES or more\n");
    return 2;
  }
  load.url = argv[1];
  load.spools = argv[3];
  return kvintet::Simulate(argv[2], load);
}
