import type { GameData } from '../components/board/game-data.ts';
import { offerCopies, showText } from './parts/copy.ts';
import { listenToGameKeys } from './parts/game-keys.ts';
import { followGame } from './parts/game-feed.ts';
import { createPlayBoard, type PlayBoard } from './parts/play-board.ts';
import { renewPart, scrollToCurrent } from './parts/renew.ts';
import { keepInvitation, keepSeat, seatToken } from './parts/seat.ts';

/**
 * A game without page loads: sends the page's own form, redraws the page's parts, and follows changes of other
 * players.
 */
function start(root: HTMLElement): void {
  let data = readData(root);
  const gameId = data.id;
  invite();
  let token = seatToken(gameId);
  let work: Promise<void> = Promise.resolve();
  let unfollow: (() => void) | undefined;
  /** A move without an answer yet: it is sent again, and the server plays it once. */
  let unsent: URLSearchParams | undefined;
  let again: number | undefined;
  const seatField = () => root.querySelector<HTMLInputElement>('[data-seat-field] input');

  /** The token that this tab keeps, or the typed one. */
  const givenToken = () => token ?? seatField()?.value;
  const board: PlayBoard = createPlayBoard(root.querySelector('[data-board]') ?? root, playable(), {
    words: data.words,
    say: (text) => put('[data-here]', text),
    onMove: (move) => send(form(), { action: 'move', move }),
  });

  function playable() {
    return { view: data.view, legal: data.asksSeat && !givenToken() ? [] : data.legal };
  }

  const form = () => root.querySelector<HTMLFormElement>('.play-form');

  function put(selector: string, text: string): void {
    const place = root.querySelector(selector);
    if (place) place.textContent = text;
  }

  /** One request after the other: the last answer is the newest. */
  function queue(request: () => Promise<Response | undefined>, failed = () => sayLost(true)): void {
    work = work.then(async () => {
      try {
        const response = await request();
        if (response) await draw(response);
      } catch {
        failed();
      }
    });
  }

  function sayLost(isLost: boolean, isGivenUp = false): void {
    const { lost, unsent: waits, notSent } = root.dataset;
    const said = [isLost && lost, unsent && waits, isGivenUp && notSent];
    put('[data-connection]', said.filter(Boolean).join(' '));
  }

  async function draw(response: Response): Promise<void> {
    const url = new URL(response.url);
    if (!url.pathname.startsWith('/chess/games/')) return location.assign(response.url);
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const next = page.querySelector<HTMLElement>('[data-game]');
    // the game is gone, or the answer is an error page
    if (!next) return showFault(page);
    data = readData(next);
    history.replaceState(history.state, '', response.url);
    // the flash disappears, as after a reload of the page
    document.querySelector('[data-flash]')?.remove();
    const hadSummary = document.querySelector('[data-part=errors] :focus') !== null;
    for (const part of document.querySelectorAll<HTMLElement>('[data-part]')) renewPart(part, page);
    const summary = document.querySelector<HTMLElement>('[data-part=errors] [data-focus]');
    // the error is corrected: the reader continues in the field
    if (hadSummary && !summary) root.querySelector<HTMLElement>('#move')?.focus({ preventScroll: true });
    summary?.focus();
    if (!unsent) board.show(playable());
    afterDrawing();
    if (data.isOver) {
      unfollow?.();
      sayLost(false);
    }
    callBack(!data.asksSeat && data.legal.length > 0);
  }

  function showFault(page: Document): void {
    const text = page.querySelector('main h1')?.textContent ?? '';
    put('[data-connection]', text);
    board.show(playable());
  }

  function afterDrawing(): void {
    offerCopies(root);
    scrollToCurrent(root.querySelector('.moves [aria-current]'));
    fillSeat();
    showSeat();
    invite();
  }

  function invite(): void {
    const place = root.querySelector<HTMLElement>('[data-invitation]');
    if (place) keepInvitation(gameId, place, data.isOver ? Infinity : data.plies);
  }

  /** Fills and hides the token field where the tab has a token. */
  function fillSeat(): void {
    const place = root.querySelector<HTMLElement>('[data-seat-field]');
    const field = seatField();
    if (!place || !field) return;
    if (field.getAttribute('aria-invalid') === 'true') {
      token = undefined;
      keepSeat(gameId, undefined);
    }
    if (token !== undefined) field.value = token;
    place.hidden = token !== undefined && new URLSearchParams(location.search).has('seat');
  }

  function showSeat(): void {
    const box = root.querySelector<HTMLElement>('[data-own-seat]');
    if (box && token !== undefined) showText(box, token);
    if (data.isOver) box?.remove();
  }

  function send(from: HTMLFormElement | null, fields: Record<string, string>): void {
    if (!from) return board.show(playable());
    const body = fieldsOf(from);
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    if (token !== undefined && body.get('seat_token') === '') body.set('seat_token', token);
    if (body.get('action') === 'move') {
      unsent = body;
      return sendMove();
    }
    queue(
      () => post(body),
      () => sayLost(true, true),
    );
  }

  /** Safe to repeat: the server refuses an outdated number of half-moves, and ignores a move that it already has. */
  function sendMove(): void {
    clearTimeout(again);
    queue(
      async () => unsent && post(unsent),
      () => {
        sayLost(true);
        again = window.setTimeout(sendMove, againMs);
      },
    );
  }

  async function post(body: URLSearchParams): Promise<Response> {
    const signal = AbortSignal.timeout(answerWithinMs);
    const response = await fetch(location.href, { method: 'POST', body, headers: html, signal });
    // a proxy that reaches no server
    if (response.status >= 502) throw new Error(`status ${response.status}`);
    if (body === unsent) {
      unsent = undefined;
      sayLost(false);
    }
    const typed = body.get('seat_token');
    if (response.ok && typed) {
      token = typed;
      keepSeat(gameId, typed);
    }
    const field = root.querySelector<HTMLInputElement>('#move');
    if (response.ok && field) field.value = '';
    return response;
  }

  const go = (address: string) => queue(() => fetch(address, { headers: html }));

  root.addEventListener('submit', (event) => {
    const { target, submitter } = event;
    if (!(target instanceof HTMLFormElement) || target.classList.contains('leaving')) return;
    event.preventDefault();
    if (target.method === 'get') {
      const query = fieldsOf(target);
      const { action } = target;
      return go(`${action.split('?', 1)[0]}?${query.toString()}`);
    }
    const pressed =
      submitter instanceof HTMLButtonElement && submitter.name ? { [submitter.name]: submitter.value } : {};
    send(target, pressed);
  });

  root.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    const isHere = link.pathname === location.pathname && link.dataset['go'] !== undefined;
    const isMove = link.pathname === location.pathname && link.dataset['ply'] !== undefined;
    if (!isHere && !isMove) return;
    event.preventDefault();
    go(link.href);
  });

  root.addEventListener('input', ({ target }) => {
    if (target === seatField()) board.show(playable());
  });

  listenToGameKeys({
    flip: () => root.querySelector<HTMLFormElement>('.flip')?.requestSubmit(),
    step(by) {
      const ply = data.ply + by;
      if (ply < 0 || ply > data.plies) return;
      const address = new URL(location.href);
      if (ply === data.plies) address.searchParams.delete('ply');
      else address.searchParams.set('ply', String(ply));
      go(address.href);
    },
  });

  document.addEventListener('visibilitychange', () => callBack(false));
  afterDrawing();
  if (data.isOver) return;
  unfollow = followGame(gameId, {
    connected(isConnected) {
      sayLost(!isConnected);
      if (isConnected && unsent) sendMove();
    },
    changed(seq) {
      // the answer to an own move already has it
      const page = async () => (seq > data.seq ? fetch(location.href, { headers: html }) : undefined);
      queue(page);
    },
  });
}

/** After this time a request is sent again; a repeated move is played once. */
const answerWithinMs = 15_000;
const againMs = 3_000;

const title = document.title;

/** The title of a hidden tab shows that it is the reader's move. */
function callBack(isToMove: boolean): void {
  document.title = isToMove && document.hidden ? `● ${title}` : title;
}

const html = { accept: 'text/html' };

function fieldsOf(form: HTMLFormElement): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') fields.set(name, value);
  return fields;
}

const readData = (root: HTMLElement): GameData => JSON.parse(root.dataset['game'] ?? '') as GameData;

const root = document.querySelector<HTMLElement>('[data-game]');
if (root) start(root);
