import type { FastifyReply, FastifyRequest } from 'fastify';
import { type MoveAnswer, presentMoveAnswer } from '../../../../chess/present.ts';
import type { Queryable } from '../../../../store/postgres/pool.ts';
import type { Changed, KnownPlies, Player } from '../../../chess/games.ts';
import { tellOnce } from '../../../chess/once.ts';
import { say } from '../../../chess/sentences.ts';
import { bearerCredential } from '../../../plugins/presented-credential.ts';
import type { ChessRouteDeps } from '../deps.ts';
import { knownPliesOf, markReplayed, onceOf } from '../once.ts';

interface Asked {
  by: Player;
  known: KnownPlies;
  db: Queryable;
}

/** A move or an action, once per Idempotency-Key. */
export async function changeOnce(
  { pool }: Pick<ChessRouteDeps, 'pool'>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  change: (asked: Asked) => Promise<Changed>,
): Promise<MoveAnswer> {
  const by = { credential: bearerCredential(request.headers) };
  const known = knownPliesOf(request);
  const told = await tellOnce(pool, onceOf(request), async (db) => {
    const { game, message, san } = await change({ by, known, db });
    return presentMoveAnswer(game, say(request.locale, message), san);
  });
  markReplayed(reply, told);
  // what was kept is what was told
  return told.body as MoveAnswer;
}
