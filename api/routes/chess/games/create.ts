import { inputLimits } from '../../../../domain/limits/inputs.ts';
import { z } from 'zod';
import type { NewGameInput } from '../../../../services/games/asked.ts';
import type { Routes } from '../../routes.ts';
import { chessText, fenText, Language } from '../fields.ts';
import { OnceHeaders } from '../idempotency.ts';
import { beginOnce } from './begin-once.ts';
import { BegunAnswer } from './present-begun.ts';
import type { Services } from '../../../../services/index.ts';

const name = inputLimits['player name'];

const NewGame = z
  .object({
    white: chessText(name).nullish().describe('Name of the player'),
    black: chessText(name).nullish(),
    fen: fenText('all').nullish().describe('All six fields; the usual start without it'),
    seats: z
      .boolean()
      .nullish()
      .describe('true: only the tokens in the answer may move; otherwise anybody moves'),
  })
  .nullish();

const Created = BegunAnswer.extend({
  white_token: z.string().optional().describe('Bearer token of the seat, shown once'),
  black_token: z.string().optional(),
});

export function registerCreateGame(app: Routes, { chess }: Services): void {
  app.post(
    '/api/games',
    {
      schema: {
        operationId: 'createGame',
        tags: ['games'],
        summary: 'Start a game',
        querystring: Language,
        headers: OnceHeaders,
        body: NewGame,
        response: { 200: Created },
      },
    },
    async (request, reply) => {
      const input = inputOf(request.body ?? {});
      const answer = await beginOnce({ chess }, { request, reply }, (by) => chess.games.create(input, by));
      // the stored answer has no secrets: they are created again
      return withTokens(answer, chess);
    },
  );
}

function inputOf(body: NonNullable<z.infer<typeof NewGame>>): NewGameInput {
  return {
    white: body.white ?? undefined,
    black: body.black ?? undefined,
    fen: body.fen ?? undefined,
    hasSeats: body.seats === true,
  };
}

async function withTokens(
  answer: BegunAnswer,
  { games }: Pick<Services['chess'], 'games'>,
): Promise<z.infer<typeof Created>> {
  if (answer.seats !== true) return answer;
  const tokens = await games.seatTokens(answer.game_id);
  return { ...answer, white_token: tokens.white, black_token: tokens.black };
}
