import { render } from 'preact';
import { board, type BoardView } from '../../components/board/board.ts';
import { menOf } from '../../components/board/geometry.ts';
import type { PlayWords } from '../../components/board/play-words.ts';
import { placementAfter } from '../../components/board/replay.ts';
import { nameOfCell } from '../../components/board/words.ts';
import { listenToDrags } from './play/drag.ts';
import { slide } from './play/motion.ts';
import { createPromotion } from './play/promotion.ts';
import { createRefusal } from './play/refusal.ts';
import { squareAfterKey } from './play/steps.ts';

/** A position on a board that takes moves. */
export interface Playable {
  view: BoardView;
  /** Legal moves as coordinates, `e2e4` and `e7e8q`. The board takes only these; without any it is not playable. */
  legal: readonly string[];
}

export interface PlayBoardOptions {
  words: PlayWords;
  /**
   * Called with a legal move that the board already shows. The owner then shows the new position, or restores the old
   * one.
   */
  onMove(move: string): void;
  /** Announces the squares that a man can go to in a live region. */
  say?(text: string): void;
  /** Gets a pressed or entered square before the board; true where it handled the square, as an editor does. */
  onSquare?(square: string): boolean;
}

export interface PlayBoard {
  show(next: Playable): void;
}

/**
 * Creates a board at `place` that takes moves by click, drag, touch and keyboard: arrow keys move between cells,
 * Enter selects a man and moves it, Escape deselects it. It replaces the server's drawing.
 */
