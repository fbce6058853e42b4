import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../../../domain/errors.ts';
import type { Starter, StoreGame } from '../../../../services/games/asked.ts';
import { clientOf } from '../client.ts';
import { describeRepeated, onceOf } from '../idempotency.ts';
import { BegunAnswer, presentBegun } from './present-begun.ts';
import type { Services } from '../../../../services/index.ts';

/** Begins a game by `begin`, within the limit of the address, once per Idempotency-Key. */
export async function beginOnce(
  { chess }: Pick<Services, 'chess'>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  begin: (by: Starter) => Promise<StoreGame>,
): Promise<BegunAnswer> {
  // before the transaction: the account look-up uses another connection
  const by = { address: request.ip, maker: await chess.makers.makerOf(clientOf(request)) };
  const { locale } = request;
  const once = onceOf(request);
  // checked here too, so that a repeated request does not count for the limit
  const store = (await chess.isAnswered(once)) ? null : await begin(by);
  const told = await chess.answerOnce(once, async (db) => {
    // the stored answer expired between the two checks
    if (!store) throw new DomainError('not_ready', 'the answer is no longer kept, try again');
    return { body: presentBegun(await store(db), locale), language: locale, etag: null };
  });
  describeRepeated(reply, told);
  return BegunAnswer.parse(told.body);
}
