// The legal moves of a state that begin with a text, as the service lists them.
import type { MessageInitShape } from "@bufbuild/protobuf";
import { rules } from "../api/client.js";
import type { GameStateSchema } from "../api/generated/kvintet_api/v1/game_state_pb.js";

export type State = MessageInitShape<typeof GameStateSchema>;

const pageSize = 10_000;

export interface Listed {
  moves: string[];
  // There are more.
  cut: boolean;
}

// All of them, or the first if there are more than `most`.
export async function listMoves(
  state: State,
  prefix: string,
  signal: AbortSignal,
  most = Number.POSITIVE_INFINITY,
): Promise<Listed> {
  const moves: string[] = [];
  const asked = { state, prefix, pageSize: Math.min(most, pageSize) };
  let pageToken = "";
  do {
    const answer = await rules.listMoves({ ...asked, pageToken }, { signal });
    moves.push(...answer.moves.map((move) => move.text));
    pageToken = answer.nextPageToken;
  } while (pageToken !== "" && moves.length < most);
  return { moves, cut: pageToken !== "" };
}

// The first legal moves that begin with a text.
export async function firstMoves(
  state: State,
  prefix: string,
  count: number,
  signal?: AbortSignal,
) {
  const answer = await rules.listMoves({ state, prefix, pageSize: count }, { signal });
  return answer.moves.map((move) => move.text);
}
