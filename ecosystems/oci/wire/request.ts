import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../../domain/errors.ts';
import type { Address } from '../format/address.ts';
import type { Identified } from './caller.ts';

export type AddressOf<Kind extends Address['kind']> = Extract<Address, { kind: Kind }>;

/** A request with a valid path and with a token that has the necessary access. */
export interface Asked<A extends Address = Address> {
  request: FastifyRequest;
  reply: FastifyReply;
  caller: Identified;
  address: A;
}

type Answer = () => Promise<FastifyReply>;

/** Calls the handler of the request's method; HEAD is GET. @throws DomainError `invalid_state` for other methods */
export async function byMethod(
  { request, reply }: Pick<Asked, 'request' | 'reply'>,
  answers: Partial<Record<string, Answer>>,
): Promise<FastifyReply> {
  const answer = answers[request.method === 'HEAD' ? 'GET' : request.method];
  if (answer) return answer();
  reply.header('allow', Object.keys(answers).join(', '));
  throw new DomainError('invalid_state', `${request.method} is not supported here`);
}
