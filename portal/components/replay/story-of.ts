import { coordinatesOf, type Move } from '../../../chess/move.ts';
import { clocksOf, turnOf } from '../../../chess/position.ts';
import { chancesLost } from '../../../chess/review/grading.ts';
import { isIdleBlunder } from '../../../chess/review/key-moments.ts';
import type { Annotation } from '../../../chess/review/result.ts';
import { type WhiteValue, whiteValueAfter, whiteValueBefore } from '../../../chess/review/white-value.ts';
import type { Translate } from '../../language.ts';
import type { JudgedMove, Story, StoryMove } from '../board/story.ts';
import { squareInCheck } from './check.ts';
import { boardWords } from '../board/words.ts';

/** Longer lines are of no use to people. */
const longestLine = 10;

/** A game: its start, and its moves with the position after each. */
export interface StoryGame {
  startFen: string;
  moves: readonly (Move & { san: string; fen: string })[];
}

/** The story of a game, with a review's annotations of its moves. */
export function storyOf(
  game: StoryGame,
  t: Translate,
  review?: { annotations: readonly Annotation[]; keyPlies: readonly number[] },
): Story {
  const byPly = new Map(review?.annotations.map((annotation) => [annotation.ply, annotation]));
  const values = [...game.moves.keys(), game.moves.length].map((ply) => knownAt(byPly, ply));
  return {
    startFen: game.startFen,
    words: wordsOf(t),
    chances: values.map((known) => known && known.chances),
    evaluations: values.map((known) => known && written(known.value)),
    moves: game.moves.map((move, index) => storyMove(game, move, { index, t, judged: byPly.get(index + 1) })),
    keyPlies: review?.keyPlies ?? [],
  };
}

function wordsOf(t: Translate): Story['words'] {
  return {
    board: boardWords(t),
    start: t('review.start'),
    evaluation: t('review.evaluation'),
    unknown: t('review.unknown'),
    bestLine: t('review.best_line'),
    showLine: t('review.show_line'),
    backToGame: t('review.back_to_game'),
    played: t('review.played'),
    best: t('review.best'),
  };
}

/** The annotation with the value of a position: of the move that led to it, or of the next move. */
function knownAt(byPly: ReadonlyMap<number, Annotation>, ply: number) {
  const before = byPly.get(ply);
  if (before) return { value: whiteValueAfter(before), chances: ofWhite(before, before.win_after) };
  const after = byPly.get(ply + 1);
  return after ? { value: whiteValueBefore(after), chances: ofWhite(after, after.win_before) } : null;
}

const ofWhite = ({ side }: Annotation, chances: number): number =>
  tenth(side === 'white' ? chances : 100 - chances);

const tenth = (value: number): number => Math.round(value * 10) / 10;

/** `+0.3`, `#-3`, `#`. */
export function written({ mate, pawns }: WhiteValue, digits = 1): string {
  if (mate !== null) return mate === 0 ? '#' : `#${mate}`;
  const text = Math.abs(pawns).toFixed(digits);
  if (Number(text) === 0) return text;
  return `${pawns > 0 ? '+' : '-'}${text}`;
}

function storyMove(
  { startFen, moves }: StoryGame,
  move: StoryGame['moves'][number],
  { index, t, judged }: { index: number; t: Translate; judged: Annotation | undefined },
): StoryMove {
  const fen = moves[index - 1]?.fen ?? startFen;
  const side = turnOf(fen);
  const number = clocksOf(fen).fullmove;
  const label = `${number}${side === 'white' ? '.' : '...'} ${move.san}`;
  const check = squareInCheck(move.fen);
  return {
    label,
    move: coordinatesOf(move),
    fen: move.fen,
    side,
    name: judged ? t('review.said', { move: label, quality: t(`review.quality_${judged.quality}`) }) : label,
    text: judged ? sentenceOf(judged, t) : '',
    ...(check !== null && { check }),
    ...(judged && { judged: judgedOf(judged, t) }),
  };
}

function judgedOf(annotation: Annotation, t: Translate): JudgedMove {
  const { quality, glyph, is_book_move: isBook, is_tablebase_position: isTablebase } = annotation;
  const best = coordinatesOf(annotation.best_move);
  const hasBetter = !isBook && annotation.centipawn_loss > 0;
  return {
    quality,
    qualityName: t(`review.quality_${quality}`),
    glyph,
    marks: [isTablebase && t('review.tablebase')].filter((mark) => mark !== false),
    best: hasBetter ? { san: annotation.best_san, move: best } : null,
    line: isBook ? { sans: [], moves: [] } : lineOf(annotation),
    loss: lossOf(annotation),
  };
}

function lineOf({
  principal_variation: moves,
  principal_variation_san: sans,
  best_move: best,
  best_san,
}: Annotation) {
  const hasLine = sans.length > 0;
  return {
    sans: hasLine ? sans.slice(0, longestLine) : [best_san],
    moves: hasLine ? moves.slice(0, Math.min(longestLine, sans.length)) : [coordinatesOf(best)],
  };
}

/** In winning chances: pawns mean nothing where a mate was missed. */
function lossOf(annotation: Annotation): string {
  const lost = Math.round(chancesLost(annotation));
  return lost < 1 ? '' : `-${lost}%`;
}

function sentenceOf(annotation: Annotation, t: Translate): string {
  const loss = lossOf(annotation).slice(1);
  const isWorse = !annotation.is_book_move && annotation.centipawn_loss > 0;
  return [
    loss !== '' && t('review.said_loss', { loss }),
    isIdleBlunder(annotation) && t('review.said_decided'),
    isWorse && t('review.said_best', { san: annotation.best_san }),
    !annotation.is_book_move && t('review.said_value', { value: written(whiteValueAfter(annotation)) }),
  ]
    .filter(Boolean)
    .join(' ');
}