export function createPlayBoard(place: HTMLElement, first: Playable, options: PlayBoardOptions): PlayBoard {
  let current = first;
  let selected: string | undefined;
  let focus = first.view.isFlipped ? 'e7' : 'e2';
  const promotion = createPromotion(place, options.words);
  const refusal = createRefusal(place);

  const { words } = options;
  const nameOf = (square: string) =>
    nameOfCell(current.view.words, square, menOf(current.view.fen).get(square));
  const movesFrom = (square: string) => current.legal.filter((move) => move.startsWith(square));
  const isTarget = (square: string) =>
    selected !== undefined && movesFrom(selected).some((move) => move.slice(2, 4) === square);

  function draw(): void {
    const hasFocus = place.contains(document.activeElement);
    render(board({ ...current.view, marks: marksOf(), focus }), place);
    if (hasFocus) cellOf(focus)?.focus({ preventScroll: true });
  }

  function marksOf(): Record<string, string> {
    const marks: Record<string, string> = { ...current.view.marks };
    const men = menOf(current.view.fen);
    const add = (square: string, mark: string) =>
      (marks[square] = marks[square] === undefined ? mark : `${marks[square]} ${mark}`);
    for (const square of new Set(current.legal.map((move) => move.slice(0, 2)))) add(square, 'movable');
    if (selected === undefined) return marks;
    add(selected, 'selected');
    for (const square of new Set(movesFrom(selected).map((move) => move.slice(2, 4)))) {
      // a pawn that changes its file captures, also en passant
      const isPawn = men.get(selected)?.toLowerCase() === 'p';
      const captures = men.has(square) || (isPawn && square[0] !== selected[0]);
      add(square, captures ? 'target capture' : 'target');
    }
    return marks;
  }

  const cellOf = (square: string) => place.querySelector<HTMLElement>(`[data-square="${square}"]`);

  function select(square: string | undefined): void {
    refusal.clear();
    selected = square !== undefined && movesFrom(square).length > 0 ? square : undefined;
    if (selected !== undefined) {
      const targets = [...new Set(movesFrom(selected).map((move) => move.slice(2, 4)))];
      options.say?.(
        words.canGo.replace('{man}', nameOf(selected)).replace('{squares}', targets.toSorted().join(', ')),
      );
    }
    draw();
  }

  /** Handles a square that is pressed without a drag, or entered. */
  function take(square: string): void {
    focus = square;
    if (options.onSquare?.(square)) return;
    if (selected !== undefined && isTarget(square)) void choose(selected, square, false);
    else turnTo(square);
  }

  /** Selects another man, or shows why the move is not possible. */
  function turnTo(square: string): void {
    const left = selected;
    select(square === left ? undefined : square);
    if (selected !== undefined || square === left) return;
    if (left !== undefined) refuse(left, square);
    else if (isOfMover(square)) refusal.show(words.noMoves.replace('{man}', nameOf(square)));
  }

  function refuse(from: string, to: string): void {
    select(undefined);
    refusal.show(words.notLegal.replace('{move}', `${from}–${to}`));
  }

  /** Whether the man belongs to the side to move. */
  function isOfMover(square: string): boolean {
    const men = menOf(current.view.fen);
    const [man, mover] = [men.get(square), men.get(current.legal[0]?.slice(0, 2) ?? '')];
    return man !== undefined && mover !== undefined && isWhite(man) === isWhite(mover);
  }

  async function choose(from: string, to: string, isDropped: boolean): Promise<void> {
    const meant = movesFrom(from).filter((move) => move.slice(2, 4) === to);
    const move = meant.length > 1 ? await promotion.ask(meant, { from, to, view: current.view }) : meant[0];
    // the position may have changed while the dialog was open
    if (move === undefined || !current.legal.includes(move)) return select(undefined);
    make(move, isDropped);
  }

  function make(move: string, isDropped: boolean): void {
    const { view } = current;
    selected = undefined;
    focus = move.slice(2, 4);
    refusal.clear();
    const lastMove = { from: move.slice(0, 2), to: focus };
    const fen = placementAfter(view.fen, [move]);
    current = { view: { ...view, fen, lastMove, check: null, arrows: [], glyph: null }, legal: [] };
    draw();
    if (!isDropped) slide(place, lastMove);
    options.onMove(move);
  }

  listenToDrags(place, {
    canLift: (square) => movesFrom(square).length > 0,
    isTarget,
    lift(square) {
      focus = square;
      if (selected !== square) select(square);
    },
    drop(square) {
      if (selected !== undefined && square !== undefined && isTarget(square)) {
        void choose(selected, square, true);
      } else if (square === undefined) select(undefined);
      else if (selected !== undefined && square !== selected) refuse(selected, square);
    },
    press: take,
    selected: () => selected,
    hasEditor: options.onSquare !== undefined,
  });

  // screen readers set the focus in their own way
  place.addEventListener('focusin', ({ target }) => {
    const square = target instanceof HTMLElement ? target.dataset['square'] : undefined;
    if (square === undefined || square === focus) return;
    focus = square;
    draw();
  });

  place.addEventListener('keydown', (event) => {
    if (event.altKey || event.metaKey || !(event.target as Element).closest('[data-square]')) return;
    const next = squareAfterKey(event, focus, current.view.isFlipped ?? false);
    if (next !== undefined) {
      focus = next;
      draw();
    } else if (event.key === 'Enter' || event.key === ' ') take(focus);
    else if (event.key === 'Escape' && selected !== undefined) select(undefined);
    else return;
    // the keys of the replay must not react as well
    event.preventDefault();
    event.stopPropagation();
  });

  place.replaceChildren();
  draw();

  return {
    show(next) {
      const shown = current.view;
      const isNew = placementOf(next.view.fen) !== placementOf(shown.fen);
      current = next;
      if (isNew) {
        promotion.close();
        refusal.clear();
      }
      if (selected !== undefined && (isNew || movesFrom(selected).length === 0)) selected = undefined;
      draw();
      const { lastMove, isFlipped = false } = next.view;
      const isFollowing = isNew && lastMove && isFlipped === (shown.isFlipped ?? false);
      // the moved man slides from its previous square
      if (isFollowing && menOf(shown.fen).has(lastMove.from)) slide(place, lastMove);
    },
  };
}

const isWhite = (man: string) => man === man.toUpperCase();

const placementOf = (fen: string) => fen.split(' ', 1)[0];
