import type { Side } from '../side.ts';
import { sideAccuracy, type WeighedMove } from './accuracy.ts';
import type { Annotation, GamePhase, PhaseAccuracy, Quality, Summary } from './result.ts';
import { gamePhases } from './result.ts';

/** The most that one loss counts in an average. */
const averageLimit = 1000;

export const tenth = (value: number): number => Math.round(value * 10) / 10;

/** @param weights of the annotations, in the same order */
export function summarise(annotations: readonly Annotation[], weights: readonly number[]): Summary {
  const count = (quality: Quality) => annotations.filter((move) => move.quality === quality).length;
  const of = (side: Side) => annotations.filter((move) => move.side === side);
  return {
    total_moves: annotations.length,
    best_moves: count('Best'),
    excellent_moves: count('Excellent'),
    good_moves: count('Good'),
    inaccuracies: count('Inaccuracy'),
    mistakes: count('Mistake'),
    blunders: count('Blunder'),
    book_moves: count('Book'),
    average_centipawn_loss: averageLoss(annotations),
    white_accuracy: tenth(sideAccuracy(gradedOf(of('white'), weights))),
    black_accuracy: tenth(sideAccuracy(gradedOf(of('black'), weights))),
    white_avg_cp_loss: averageLoss(of('white')),
    black_avg_cp_loss: averageLoss(of('black')),
  };
}

/** Summaries of the phases that the game reached. */
export function summarisePhases(
  annotations: readonly Annotation[],
  weights: readonly number[],
  phases: readonly GamePhase[],
): PhaseAccuracy[] {
  return gamePhases.flatMap((phase) => {
    const moves = annotations.filter(({ ply }) => phases[ply - 1] === phase);
    const [first, last] = [moves.at(0), moves.at(-1)];
    if (!first || !last) return [];
    const accuracyOf = (side: Side) => {
      const graded = gradedOf(
        moves.filter((move) => move.side === side),
        weights,
      );
      return graded.length === 0 ? null : tenth(sideAccuracy(graded));
    };
    return [
      {
        phase,
        first_ply: first.ply,
        last_ply: last.ply,
        white_accuracy: accuracyOf('white'),
        black_accuracy: accuracyOf('black'),
      },
    ];
  });
}

function gradedOf(annotations: readonly Annotation[], weights: readonly number[]): WeighedMove[] {
  return annotations.flatMap(({ accuracy, ply }) =>
    accuracy === null ? [] : [{ accuracy, weight: weights[ply - 1] ?? 1 }],
  );
}

function averageLoss(annotations: readonly Annotation[]): number {
  const losses = annotations
    .filter(({ quality }) => quality !== 'Book')
    .map((move) => Math.min(move.centipawn_loss, averageLimit));
  if (losses.length === 0) return 0;
  return tenth(losses.reduce((total, loss) => total + loss, 0) / losses.length);
}
