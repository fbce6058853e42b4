import type { Game } from '../../chess/game.ts';
import type { Locale } from '../../chess/locale.ts';
import type { Move } from '../../chess/move.ts';
import { statusOf } from '../../chess/outcome.ts';
import { type MoveAnswer, presentMoveAnswer } from '../../chess/present.ts';
import type { ChangeMessage } from '../../chess/change-message.ts';
import type { GameHappening } from '../../store/postgres/chess/game-events.ts';
import { renderMessage } from './render-message.ts';

type MoveEvent = Omit<MoveAnswer, 'state'> & {
  game_id: string;
  /** Null for a removed game, whose position was removed with it. */
  state: MoveAnswer['state'] | null;
  last_move: Move | null;
};

/** `data` of an event as subscribers read it. */
type EventData = { game_id: string } | MoveEvent;

/**
 * Renders an event in a subscriber's language. `game` is the current game, null when removed: the state at the event
 * is computed from its moves.
 */
export function presentEvent(
  gameId: string,
  { event, data }: GameHappening,
  game: Game | null,
  locale: Locale,
): EventData {
  if (event !== 'game_updated') return { game_id: gameId };
  const { ply, drawOffer, outcome, san, lastMove } = data;
  // only our code writes the keys
  const message = renderMessage(locale, data.message as ChangeMessage);
  const facts = { game_id: gameId, last_move: lastMove };
  if (game) {
    const then: Game = { ...game, moves: game.moves.slice(0, ply), drawOffer, outcome };
    return { ...facts, ...presentMoveAnswer(then, message, san) };
  }
  return {
    ...facts,
    success: true,
    message,
    status: statusOf(outcome),
    state: null,
    is_over: outcome !== null,
    result: outcome?.result ?? null,
    end_reason: outcome?.reason ?? null,
    is_check: /[+#]$/.test(san ?? ''),
    san,
  };
}
