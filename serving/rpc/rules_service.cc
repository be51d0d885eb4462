// RulesService: describes a state, lists its moves, and applies a move.
#include <algorithm>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

#include "base/status_macros.h"
#include "kvintet_api/v1/rules.grpc.pb.h"
#include "serving/engine/move_list.h"
#include "serving/errors/catch_as_status.h"
#include "serving/errors/refusal.h"
#include "serving/rpc/convert.h"
#include "serving/rpc/services.h"
#include "serving/rpc/unary_method.h"

namespace kvintet::serving {
namespace {

constexpr int kDefaultPage = 1000;
constexpr int kLargestPage = 10000;

absl::Status InSituation(const absl::Status& status) { return Within(status, "state"); }

absl::StatusOr<RequestedState> ReadState(const ServiceContext& context,
                                         const v1::GameState& message) {
  const absl::StatusOr<RequestedStateText> text = FromMessage(message);
  if (!text.ok()) {
    return InSituation(text.status());
  }
  absl::StatusOr<RequestedState> situation = RequestedState::Read(context.games, *text);
  return situation.ok() ? std::move(situation) : InSituation(situation.status());
}

absl::StatusOr<MovePage> PageOf(const v1::ListMovesRequest& request) {
  MovePage page = {.prefix = request.prefix()};
  if (request.page_size() < 0) {
    return Refusal(v1::REASON_BAD_FIELD,
                   absl::StrCat("page_size: wanted 0 or more, found ", request.page_size()),
                   "page_size");
  }
  const int size = request.page_size() == 0 ? kDefaultPage : request.page_size();
  page.size = static_cast<size_t>(std::min(size, kLargestPage));
  uint64_t first = 0;
  if (!request.page_token().empty() && !absl::SimpleAtoi(request.page_token(), &first)) {
    return Refusal(v1::REASON_BAD_FIELD, "page_token: wanted the next_page_token of a page",
                   "page_token");
  }
  page.first = static_cast<size_t>(first);
  return page;
}

absl::Status Run(const ServiceContext& context, const Call& /*call*/,
                 const v1::DescribeRequest& request, v1::DescribeResponse* response) {
  KVINTET_ASSIGN_OR_RETURN(const RequestedState situation, ReadState(context, request.state()));
  *response->mutable_description() = Describe(situation);
  return absl::OkStatus();
}

absl::Status Run(const ServiceContext& context, const Call& call,
                 const v1::ListMovesRequest& request, v1::ListMovesResponse* response) {
  KVINTET_ASSIGN_OR_RETURN(const MovePage page, PageOf(request));
  KVINTET_ASSIGN_OR_RETURN(const RequestedState situation, ReadState(context, request.state()));
  const absl::StatusOr<MoveList> listed =
      ListMoves(situation, page, [&call] { return call.Check(); });
  if (!listed.ok()) {
    return InSituation(listed.status());
  }
  const MoveList& list = *listed;
  response->set_actor(ToMessage(list.actor));
  for (const ListedMove& one : list.moves) {
    v1::Move* move = response->add_moves();
    move->set_text(one.text);
    move->set_probability(one.probability);
  }
  if (list.more) {
    response->set_next_page_token(absl::StrCat(page.first + list.moves.size()));
  }
  return absl::OkStatus();
}

absl::Status Run(const ServiceContext& context, const Call& /*call*/,
                 const v1::ApplyRequest& request, v1::ApplyResponse* response) {
  KVINTET_ASSIGN_OR_RETURN(const auto actor, FromMessage(request.actor()));
  KVINTET_ASSIGN_OR_RETURN(RequestedState situation, ReadState(context, request.state()));
  KVINTET_RETURN_IF_ERROR(situation.Apply(actor, request.move()));
  *response->mutable_state() = ToMessage(situation);
  response->mutable_state()->set_seat(request.state().seat());
  *response->mutable_description() = Describe(situation);
  return absl::OkStatus();
}

// Rules may take a while (a long record, a game with 89,700 moves), so our worker threads apply
// them.
class RulesService final : public v1::RulesService::CallbackService {
 public:
  explicit RulesService(const ServiceContext* context) : context_(context) {}

  KVINTET_UNARY_METHOD(RulesService, Describe)
  KVINTET_UNARY_METHOD(RulesService, ListMoves)
  KVINTET_UNARY_METHOD(RulesService, Apply)

 private:
  template <typename Request, typename Response>
  grpc::ServerUnaryReactor* Start(const IncomingCall& call, const Request* request,
                                  Response* response) {
    return StartCall(call, context_->limits, context_->gate, [=, this](Call* started) {
      context_->workers->Submit(started, [=, this] {
        started->Finish(
            CatchAsStatus([&] { return Run(*context_, *started, *request, response); }));
      });
    });
  }

  const ServiceContext* const context_;
};

}  // namespace

std::unique_ptr<grpc::Service> MakeRulesService(const ServiceContext* context) {
  return std::make_unique<RulesService>(context);
}

}  // namespace kvintet::serving
