import { currentFen, positionsOf } from '../../../chess/game.ts';
import { coordinatesOf } from '../../../chess/move.ts';
import { DomainError } from '../../../domain/errors.ts';
import { edited, rightsToCastle } from '../../components/board/edit.ts';
import { gameIdOf } from '../../components/replay/reader.ts';
import type { PageContext } from '../../page.ts';
import { typedMove } from '../chess-game/typed-move.ts';
import { stepsOf } from '../../../chess/review/san-line.ts';
import type { Place } from './place.ts';

/** The position of the game in the address, after the half-move `ply`; null without a game. */
export async function positionOfGame({ query, services }: PageContext): Promise<string | null> {
  const id = query.get('game');
  if (id === null) return null;
  const { game } = await services.chess.games.get(gameIdOf({ params: { id } }));
  const positions = positionsOf(game);
  const ply = Number(query.get('ply') || Number.NaN);
  return (Number.isInteger(ply) ? positions.at(Math.max(0, ply)) : undefined) ?? currentFen(game);
}

/** The position after a typed move, or why the move is invalid; null without one. */
export function moveOf(
  { query, t }: PageContext,
  { fen, problem }: Place,
): { fen: string } | { problem: string } | null {
  const typed = query.get('move')?.trim();
  if (!typed || problem !== null) return null;
  try {
    const [step] = stepsOf(fen, [coordinatesOf(typedMove(fen, typed, t))]);
    return step ? { fen: step.fen } : null;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { problem: error.meta.errors?.[0]?.message ?? error.detail };
  }
}

/** The position after the editor's change in the address; null without one. */
export function edition({ query }: PageContext, place: Place): string | null {
  if (!query.has('change')) return null;
  const square = query.get('square')?.trim().toLowerCase() ?? '';
  const man = query.get('man') ?? '';
  const turn = query.get('turn');
  return edited(place.fen, {
    ...(/^[a-h][1-8]$/.test(square) && /^[PNBRQKpnbrqk]?$/.test(man) ? { square, man } : {}),
    ...(turn === 'w' || turn === 'b' ? { turn } : {}),
    castling: rightsToCastle.filter((right) => query.getAll('castling').includes(right)),
  });
}
