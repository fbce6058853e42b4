import { showText } from './copy.ts';

/** The token of a seat is kept in this tab only, until the tab closes. */
const keyOf = (gameId: string) => `rookery.seat.${gameId}`;
const linkKeyOf = (gameId: string) => `rookery.link.${gameId}`;

/** The token from the link's `#` part, which is removed from the address, or the kept one. */
export function seatToken(gameId: string): string | undefined {
  const given = /^#seat=([\w-]+)$/.exec(location.hash)?.[1];
  if (given !== undefined) {
    keepSeat(gameId, given);
    history.replaceState(history.state, '', location.pathname + location.search);
  }
  return sessionStorage.getItem(keyOf(gameId)) ?? undefined;
}

/** Undefined: the text was not the token of a seat. */
export function keepSeat(gameId: string, token: string | undefined): void {
  if (token === undefined) sessionStorage.removeItem(keyOf(gameId));
  else sessionStorage.setItem(keyOf(gameId), token);
}

/** Keeps the invitation of a new game across reloads, until both sides have moved. */
export function keepInvitation(gameId: string, place: HTMLElement, plies: number): void {
  const { token } = place.querySelector<HTMLElement>('[data-token]')?.dataset ?? {};
  if (token) {
    keepSeat(gameId, token);
    sessionStorage.setItem(linkKeyOf(gameId), place.querySelector('code')?.textContent ?? '');
  }
  if (plies >= 2) {
    sessionStorage.removeItem(linkKeyOf(gameId));
    place.replaceChildren();
  }
  const link = sessionStorage.getItem(linkKeyOf(gameId));
  const kept = place.querySelector<HTMLElement>('[data-link][hidden]');
  if (kept && link !== null) showText(kept, link);
}
