// The legal moves of a state that begin with a text, as the service lists them.
import type { MessageInitShape } from "@bufbuild/protobuf";
import { rules } from "../api/client.js";
import type { GameStateSchema } from "../api/generated/kvintet_api/v1/game_state_pb.js";

export type State = MessageInitShape<typeof GameStateSchema>;

const pageSize = 10000;
// Enough for every state of the five games with their usual options but the first step of
// Kontranto, for which one move is enough.
const mostPages = 4;

export async function listMoves(state: State, prefix: string, signal: AbortSignal) {
  const moves: string[] = [];
  let pageToken = "";
  for (let page = 0; page < mostPages; page += 1) {
    const answer = await rules.listMoves({ state, prefix, pageSize, pageToken }, { signal });
    moves.push(...answer.moves.map((move) => move.text));
    pageToken = answer.nextPageToken;
    if (pageToken === "") break;
  }
  return moves;
}

// With more moves than this, those of one piece or space are listed when it is pressed.
const fewMoves = 2000;

// All legal moves, or undefined if they are not few.
export async function listFew(state: State, signal: AbortSignal) {
  const answer = await rules.listMoves({ state, pageSize: fewMoves }, { signal });
  return answer.nextPageToken === "" ? answer.moves.map((move) => move.text) : undefined;
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
