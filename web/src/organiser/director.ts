// Director: who may act in a tournament, and the invitations that only the director has. Both are
// kept in this tab's storage, and stand in an address only after "#", which browsers do not send.
import { tab } from "../api/storage.js";

const tokenKey = (tournament: string) => `kvintet.director.${tournament}`;
const invitationsKey = (tournament: string) => `kvintet.invitations.${tournament}`;

export const keepDirector = (tournament: string, token: string): void =>
  tab.write(tokenKey(tournament), token);

export const forgetDirector = (tournament: string): void => tab.remove(tokenKey(tournament));

// Takes the token out of the address, so that a copied address gives nothing away.
export function takeDirector(tournament: string): string {
  const token = new URLSearchParams(location.hash.slice(1)).get("director");
  if (token) {
    keepDirector(tournament, token);
    history.replaceState(null, "", location.pathname);
  }
  return tab.read(tokenKey(tournament));
}

// The address with which the director goes on in another browser.
export const directorLink = (tournament: string, token: string): string =>
  `${location.origin}/tournaments/${encodeURIComponent(tournament)}#director=${token}`;

// The address with which a player takes the place that is kept for it.
export const invitationLink = (match: string, invitation: string): string =>
  `${location.origin}/match/${encodeURIComponent(match)}#invitation=${invitation}`;

// A match's invitations, for player 0 and player 1; empty: none is needed.
export type Invitations = Record<string, string[]>;

export function invitationsOf(tournament: string): Invitations {
  try {
    return JSON.parse(tab.read(invitationsKey(tournament)) || "{}");
  } catch {
    return {};
  }
}

export function keepInvitations(tournament: string, added: Invitations): Invitations {
  const all = { ...invitationsOf(tournament), ...added };
  tab.write(invitationsKey(tournament), JSON.stringify(all));
  return all;
}
