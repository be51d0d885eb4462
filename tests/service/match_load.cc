// match_load: persons who play many matches on a service at a time.
//
// usage: match_load ADDRESS LEDGER SECONDS MATCHES MOVES_A_SECOND CLIENTS GAME...
// Of each four matches, three are against an agent and one is between two persons who join; a
// player whose game has ended starts another. Each player follows its stream, and plays random
// moves at the given total rate. Requests that are lost on the network or refused temporarily are
// repeated with the same id. Writes the acknowledged moves to LEDGER (see ledger_check) and prints
// one line of JSON. Exit code 1 if a call was refused permanently, or if the streams differ from
// the acknowledged moves.
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <latch>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

#include "base/files/file.h"
#include "base/reports/json.h"
#include "base/status_macros.h"
#include "tests/service/figures.h"
#include "tests/service/ledger.h"
#include "tests/service/match_client.h"

namespace kvintet {
namespace {

using testing::Ledger;
using testing::MatchClient;
using testing::MatchLoad;
using testing::MatchTally;

Json Report(const MatchLoad& load, const MatchTally& tally) {
  Json refused = Json::object();
  for (const auto& [reason, count] : tally.refused) {
    refused[reason] = count;
  }
  const auto moves = static_cast<double>(tally.commit_ms.size());
  return {{"matches", load.matches},
          {"moves", tally.commit_ms.size()},
          {"moves_a_second", moves / load.seconds},
          {"commit_ms", testing::Times(tally.commit_ms)},
          {"rematches", tally.games},
          {"retries", tally.retries},
          {"streams", tally.faults.streams},
          {"streams_refused", tally.faults.refused},
          {"told_twice", tally.faults.told_twice},
          {"gaps", tally.faults.gaps},
          {"told_lost", tally.told_lost},
          {"told_doubled", tally.told_doubled},
          {"unsettled", tally.unsettled},
          {"refused", refused},
          {"error", tally.error}};
}

absl::StatusOr<bool> Run(const MatchLoad& load, const std::string& path) {
  MatchTally tally;
  Ledger ledger;
  std::mutex mutex;
  // All begin to play when all matches have been created.
  std::latch ready(load.clients);
  std::vector<std::jthread> clients;
  clients.reserve(static_cast<size_t>(load.clients));
  for (int number = 0; number < load.clients; ++number) {
    clients.emplace_back([&, number] {
      MatchClient client(load, number);
      client.Begin();
      ready.arrive_and_wait();
      client.Play();
      const std::lock_guard lock(mutex);
      tally.Merge(client.tally());
      const Ledger& own = client.ledger();
      ledger.moves.insert(ledger.moves.end(), own.moves.begin(), own.moves.end());
      ledger.sights.insert(ledger.sights.end(), own.sights.begin(), own.sights.end());
    });
  }
  clients.clear();
  KVINTET_RETURN_IF_ERROR(WriteFileAtomically(path, testing::LedgerText(ledger)));
  std::printf("%s\n", ToJsonLine(Report(load, tally)).c_str());
  return tally.Good();
}

bool Parse(int argc, char** argv, MatchLoad* load) {
  if (argc < 8) {
    return false;
  }
  load->address = argv[1];
  load->games.assign(argv + 7, argv + argc);
  load->name = absl::StrCat("match_load ", getpid(), " ",
                            std::chrono::system_clock::now().time_since_epoch().count());
  return absl::SimpleAtod(argv[3], &load->seconds) && load->seconds > 0 &&
         absl::SimpleAtoi(argv[4], &load->matches) && load->matches > 0 &&
         absl::SimpleAtod(argv[5], &load->rate) && load->rate > 0 &&
         absl::SimpleAtoi(argv[6], &load->clients) && load->clients > 0 &&
         load->clients <= load->matches;
}

}  // namespace
}  // namespace kvintet

int main(int argc, char** argv) {
  kvintet::MatchLoad load;
  if (!kvintet::Parse(argc, argv, &load)) {
    std::fprintf(stderr,
                 "usage: match_load ADDRESS LEDGER SECONDS MATCHES MOVES_A_SECOND CLIENTS "
                 "GAME...\n");
    return 2;
  }
  const absl::StatusOr<bool> good = kvintet::Run(load, argv[2]);
  if (!good.ok()) {
    std::fprintf(stderr, "match_load: %s\n", good.status().ToString().c_str());
    return 2;
  }
  return *good ? 0 : 1;
}
