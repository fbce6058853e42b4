import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Begun } from '../../../chess/games.ts';
import { tellOnce } from '../../../chess/once.ts';
import type { Queryable } from '../../../../store/postgres/pool.ts';
import type { ChessRouteDeps } from '../deps.ts';
import { markReplayed, onceOf } from '../once.ts';
import { BegunAnswer, presentBegun } from './present-begun.ts';

/** Begins a game in whichever way, within the limit of the address, once per Idempotency-Key. */
export async function beginOnce(
  { pool, chess }: Pick<ChessRouteDeps, 'pool' | 'chess'>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  begin: (db: Queryable) => Promise<Begun>,
): Promise<BegunAnswer> {
  const once = onceOf(request);
  await chess.limitCreation(request.ip);
  const told = await tellOnce(pool, once, async (db) => presentBegun(await begin(db), request.locale));
  markReplayed(reply, told);
  return BegunAnswer.parse(told.body);
}
