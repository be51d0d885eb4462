// Seat tokens: who may move for a player. A token arrives in a link's fragment and is kept in this
// tab's storage; it never stands in a path or a query.
import { tab } from "../api/storage.js";

const keyOf = (match: string) => `kvintet.seat.${match}`;

export const tokenOf = (match: string): string => tab.read(keyOf(match));

export const keepToken = (match: string, token: string): void => tab.write(keyOf(match), token);

export const forgetToken = (match: string): void => tab.remove(keyOf(match));

// Takes the token out of the address, so that a copied address gives no seat away.
export function takeToken(match: string): string {
  const token = new URLSearchParams(location.hash.slice(1)).get("seat");
  if (token) {
    keepToken(match, token);
    history.replaceState(null, "", location.pathname);
  }
  return tokenOf(match);
}

const invitationKey = (match: string) => `kvintet.invitation.${match}`;

// Takes the invitation to a place of a tournament's match out of the address.
export function takeInvitation(match: string): string {
  const invitation = new URLSearchParams(location.hash.slice(1)).get("invitation");
  if (invitation) {
    tab.write(invitationKey(match), invitation);
    history.replaceState(null, "", location.pathname);
  }
  return tab.read(invitationKey(match));
}

// What a player has for a match is also valid in the one that is played in its place.
export function keepForReplay(match: string, replay: string): void {
  for (const keyOfMatch of [keyOf, invitationKey]) {
    const held = tab.read(keyOfMatch(match));
    if (held && tab.read(keyOfMatch(replay)) === "") tab.write(keyOfMatch(replay), held);
  }
}

export const forgetInvitation = (match: string): void => tab.remove(invitationKey(match));

// The link by which the same player goes on elsewhere.
export const seatLink = (match: string, token: string): string =>
  `${location.origin}/match/${encodeURIComponent(match)}#seat=${token}`;

export const matchLink = (match: string): string =>
  `${location.origin}/match/${encodeURIComponent(match)}`;
