// SealOf, HashToken, SameBytes, MaskReply: what keeps choices sealed and seats their owners'.
#pragma once

#include <string>

#include "absl/strings/string_view.h"

namespace kvintet::serving {

// Bytes of a nonce, and of a seat's token: nobody guesses so many.
inline constexpr int kSecretBytes = 32;

// What is sealed: who chose what, where.
struct SealedChoice {
  std::string match = {};
  int game = 0;
  int ply = 0;
  int player = 0;
  // Lower-case hexadecimal, kSecretBytes bytes, fresh for every seal.
  std::string nonce = {};
  std::string move = {};
};

// The seal: SHA-256, in lower-case hexadecimal, of the lines "kvintet.v1.seal", match, game, ply,
// player, nonce and move, each but the last ended by a newline. It binds whoever gives it and tells
// nothing before it is opened.
std::string SealOf(const SealedChoice& choice);

// What is kept of a token.
std::string HashToken(absl::string_view token);

// Whether both are equal, in a time that depends on their lengths alone.
bool SameBytes(absl::string_view a, absl::string_view b);

// The reply under a pad that only the request's id gives; masked twice it is as it was. So a reply
// with a token can be kept for a repeated request without the token being kept.
std::string MaskReply(absl::string_view request_id, absl::string_view reply);

}  // namespace kvintet::serving
