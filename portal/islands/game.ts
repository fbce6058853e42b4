import type { GameData } from '../components/board/game-data.ts';
import { offerCopies } from './parts/copy.ts';
import { listenToGameKeys } from './parts/game-keys.ts';
import { followGame } from './parts/game-feed.ts';
import { createPlayBoard, type PlayBoard } from './parts/play-board.ts';
import { renewPart, scrollToCurrent } from './parts/renew.ts';
import { keepInvitation, keepSeat, seatToken } from './parts/seat.ts';

/** A game in place: the page's own form is sent, the page's own parts are drawn again, and changes of others are heard. */
function start(root: HTMLElement): void {
  let data = readData(root);
  const gameId = data.id;
  invite();
  let token = seatToken(gameId);
  let work: Promise<void> = Promise.resolve();
  let unfollow: (() => void) | undefined;
  const board: PlayBoard = createPlayBoard(root.querySelector('[data-board]') ?? root, playable(), {
    words: data.words,
    say: (text) => put('[data-here]', text),
    onMove: (move) => send(form(), { action: 'move', move }),
  });

  function playable() {
    return { view: data.view, legal: data.legal };
  }

  const form = () => root.querySelector<HTMLFormElement>('.play-form');

  function put(selector: string, text: string): void {
    const place = root.querySelector(selector);
    if (place) place.textContent = text;
  }

  /** One request after the other: the last answer is the newest. */
  function queue(request: () => Promise<Response | undefined>): void {
    work = work.then(async () => {
      try {
        const response = await request();
        if (response) await draw(response);
      } catch {
        sayLost(true);
        // the move on the board has not arrived
        board.show(playable());
      }
    });
  }

  const sayLost = (isLost: boolean) => put('[data-connection]', isLost ? (root.dataset['lost'] ?? '') : '');

  async function draw(response: Response): Promise<void> {
    const url = new URL(response.url);
    if (!url.pathname.startsWith('/chess/games/')) return location.assign(response.url);
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const next = page.querySelector<HTMLElement>('[data-game]');
    // the game is gone, or there is a page about a fault
    if (!next) return showFault(page);
    data = readData(next);
    history.replaceState(history.state, '', response.url);
    for (const part of document.querySelectorAll<HTMLElement>('[data-part]')) renewPart(part, page);
    board.show(playable());
    afterDrawing();
    if (data.isOver) {
      unfollow?.();
      sayLost(false);
    }
    callBack(data.legal.length > 0);
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
    invite();
  }

  function invite(): void {
    const place = root.querySelector<HTMLElement>('[data-invitation]');
    if (place) keepInvitation(gameId, place, data.isOver ? Infinity : data.plies);
  }

  /** The field of the token is there for readers without one. */
  function fillSeat(): void {
    const place = root.querySelector<HTMLElement>('[data-seat-field]');
    const field = place?.querySelector<HTMLInputElement>('input');
    if (!place || !field) return;
    if (field.getAttribute('aria-invalid') === 'true') {
      token = undefined;
      keepSeat(gameId, undefined);
    }
    if (token !== undefined) field.value = token;
    place.hidden = token !== undefined && new URLSearchParams(location.search).has('seat');
  }

  function send(from: HTMLFormElement | null, fields: Record<string, string>): void {
    if (!from) return board.show(playable());
    const body = fieldsOf(from);
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    if (token !== undefined && body.has('seat_token')) body.set('seat_token', token);
    const typed = body.get('seat_token');
    queue(async () => {
      const response = await fetch(location.href, { method: 'POST', body, headers: html });
      if (response.ok && typed) {
        token = typed;
        keepSeat(gameId, typed);
      }
      if (response.ok) for (const field of from.querySelectorAll<HTMLInputElement>('#move')) field.value = '';
      return response;
    });
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
    connected: (isConnected) => sayLost(!isConnected),
    changed(seq) {
      // its own move is in the answer already
      const page = async () => (seq > data.seq ? fetch(location.href, { headers: html }) : undefined);
      queue(page);
    },
  });
}

const title = document.title;

/** The title of a tab that is not looked at says that it is the reader's move. */
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
