// MatchStore: lists of matches.
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

#include "base/reports/log.h"
#include "base/status_macros.h"
#include "matches/game/commitment.h"
#include "matches/state/match_look.h"
#include "matches/store/live_match.h"
#include "serving/errors/refusal.h"

namespace kvintet::matches {
namespace {

constexpr int kUsualPage = 20;
constexpr int kLargestPage = 100;

absl::StatusOr<int> SizeOf(const MatchList& wanted) {
  if (wanted.size < 0 || wanted.size > kLargestPage) {
    return Refusal(v1::REASON_BAD_FIELD,
                   absl::StrCat("page_size: wanted 0 to ", kLargestPage, ", found ", wanted.size),
                   "page_size");
  }
  return wanted.size == 0 ? kUsualPage : wanted.size;
}

// "1800000000000.0123abcd": creation time and id of the last match on the page.
std::string PageAfter(const ListedMatch& last) {
  return absl::StrCat(last.created_millis, ".", last.id);
}

absl::StatusOr<std::optional<ListedMatch>> LastOf(const std::string& page) {
  if (page.empty()) {
    return std::optional<ListedMatch>();
  }
  const std::pair<std::string, std::string> parts = absl::StrSplit(page, absl::MaxSplits('.', 1));
  ListedMatch last = {.id = parts.second};
  if (!absl::SimpleAtoi(parts.first, &last.created_millis)) {
    return Refusal(v1::REASON_BAD_FIELD, "page_token: wanted one that came with a page",
                   "page_token");
  }
  return std::optional(last);
}

}  // namespace

absl::StatusOr<MatchPage> MatchStore::List(const MatchList& wanted) {
  MatchQuery query = {.event = wanted.event, .game = wanted.game, .live = wanted.live};
  if (!wanted.event.empty()) {
    KVINTET_RETURN_IF_ERROR(FindTournament(wanted.event, wanted.token, false).status());
  } else if (!wanted.token.empty()) {
    query.token_hash = HashToken(wanted.token);
  }
  KVINTET_ASSIGN_OR_RETURN(const int size, SizeOf(wanted));
  KVINTET_ASSIGN_OR_RETURN(query.after, LastOf(wanted.page));
  // Request one more to find out whether there is another page.
  query.most = size + 1;
  KVINTET_ASSIGN_OR_RETURN(std::vector<ListedMatch> listed, journal_->List(query));
  MatchPage page;
  if (std::ssize(listed) > size) {
    listed.pop_back();
    page.next = PageAfter(listed.back());
  }
  for (const ListedMatch& one : listed) {
    std::unique_lock<std::mutex> lock;
    const absl::StatusOr<std::shared_ptr<Live>> live = Lock(one.id, &lock);
    if (!live.ok()) {
      // Continue: the other matches can be listed.
      LogError("serving", "a match could not be listed", {{"error", live.status().ToString()}});
      continue;
    }
    page.matches.push_back(SummaryOf((*live)->match));
  }
  return page;
}

absl::StatusOr<TournamentPage> MatchStore::ListTournaments(const MatchList& wanted) {
  MatchQuery query = {.game = wanted.game};
  KVINTET_ASSIGN_OR_RETURN(const int size, SizeOf(wanted));
  KVINTET_ASSIGN_OR_RETURN(query.after, LastOf(wanted.page));
  query.most = size + 1;
  KVINTET_ASSIGN_OR_RETURN(std::vector<Tournament> listed, journal_->ListTournaments(query));
  TournamentPage page;
  if (std::ssize(listed) > size) {
    listed.pop_back();
    page.next = PageAfter({listed.back().id, listed.back().created_millis});
  }
  for (Tournament& event : listed) {
    KVINTET_ASSIGN_OR_RETURN(const int64_t matches, journal_->CountMatches(event.id));
    page.events.push_back({std::move(event), matches});
  }
  return page;
}

}  // namespace kvintet::matches
