import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../../../domain/errors.ts';
import type { Starter, StoreGame } from '../../../../services/games/asked.ts';
import { clientOf } from '../client.ts';
import { describeRepeated, onceOf } from '../idempotency.ts';
import { BegunAnswer, presentBegun } from './present-begun.ts';
import type { Services } from '../../../../services/index.ts';

/** Begins a game in whichever way, within the limit of the address, once per Idempotency-Key. */
export async function beginOnce(
  { chess }: Pick<Services, 'chess'>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  begin: (by: Starter) => Promise<StoreGame>,
): Promise<BegunAnswer> {
  // before the transaction: an account is looked up on a connection of its own
  const by = { address: request.ip, maker: await chess.makers.makerOf(clientOf(request)) };
  const { locale } = request;
  const once = onceOf(request);
  // as well: and a repeated request counts for no limit
  const store = (await chess.isAnswered(once)) ? null : await begin(by);
  const told = await chess.answerOnce(once, async (db) => {
    // its day ended a moment ago
    if (!store) throw new DomainError('not_ready', 'the answer is no longer kept, try again');
    return { body: presentBegun(await store(db), locale), language: locale, etag: null };
  });
  describeRepeated(reply, told);
  return BegunAnswer.parse(told.body);
}
