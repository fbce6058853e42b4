import { z } from 'zod';
import type { Locale } from '../../../../chess/locale.ts';
import { endReasons, results, statuses, statusOf } from '../../../../chess/outcome.ts';
import type { Begun } from '../../../../services/games/asked.ts';
import { renderMessage } from '../../../../services/games/render-message.ts';

/** The answer to a begun game. A game from a finished position is finished as well. */
export const BegunAnswer = z.object({
  game_id: z.string(),
  message: z.string(),
  status: z.enum(statuses),
  is_over: z.boolean(),
  result: z.enum(results).nullable(),
  end_reason: z.enum(endReasons).nullable(),
  seats: z.boolean().optional().describe('true: moves need the token of a seat'),
});
export type BegunAnswer = z.infer<typeof BegunAnswer>;

export function presentBegun({ game, message, seats }: Begun, locale: Locale): BegunAnswer {
  return {
    game_id: game.id,
    message: renderMessage(locale, message),
    status: statusOf(game.outcome),
    is_over: game.outcome !== null,
    result: game.outcome?.result ?? null,
    end_reason: game.outcome?.reason ?? null,
    ...(seats ? { seats: true } : {}),
  };
}
