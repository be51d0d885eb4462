// HttpWorld: see the header.
#include "tests/matches/http_world.h"

#include <google/protobuf/util/json_util.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <type_traits>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"

#include "base/check.h"
#include "kvintet_api/v1/analysis.pb.h"
#include "kvintet_api/v1/rules.pb.h"

namespace kvintet::matches {
namespace {

using google::protobuf::Message;
using serving::Codec;
using testing::HttpClient;
using testing::HttpPost;
using testing::HttpReply;

constexpr char kMatches[] = "MatchService";
constexpr char kRules[] = "RulesService";
constexpr char kAnalysis[] = "AnalysisService";
// Of each search.
constexpr int kSimulations = 16;
// Longer than a match takes.
constexpr int kDeadlineMillis = 3'600'000;

// Ends the program, and says why, unless `holds`.
void Require(bool holds, const std::string& why) {
  if (!holds) {
    std::fprintf(stderr, "%s\n", why.c_str());
  }
  KVINTET_CHECK(holds);
}

// The last cursor in a message of WatchMatch.
int64_t CursorOf(Codec codec, const std::string& chunk) {
  const std::string field = "\"cursor\":\"";
  int64_t last = 0;
  if (codec == Codec::kJson) {
    for (size_t at = chunk.find(field); at != chunk.npos; at = chunk.find(field, at + 1)) {
      last = std::max<int64_t>(last, std::atoll(chunk.c_str() + at + field.size()));
    }
    return last;
  }
  const auto message = serving::OpenEnvelope(chunk);
  v1::WatchMatchResponse response;
  Require(message.ok() && response.ParseFromString(*message), "wanted a message of WatchMatch");
  return response.has_state() ? response.state().cursor()
                              : response.events(response.events_size() - 1).cursor();
}

// The last message of a stream; nothing if it ends with an error.
std::optional<std::string> LastMessage(const std::string& body) {
  constexpr size_t kHead = serving::kEnvelopeBytes;
  std::optional<std::string> last;
  for (size_t at = 0; at + kHead <= body.size();) {
    const auto byte = [&](size_t i) -> size_t { return static_cast<unsigned char>(body[at + i]); };
    const size_t size = byte(1) << 24 | byte(2) << 16 | byte(3) << 8 | byte(4);
    const std::string message = body.substr(at + kHead, size);
    if (byte(0) == 0) {
      last = message;
    } else if (message != "{}") {
      return std::nullopt;
    }
    at += kHead + size;
  }
  return last;
}

std::string PathOf(const std::string& service, const std::string& method) {
  return absl::StrCat("/kvintet.v1.", service, "/", method);
}

std::unique_ptr<serving::Server> StartServer(const std::string& folder,
                                             const MatchSources* sources) {
  ServeConfig config;
  config.set_listen("127.0.0.1:0");
  config.mutable_http()->set_listen("127.0.0.1:0");
  config.set_matches(folder);
  config.set_threads(1);
  config.set_probe_ms(0);
  config.set_default_deadline_ms(kDeadlineMillis);
  config.set_max_deadline_ms(kDeadlineMillis);
  auto server =
      serving::Server::Start(config, selfplay::SearchSettings(), {}, {.match_sources = sources});
  Require(server.ok(), server.status().ToString());
  return *std::move(server);
}

}  // namespace

HttpWorld::HttpWorld(uint64_t seed)
    : sources_(seed),
      borrowed_(sources_.Borrow()),
      server_(StartServer(folder_.Path("matches"), &borrowed_)),
      where_(testing::AddressIn(server_->HttpAddress(), "http")) {}

template <typename Response>
Response HttpWorld::Call(const std::string& method, const Message& request) {
  const HttpReply reply = players_->Ask(
      HttpPost(PathOf(kMatches, method), "application/proto", request.SerializeAsString()));
  Require(reply.code == 200, absl::StrCat(method, ": ", reply.body));
  Response response;
  KVINTET_CHECK(response.ParseFromString(reply.body));
  return response;
}

void HttpWorld::Begin(const std::string& game, std::deque<envs::Action> outcomes,
                      const HttpViewer& viewer) {
  sources_.LayOut(std::move(outcomes));
  // The service closes connections that are idle for long, as between matches.
  players_ = std::make_unique<HttpClient>(where_);
  viewers_ = std::make_unique<HttpClient>(where_);
  v1::CreateMatchRequest request;
  request.set_game(game);
  request.add_players()->set_person("Ada");
  request.add_players()->set_person("Bob");
  const auto made = Call<v1::CreateMatchResponse>("CreateMatch", request);
  match_ = made.match();
  tokens_ = {made.tokens().begin(), made.tokens().end()};
  digests_.clear();
  viewer_ = viewer;
  token_ = viewer.player == 2 ? "" : tokens_[static_cast<size_t>(viewer.player)];
  received_.clear();
  cursor_ = 0;
  v1::WatchMatchRequest watch;
  watch.set_match(match_);
  watch.set_token(token_);
  stream_ = std::make_unique<HttpClient>(where_);
  stream_->Send(StreamPost(kMatches, "WatchMatch", watch));
  received_ += stream_->ReadHead().head;
  Look();
}

void HttpWorld::Act(int player, v1::ActRequest::Kind kind) {
  v1::ActRequest request;
  request.set_match(match_);
  request.set_token(tokens_[static_cast<size_t>(player)]);
  request.set_game_number(1);
  request.set_kind(kind);
  Call<v1::ActResponse>("Act", request);
  Look();
}

void HttpWorld::Move(int player, const std::string& move) {
  sources_.Pass(1);
  if (state_.phase() == v1::MatchState::PHASE_READY) {
    Act(0, v1::ActRequest::KIND_READY);
    Act(1, v1::ActRequest::KIND_READY);
  }
  if (state_.phase() == v1::MatchState::PHASE_CONSENT) {
    Act(0, v1::ActRequest::KIND_CONSENT);
    Act(1, v1::ActRequest::KIND_CONSENT);
  }
  KVINTET_CHECK_EQ(static_cast<int>(state_.players(player).seat()), player + 1);
  v1::CommitMoveRequest request;
  request.set_match(match_);
  request.set_token(tokens_[static_cast<size_t>(player)]);
  request.set_game_number(1);
  request.set_expected_ply(state_.ply());
  request.set_move(move);
  const auto done = Call<v1::CommitMoveResponse>("CommitMove", request);
  if (!done.commitment_digest().empty()) {
    digests_.push_back(done.commitment_digest());
  }
  Look();
}

void HttpWorld::Look() {
  v1::GetMatchRequest request;
  request.set_match(match_);
  request.set_token(token_);
  if (viewer_.leaky) {
    request.set_token(tokens_[viewer_.player == 1 ? 0 : 1]);
  }
  Ask(kMatches, "GetMatch", request);
  request.set_token(token_);
  // The same once more, in the form that is faster to read.
  state_ = Call<v1::GetMatchResponse>("GetMatch", request).state();
  Follow(state_.cursor());
}

// Reads the stream up to an event.
void HttpWorld::Follow(int64_t cursor) {
  while (cursor_ < cursor) {
    std::string chunk;
    Require(stream_->ReadChunk(&chunk), absl::StrCat("the stream has ended after event ", cursor_));
    absl::StrAppend(&received_, "chunk of ", chunk.size(), "\n", chunk);
    cursor_ = CursorOf(viewer_.codec, chunk);
  }
}

void HttpWorld::Pry() {
  const int own = viewer_.player == 2 ? 0 : viewer_.player;
  v1::CommitMoveRequest move;
  move.set_match(match_);
  move.set_token(token_);
  move.set_game_number(1);
  for (const int ply : {state_.ply(), state_.ply() + 3}) {
    move.set_expected_ply(ply);
    move.set_move("nonsense");
    Ask(kMatches, "CommitMove", move);
  }
  v1::ActRequest act;
  act.set_match(match_);
  act.set_game_number(1);
  act.set_kind(v1::ActRequest::KIND_ACCEPT_DRAW);
  for (const std::string& token : {token_, tokens_[static_cast<size_t>(own)] + "0"}) {
    act.set_token(token);
    Ask(kMatches, "Act", act);
  }
  v1::GetReportRequest report;
  report.set_match(match_);
  report.set_token(token_);
  Ask(kMatches, "GetReport", report);
  v1::RematchRequest rematch;
  rematch.set_match(match_);
  rematch.set_token(token_);
  rematch.set_game_number(1);
  Ask(kMatches, "Rematch", rematch);
  v1::ListMatchesRequest list;
  list.set_page_size(2);
  Ask(kMatches, "ListMatches", list);
  list.set_token(token_);
  Ask(kMatches, "ListMatches", list);
  v1::ListMovesRequest moves;
  moves.mutable_state()->set_seat_record(state_.description().seat_record());
  moves.mutable_state()->set_seat(state_.description().seat());
  moves.set_page_size(20);
  Ask(kRules, "ListMoves", moves);
  v1::DescribeRequest describe;
  *describe.mutable_state() = moves.state();
  Ask(kRules, "Describe", describe);
  v1::EvaluateRequest evaluate;
  *evaluate.add_states() = moves.state();
  Ask(kAnalysis, "Evaluate", evaluate);
  v1::ChooseMoveRequest choose;
  *choose.mutable_state() = moves.state();
  choose.set_simulations(kSimulations);
  choose.set_seed(7);
  AskSearch<v1::ChooseMoveResponse>("ChooseMove", choose);
  v1::AnalyzeRequest analyze;
  *analyze.mutable_state() = moves.state();
  analyze.set_simulations(kSimulations);
  analyze.set_seed(7);
  analyze.set_explain(true);
  AskSearch<v1::AnalyzeResponse>("Analyze", analyze);
}

void HttpWorld::Ask(const std::string& service, const std::string& method, const Message& request) {
  const HttpReply reply = viewers_->Ask(Post(service, method, request));
  absl::StrAppend(&received_, method, "\n", reply.head, reply.body);
}

template <typename Response>
void HttpWorld::AskSearch(const std::string& method, const Message& request) {
  constexpr bool kStream = std::is_same_v<Response, v1::AnalyzeResponse>;
  const HttpReply reply = viewers_->Ask(kStream ? StreamPost(kAnalysis, method, request)
                                                : Post(kAnalysis, method, request));
  const std::optional<std::string> answer = kStream ? LastMessage(reply.body) : reply.body;
  if (reply.code != 200 || !answer) {
    absl::StrAppend(&received_, method, "\n", reply.head, reply.body);
    return;
  }
  Response response;
  const auto bytes = serving::ReadMessage(viewer_.codec, *Response::descriptor(), *answer);
  Require(bytes.ok() && response.ParseFromString(*bytes), *answer);
  response.clear_milliseconds();
  if constexpr (kStream) {
    response.clear_sequence();
  }
  absl::StrAppend(&received_, method, "\n", response.SerializeAsString());
}

std::string HttpWorld::Post(const std::string& service, const std::string& method,
                            const Message& request) const {
  return HttpPost(PathOf(service, method),
                  viewer_.codec == Codec::kJson ? "application/json" : "application/proto",
                  Written(request));
}

std::string HttpWorld::StreamPost(const std::string& service, const std::string& method,
                                  const Message& request) const {
  return HttpPost(
      PathOf(service, method),
      viewer_.codec == Codec::kJson ? "application/connect+json" : "application/connect+proto",
      serving::Envelope(serving::EnvelopeKind::kMessage, Written(request)));
}

std::string HttpWorld::Written(const Message& message) const {
  std::string text;
  if (viewer_.codec == Codec::kProto) {
    return message.SerializeAsString();
  }
  KVINTET_CHECK(google::protobuf::util::MessageToJsonString(message, &text).ok());
  return text;
}

std::string HttpWorld::End() {
  std::string received = std::move(received_);
  for (size_t i = 0; i < digests_.size(); ++i) {
    const std::string number = absl::StrFormat("%0*d", static_cast<int>(digests_[i].size()), i);
    absl::StrReplaceAll({{digests_[i], number}}, &received);
  }
  stream_.reset();
  v1::ActRequest resign;
  resign.set_match(match_);
  resign.set_token(tokens_[0]);
  resign.set_game_number(1);
  resign.set_kind(v1::ActRequest::KIND_RESIGN);
  // Refused if the game is over.
  players_->Ask(HttpPost(PathOf(kMatches, "Act"), "application/proto", resign.SerializeAsString()));
  return received;
}

}  // namespace kvintet::matches
