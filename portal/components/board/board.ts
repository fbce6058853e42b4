import { h } from 'preact';
import type { Html } from '../../html.ts';
import { arrowPath, centreOf, isDark, menOf, squaresOnScreen } from './geometry.ts';
import { man } from './men.ts';
import { type BoardWords, nameOfCell } from './words.ts';

export interface Arrow {
  from: string;
  to: string;
  /** The move of the game, or the engine's preferred move. */
  kind: 'played' | 'best';
}

/** The data of a board. Pages create it, and islands while it changes. */
export interface BoardView {
  /** A placement without the other fields is enough. */
  fen: string;
  words: BoardWords;
  /** Black is at the bottom. */
  isFlipped?: boolean;
  lastMove?: { from: string; to: string } | null;
  /** The square of a king in check. */
  check?: string | null;
  arrows?: readonly Arrow[];
  glyph?: { square: string; text: string } | null;
  /** Classes of single squares: `selected`, `target`, or others that a page styles. */
  marks?: Readonly<Record<string, string>>;
  /** On a board that takes moves: the cell that the Tab key reaches; the script handles the arrow keys. */
  focus?: string;
}

/** A board as a grid of named cells; arrows and glyphs above it are for the eye alone. */
export function board(view: BoardView): Html {
  const { fen, words, isFlipped = false } = view;
  const men = menOf(fen);
  const rows = squaresOnScreen(isFlipped);
  return h(
    'div',
    { class: 'board' },
    h(
      'div',
      { class: 'squares', role: 'grid', 'aria-label': words.board, translate: 'no' },
      ...rows.map((row, index) =>
        h(
          'div',
          { role: 'row', key: index },
          ...row.map((square, column) =>
            cell(view, square, { letter: men.get(square), isLeft: column === 0, isLowest: index === 7 }),
          ),
        ),
      ),
    ),
    overlay(view),
  );
}

interface Place {
  letter: string | undefined;
  isLeft: boolean;
  isLowest: boolean;
}

function cell(view: BoardView, square: string, { letter, isLeft, isLowest }: Place): Html {
  const { words, lastMove, check, marks, focus } = view;
  const isLast = lastMove?.from === square || lastMove?.to === square;
  const mark = marks?.[square];
  return h(
    'div',
    {
      role: 'gridcell',
      'aria-label': nameOfCell(words, square, letter),
      'aria-selected': mark?.includes('selected') ? 'true' : undefined,
      'data-square': square,
      // drawn by the style sheet: as text it would be part of the cell's name
      'data-rank': isLeft ? square.slice(1) : undefined,
      'data-file': isLowest ? square.slice(0, 1) : undefined,
      class: ['square', isDark(square) && 'dark', isLast && 'last', check === square && 'check', mark]
        .filter(Boolean)
        .join(' '),
      tabindex: focus === undefined ? undefined : focus === square ? '0' : '-1',
    },
    letter !== undefined && man(letter),
  );
}

function overlay({ arrows = [], glyph, isFlipped = false }: BoardView): Html {
  return h(
    'svg',
    { class: 'overlay', viewBox: '0 0 8 8', 'aria-hidden': 'true', focusable: 'false' },
    ...arrows.map(({ from, to, kind }) =>
      h('path', { class: `arrow ${kind}`, d: arrowPath(from, to, isFlipped) }),
    ),
    glyph && glyphAt(glyph, isFlipped),
  );
}

const classes: Readonly<Record<string, string>> = { '?!': 'inaccuracy', '?': 'mistake', '??': 'blunder' };

/** A glyph in the upper right corner of its square, kept inside the board. */
function glyphAt({ square, text }: { square: string; text: string }, isFlipped: boolean): Html {
  const { x, y } = centreOf(square, isFlipped);
  const left = Math.min(7.74, x + 0.4);
  const top = Math.max(0.26, y - 0.4);
  return h(
    'g',
    { class: `glyph ${classes[text] ?? ''}` },
    h('circle', { cx: left, cy: top, r: 0.25 }),
    h('text', { x: left, y: top, dy: 0.105, 'text-anchor': 'middle', 'font-size': 0.3 }, text),
  );
}
