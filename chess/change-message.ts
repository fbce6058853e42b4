import type { Game } from './game.ts';
import type { MessageKey, MessageParams } from './locale.ts';
import { other } from './side.ts';
import { turnOf } from './position.ts';

export interface ChangeMessage {
  key: MessageKey;
  params: MessageParams;
}

/** The effect of a move or an action, as a text of the catalogue. */
export function changeMessageOf(before: Game, after: Game): ChangeMessage {
  const { outcome } = after;
  // the name of this reason includes the result
  if (outcome?.reason === 'DrawAgreement') return { key: 'reason.DrawAgreement', params: {} };
  if (outcome) {
    return outcome.result === null
      ? { key: 'game_aborted', params: {} }
      : {
          key: 'game_ended',
          params: {
            reason: { text: `reason.${outcome.reason}` },
            result: { text: `result.${outcome.result}` },
          },
        };
  }
  const last = after.moves.at(-1);
  if (last && after.moves.length > before.moves.length)
    return { key: 'move_made', params: { side: { text: `side.${other(turnOf(last.fen))}` }, san: last.san } };
  return { key: 'draw_offered', params: { side: { text: `side.${after.drawOffer ?? 'white'}` } } };
}
