import type { BoardView } from '../components/board/board.ts';
import { edited } from '../components/board/edit.ts';
import { menOf } from '../components/board/geometry.ts';
import type { PlayWords } from '../components/board/play-words.ts';
import { submitsTo } from './parts/get-form.ts';
import { createPlayBoard, type PlayBoard } from './parts/play-board.ts';
import { offerCopies } from './parts/copy.ts';
import { renewPart } from './parts/renew.ts';
import { searchDeeper } from './parts/search-deeper.ts';

/**
 * The analysis without page loads: the script fetches the page of the position after a move, an edit or a form, and
 * shows its parts. The address follows. `Analyse` repeats the search with ever longer times.
 */

interface Data {
  view: BoardView;
  isEditing: boolean;
  /** Legal moves with the positions after them. */
  steps: [move: string, fen: string][];
  words: PlayWords;
}

function start(root: HTMLElement): void {
  let data = readData(root);
  let playBoard: PlayBoard | undefined;
  let loading = new AbortController();

  const search = searchDeeper({
    ceilingMs: Number(root.dataset['ceiling']),
    fetchPage: async (ms, signal) => {
      const address = new URL(location.href);
      address.searchParams.set('analyse', String(ms));
      return fetchPage(address, signal);
    },
    show: (page) => show(page),
    changed: showState,
  });

  function makeBoard(): void {
    const old = root.querySelector<HTMLElement>('[data-draw=board]');
    if (!old) return;
    // a new element without the listeners of the previous mode
    const place = old.cloneNode(false) as HTMLElement;
    for (const part of old.parentElement?.querySelectorAll('.promotion, .refusal') ?? []) part.remove();
    old.replaceWith(place);
    playBoard = createPlayBoard(place, playable(), {
      words: data.words,
      onMove: (move) => {
        const fen = data.steps.find(([each]) => each === move)?.[1];
        if (fen !== undefined) go(addressOf(fen));
      },
      say: (text) => say(root, text),
      ...(data.isEditing && { onSquare: placeMan }),
    });
  }

  const playable = () => ({ view: data.view, legal: data.steps.map(([move]) => move) });

  /** Puts the chosen man on a square, or removes it where it already is. */
  function placeMan(square: string): boolean {
    const chosen = root.querySelector<HTMLInputElement>('[data-control=edit] input[name=man]:checked');
    const letter = chosen?.value ?? '';
    const isThere = (menOf(data.view.fen).get(square) ?? '') === letter;
    const fen = edited(data.view.fen, { square, man: isThere ? '' : letter });
    data = { ...data, view: { ...data.view, fen, check: null, arrows: [] } };
    playBoard?.show(playable());
    // replaces the history entry: an edit is not a step for the back button
    go(addressOf(fen), 'replace');
    return true;
  }

  function go(address: URL, how: 'push' | 'replace' | 'none' = 'push'): void {
    loading.abort();
    loading = new AbortController();
    const wasSearching = search.pause();
    address.searchParams.delete('analyse');
    if (how === 'push') history.pushState(null, '', address);
    else if (how === 'replace') history.replaceState(null, '', address);
    void load(address, loading.signal, wasSearching);
  }

  async function load(address: URL, signal: AbortSignal, wasSearching: boolean): Promise<void> {
    const page = await fetchPage(address, signal);
    if (signal.aborted) return;
    if (!page) return location.assign(address);
    // the form may have redirected
    if (page.url !== location.href) history.replaceState(null, '', page.url);
    show(page.document);
    if (wasSearching && !search.isOver(page.document)) search.begin();
    else showState(false);
  }

  function show(page: Document): void {
    const next = page.querySelector<HTMLElement>('[data-analysis]');
    if (!next) return;
    const { isEditing } = data;
    data = readData(next);
    renew(root, page);
    if (isEditing !== data.isEditing) makeBoard();
    else playBoard?.show(playable());
  }

  function showState(isSearching: boolean): void {
    const begin = root.querySelector<HTMLButtonElement>('[name=analyse]');
    const stop = root.querySelector<HTMLButtonElement>('[data-control=stop]');
    if (!begin || !stop) return;
    const hasFocus = [begin, stop].some((button) => button === document.activeElement);
    begin.hidden = isSearching;
    stop.hidden = !isSearching;
    if (hasFocus) (isSearching ? stop : begin).focus();
    root.toggleAttribute('data-searching', isSearching);
  }

  root.addEventListener('click', (event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest('[data-control=stop]')) return search.stop();
    const link = target?.closest<HTMLAnchorElement>('a[href]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    if (link.origin !== location.origin || link.pathname !== location.pathname) return;
    if (link.getAttribute('href')?.startsWith('#')) return;
    event.preventDefault();
    go(new URL(link.href));
  });
  root.addEventListener('submit', (event) => {
    if (!(event.target instanceof HTMLFormElement)) return;
    event.preventDefault();
    const { submitter } = event;
    if (submitter instanceof HTMLButtonElement && submitter.name === 'analyse') search.begin();
    else {
      const address = submitsTo(event.target);
      // a sent value does not stay in its field
      event.target.reset();
      go(address);
    }
  });
  root.addEventListener('change', (event) => {
    const field = event.target instanceof HTMLElement ? event.target : null;
    const form = field?.closest('form');
    const isAtOnce = field?.matches('[name=turn], [name=castling], [name=lines]');
    if (form && isAtOnce) go(submitsTo(form), 'replace');
  });
  globalThis.addEventListener('popstate', () => go(new URL(location.href), 'none'));

  makeBoard();
}

function renew(root: HTMLElement, page: Document): void {
  const chosen = root.querySelector('[name=man]:checked')?.id;
  for (const part of root.querySelectorAll<HTMLElement>('[data-part]')) renewPart(part, page);
  offerCopies(root);
  // restores the chosen man of the editor
  const again = chosen && root.querySelector<HTMLInputElement>(`#${CSS.escape(chosen)}`);
  if (again) again.checked = true;
  root.querySelector<HTMLElement>('[data-part=problem] [data-focus]')?.focus();
}

/** The current address with another position. */
function addressOf(fen: string): URL {
  const address = new URL(location.href);
  address.searchParams.set('fen', fen);
  address.searchParams.delete('analyse');
  return address;
}

const readData = (root: HTMLElement): Data => JSON.parse(root.dataset['analysis'] ?? '') as Data;

function say(root: HTMLElement, text: string): void {
  const place = root.querySelector('[data-part=said]');
  if (place) place.textContent = text;
}

interface Fetched {
  url: string;
  status: number;
  document: Document;
}

/** Undefined for an answer that is not a page of a position. */
async function fetchPage(address: URL, signal: AbortSignal): Promise<Fetched | undefined> {
  try {
    const response = await fetch(address, { headers: { accept: 'text/html' }, signal });
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const isPosition = page.querySelector('[data-analysis]') !== null;
    return isPosition ? { url: response.url, status: response.status, document: page } : undefined;
  } catch {
    return undefined;
  }
}

const root = document.querySelector<HTMLElement>('[data-analysis]');
if (root) start(root);
