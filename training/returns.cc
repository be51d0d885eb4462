// LambdaReturn: see the header.
#include "training/returns.h"

namespace kvintet::training {

double LambdaReturn(const selfplay::GameRecord& record, size_t row, double lambda) {
  const auto actor = [&](size_t i) {
    return record.events[static_cast<size_t>(record.rows[i].event)].actor;
  };
  double sum = 0;
  double rest = 1;
  for (size_t i = row + 1; i < record.rows.size() && rest > 0; ++i) {
    if (actor(i) == actor(row)) {
      sum += rest * (1 - lambda) * static_cast<double>(record.rows[i].Value());
      rest *= lambda;
    }
  }
  return sum + rest * static_cast<double>(record.ResultFor(record.rows[row]));
}

}  // namespace kvintet::training
