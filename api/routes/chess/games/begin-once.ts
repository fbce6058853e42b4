import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Begun, Starter } from '../../../../services/games/asked.ts';
import type { Queryable } from '../../../../store/postgres/pool.ts';
import { clientOf } from '../client.ts';
import { describeRepeated, onceOf } from '../idempotency.ts';
import { BegunAnswer, presentBegun } from './present-begun.ts';
import type { Services } from '../../../../services/index.ts';

/** Begins a game in whichever way, within the limit of the address, once per Idempotency-Key. */
export async function beginOnce(
  { chess }: Pick<Services, 'chess'>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  begin: (by: Starter, db: Queryable) => Promise<Begun>,
): Promise<BegunAnswer> {
  // before the transaction: an account is looked up on a connection of its own
  const by = { address: request.ip, maker: await chess.makers.makerOf(clientOf(request)) };
  const { locale } = request;
  const told = await chess.answerOnce(onceOf(request), async (db) => ({
    body: presentBegun(await begin(by, db), locale),
    language: locale,
    etag: null,
  }));
  describeRepeated(reply, told);
  return BegunAnswer.parse(told.body);
}
