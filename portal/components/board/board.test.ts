import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { languageOf } from '../../language.ts';
import { board } from './board.ts';
import { arrowPath, centreOf, menOf, squaresOnScreen } from './geometry.ts';
import { boardWords } from './words.ts';

const words = boardWords(languageOf('en').t);
const fen = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2';

const namesIn = (html: string) =>
  [...html.matchAll(/role="gridcell" aria-label="([^"]+)"/g)].map(([, name]) => name);

it('names every cell, from the upper left on', () => {
  const names = namesIn(renderToString(board({ fen, words })));

  expect(names).toHaveLength(64);
  expect(names[0]).toBe('a8 black rook');
  expect(names).toContain('e4 white pawn');
  expect(names).toContain('e2 empty');
  expect(names.at(-1)).toBe('h1 white rook');
  expect(namesIn(renderToString(board({ fen, words, isFlipped: true })))).toEqual(names.toReversed());
});

it('can be reached by the tabulator key in one cell where it takes moves', () => {
  expect(renderToString(board({ fen, words }))).not.toContain('tabindex');
  const html = renderToString(board({ fen, words, focus: 'e2' }));
  expect(html.match(/tabindex="0"/g)).toHaveLength(1);
  expect(html.match(/tabindex="-1"/g)).toHaveLength(63);
});

it('has attributes that the policy of content allows', () => {
  const html = renderToString(
    board({
      fen,
      words,
      lastMove: { from: 'g1', to: 'f3' },
      arrows: [{ from: 'g1', to: 'f3', kind: 'played' }],
      glyph: { square: 'h8', text: '??' },
      marks: { e4: 'selected' },
    }),
  );
  expect(html).not.toContain('style=');
  expect(html).toContain('aria-selected="true"');
  expect(html).toContain('class="glyph blunder"');
});

it('reads the men of a position', () => {
  const men = menOf(fen);
  expect(men.size).toBe(32);
  expect([men.get('e5'), men.get('f3'), men.get('g1')]).toEqual(['p', 'N', undefined]);
});

it('turns squares and their middles alike', () => {
  for (const isFlipped of [false, true]) {
    for (const [row, squares] of squaresOnScreen(isFlipped).entries()) {
      for (const [column, square] of squares.entries()) {
        expect(centreOf(square, isFlipped)).toEqual({ x: column + 0.5, y: row + 0.5 });
      }
    }
  }
});

const cornersOf = (path: string) =>
  path
    .slice(1, -1)
    .split('L')
    .map((corner) => corner.split(' ').map(Number));

it.each([
  ['e2', 'e4', false, [4.5, 4.5]],
  ['e2', 'e4', true, [3.5, 3.5]],
  ['a1', 'h8', false, [7.5, 0.5]],
  ['g8', 'f6', false, [5.5, 2.5]],
] as const)('an arrow from %s to %s (flipped: %s) ends in the middle', (from, to, isFlipped, end) => {
  const corners = cornersOf(arrowPath(from, to, isFlipped));
  expect(corners).toHaveLength(7);
  expect(corners[3]).toEqual(end);
  const { x, y } = centreOf(from, isFlipped);
  for (const [cornerX = 0, cornerY = 0] of [corners[0] ?? [], corners[6] ?? []]) {
    expect(Math.hypot(cornerX - x, cornerY - y)).toBeLessThan(0.5);
  }
});
