import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Begun, Starter } from '../../../chess/games.ts';
import { tellOnce } from '../../../chess/once.ts';
import type { Queryable } from '../../../../store/postgres/pool.ts';
import type { ChessRouteDeps } from '../deps.ts';
import { markReplayed, onceOf } from '../once.ts';
import { BegunAnswer, presentBegun } from './present-begun.ts';

/** Begins a game in whichever way, within the limit of the address, once per Idempotency-Key. */
export async function beginOnce(
  { pool }: Pick<ChessRouteDeps, 'pool'>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  begin: (by: Starter, db: Queryable) => Promise<Begun>,
): Promise<BegunAnswer> {
  const by = { address: request.ip };
  const told = await tellOnce(pool, onceOf(request), async (db) =>
    presentBegun(await begin(by, db), request.locale),
  );
  markReplayed(reply, told);
  return BegunAnswer.parse(told.body);
}
