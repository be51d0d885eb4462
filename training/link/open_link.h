// OpenLink, FindLink: the RunLink that a URL names.
#pragma once

#include <memory>
#include <string>

#include <absl/status/statusor.h>

#include "training/link/run_link.h"

namespace kvintet::training {

// `url` is one of
//   dir:PATH                                    a folder that all sides share
//   redis://[[USER:]PASSWORD@]HOST[:PORT]/RUN   a Redis server; RUN names the run on it
// A password is better given in the environment, KVINTET_REDIS_PASSWORD, where other users of the
// machine cannot see it. InvalidArgument, saying what was wanted, for any other text.
//
// For the learner, whose run it is: makes the folder if it is missing.
absl::StatusOr<std::unique_ptr<RunLink>> OpenLink(const std::string& url);
// For all others: NotFound for a folder that no learner has made. A server is not asked.
absl::StatusOr<std::unique_ptr<RunLink>> FindLink(const std::string& url);

// Whether a text names a link, not a folder of a run.
bool IsLink(const std::string& text);

// The URL without a password, for messages.
std::string ShownUrl(const std::string& url);

}  // namespace kvintet::training
