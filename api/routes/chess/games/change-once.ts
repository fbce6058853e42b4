import type { FastifyReply, FastifyRequest } from 'fastify';
import { type MoveAnswer, presentMoveAnswer } from '../../../../chess/present.ts';
import type { Queryable } from '../../../../store/postgres/pool.ts';
import type { Changed, KnownState, Player } from '../../../../services/games/asked.ts';
import { renderMessage } from '../../../../services/games/render-message.ts';
import { bearerCredential } from '../../../plugins/presented-credential.ts';
import { describeRepeated, etagOf, knownStatesOf, onceOf } from '../idempotency.ts';
import type { Services } from '../../../../services/index.ts';

interface Asked {
  by: Player;
  known: readonly KnownState[];
  db: Queryable;
}

/** A move or an action, once per Idempotency-Key. */
export async function changeOnce(
  { chess }: Pick<Services, 'chess'>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  change: (asked: Asked) => Promise<Changed>,
): Promise<MoveAnswer> {
  const by = { credential: bearerCredential(request.headers) };
  const known = knownStatesOf(request);
  const { locale } = request;
  const told = await chess.answerOnce(onceOf(request), async (db) => {
    const changed = await change({ by, known, db });
    const { game, message, san } = changed;
    return {
      body: presentMoveAnswer(game, renderMessage(locale, message), san),
      language: locale,
      etag: etagOf(changed),
    };
  });
  describeRepeated(reply, told);
  // the stored answer is the answer that was sent
  return told.body as MoveAnswer;
}
