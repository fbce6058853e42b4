import type { Game } from '../../chess/game.ts';
import type { Locale } from '../../chess/locale.ts';
import type { Move } from '../../chess/move.ts';
import { type MoveAnswer, presentMoveAnswer } from '../../chess/present.ts';
import type { Saying } from '../../chess/sayings.ts';
import type { GameHappening } from '../../store/postgres/game-events.ts';
import { say } from './sentences.ts';

/** `data` of an event as subscribers read it. */
export type EventData = { game_id: string } | (MoveAnswer & { game_id: string; last_move: Move | null });

/**
 * An event in a subscriber's language. `game` is the game as it is now: how it stood then is taken from its moves; null
 * when it is gone, and then of an update only the game's id is left to tell.
 */
export function presentEvent(
  gameId: string,
  { event, data }: GameHappening,
  game: Game | null,
  locale: Locale,
): EventData {
  if (event !== 'game_updated' || !game) return { game_id: gameId };
  const { ply, drawOffer, outcome, san, lastMove } = data;
  const then: Game = { ...game, moves: game.moves.slice(0, ply), drawOffer, outcome };
  // keys are written by us
  const message = say(locale, data.message as Saying);
  return { game_id: gameId, ...presentMoveAnswer(then, message, san), last_move: lastMove };
}
