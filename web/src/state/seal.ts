// Seal: checks that a revealed choice is the one that was committed (docs/matches.md).
import type { Commitment } from "../api/generated/kvintet_api/v1/match_pb.js";

// The SHA-256 of the commitment's lines, in hexadecimal.
export async function digestOf(match: string, game: number, seal: Commitment): Promise<string> {
  const lines = ["kvintet.v1.seal", match, game, seal.ply, seal.player, seal.nonce, seal.move];
  const bytes = new TextEncoder().encode(lines.join("\n"));
  const hash = await crypto.subtle.digest("SHA-256", bytes);
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
