import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { startFen } from '../../../chess/fen.ts';
import { annotateEnd, annotateGame } from '../../../chess/review/annotate.ts';
import { qualities } from '../../../chess/review/result.ts';
import { answer, played, randomGame, settings } from '../../../chess/review/testing/games.ts';
import { languageOf } from '../../language.ts';
import { moment } from '../board/moment.ts';
import { longestLine, nextOf, placeAddress, sentenceOf, stepsFrom } from '../board/place.ts';
import { boardOfStory } from '../board/position.ts';
import { countOf } from '../../pages/chess-review/summary.ts';
import { storyOf, written } from './story-of.ts';

const { t } = languageOf('en');
const game = randomGame(7, 60);
const result = annotateGame(game);
const keyPlies = result.key_moments.map(({ ply }) => ply);
const story = storyOf(game, t, { annotations: result.annotations, keyPlies });

const members = {
  Best: 'best_moves',
  Excellent: 'excellent_moves',
  Good: 'good_moves',
  Inaccuracy: 'inaccuracies',
  Mistake: 'mistakes',
  Blunder: 'blunders',
  Book: 'book_moves',
} as const;

it.each(qualities)('counts the moves of class %s as the summary does', (quality) => {
  const counted = countOf(story, 'white', quality) + countOf(story, 'black', quality);
  expect(counted).toBe(result.summary[members[quality]]);
});

it('shows no loss of a best move, also where the search after it values it less', () => {
  const positions = [answer(200, 'e2e4'), answer(60, 'e7e5'), answer(-400, 'd2d4')];
  const moves = played('e2e4 e7e6');
  const { annotations, key_moments } = annotateGame({ startFen, moves, positions, settings });
  const [first, second] = storyOf({ startFen, moves }, t, { annotations, keyPlies: [] }).moves;
  expect(first?.judged).toMatchObject({ quality: 'Best', loss: '' });
  expect(first?.text).not.toContain('gave away');
  expect(annotations.map(({ win_before, win_after }) => win_before > win_after)).toEqual([true, false]);
  expect([second?.judged?.loss, key_moments]).toEqual(['', []]);
});

it('says that a game was decided where a blunder changes nothing', () => {
  const positions = [answer(900, 'e2e4'), answer(-600, 'e7e5')];
  const moves = played('a2a3');
  const { annotations, key_moments } = annotateGame({ startFen, moves, positions, settings });
  const [move] = storyOf({ startFen, moves }, t, { annotations, keyPlies: [] }).moves;
  expect(key_moments).toEqual([]);
  expect(move?.name).toBe('1. a3: Blunder.');
  expect(move?.text).toContain('It gave away 6% of the winning chances. The game was decided already.');
});

it('leads from each move of a class to the next, and around', () => {
  const wanted = { quality: 'Blunder', side: 'white' };
  const plies = result.annotations
    .filter(({ quality, side }) => quality === 'Blunder' && side === 'white')
    .map(({ ply }) => ply);
  expect(plies.length).toBeGreaterThan(1);
  expect(nextOf(story, wanted, 0)).toBe(plies[0]);
  expect(nextOf(story, wanted, plies[0] ?? 0)).toBe(plies[1]);
  expect(nextOf(story, wanted, plies.at(-1) ?? 0)).toBe(plies[0]);
});

it('steps to its ends and key moments', () => {
  const last = story.moves.length;
  const at = (ply: number, line = 0) => ({ ply, line });
  expect(stepsFrom(at(0), story)).toEqual({
    first: undefined,
    previous: undefined,
    next: at(1),
    last: at(last),
    previous_key: undefined,
    next_key: at(keyPlies[0] ?? 0),
  });
  expect(stepsFrom(at(last), story)).toMatchObject({ next: undefined, last: undefined, first: at(0) });
});

it('steps through a line, to its end and back to the game', () => {
  const positions = [answer(0, 'e2e4', 'e2e4 e7e5 g1f3'), answer(0, 'e7e5'), answer(0, 'd2d4')];
  const moves = played('a2a3 e7e6');
  const { annotations } = annotateGame({ startFen, moves, positions, settings });
  const lined = storyOf({ startFen, moves }, t, { annotations, keyPlies: [] });
  const at = (line: number) => ({ ply: 1, line });
  const steps = [0, 1, 2, 3].map((line) => {
    const { previous, next } = stepsFrom(at(line), lined);
    return [previous, next];
  });
  expect(steps).toEqual([
    [
      { ply: 0, line: 0 },
      { ply: 2, line: 0 },
    ],
    [at(0), at(2)],
    [at(1), at(3)],
    [at(2), undefined],
  ]);
});

it('plays the best line of the first move from the start', () => {
  const positions = [answer(0, 'e2e4', 'e2e4 e7e5'), answer(0, 'e7e5'), answer(0, 'd2d4')];
  const moves = played('a2a3 e7e6');
  const { annotations } = annotateGame({ startFen, moves, positions, settings });
  const lined = storyOf({ startFen, moves }, t, { annotations, keyPlies: [] });
  const place = { ply: 0, line: 2, isFlipped: false };
  expect(longestLine(lined, 0)).toBe(2);
  expect(boardOfStory(lined, place).fen).toContain('rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR');
  expect(renderToString(moment(lined, place, placeAddress('/x', place)))).toContain(
    'href="/x?ply=0&amp;line=1"',
  );
  expect(renderToString(sentenceOf(lined, place))).toContain('e5');
  expect(stepsFrom(place, lined)).toMatchObject({ previous: { ply: 0, line: 1 }, next: undefined });
});

it('knows nothing of the moves that are still to be judged', () => {
  const first = 20;
  const annotations = annotateEnd(game, first);
  const part = storyOf(game, t, { annotations, keyPlies: [] });
  expect(annotations).toEqual(result.annotations.slice(first));
  expect(part.moves.findIndex(({ judged }) => judged !== undefined)).toBe(first);
  expect(part.chances.slice(0, first)).toEqual(Array(first).fill(null));
  expect(part.chances.slice(first)).toEqual(story.chances.slice(first));
});

it.each([
  [{ mate: null, pawns: 0.34 }, '+0.3'],
  [{ mate: null, pawns: -0.04 }, '0.0'],
  [{ mate: null, pawns: -12 }, '-12.0'],
  [{ mate: -3, pawns: 0 }, '#-3'],
  [{ mate: 0, pawns: 0 }, '#'],
])('writes %o as %s', (value, text) => {
  expect(written(value)).toBe(text);
});
