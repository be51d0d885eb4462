// Payoff: see the header.
#include "selfplay/solvers/payoff.h"

#include "absl/strings/str_cat.h"

namespace kvintet::selfplay::solvers {

absl::StatusOr<Payoff> ParsePayoff(const std::string& name) {
  if (name == "return") {
    return Payoff::kReturn;
  }
  if (name == "margin") {
    return Payoff::kMargin;
  }
  if (name == "lead") {
    return Payoff::kLead;
  }
  return absl::InvalidArgumentError(absl::StrCat("a payoff is return, margin or lead, not ", name));
}

absl::StatusOr<double> PayoffOf(const envs::Outcome& outcome, Payoff payoff) {
  const int own = outcome.margin[0];
  const int other = outcome.margin[1];
  if (payoff == Payoff::kMargin && own + other != 0) {
    return absl::InvalidArgumentError(absl::StrCat("margins of both seats do not sum to zero (",
                                                   own, " and ", other, "): use lead"));
  }
  return payoff == Payoff::kReturn   ? static_cast<double>(outcome.returns[0])
         : payoff == Payoff::kMargin ? static_cast<double>(own)
                                     : static_cast<double>(own - other);
}

}  // namespace kvintet::selfplay::solvers
