import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../domain/actor.ts';
import { DomainError } from '../../domain/errors.ts';
import type { RouteContext } from '../route-context.ts';
import type { Caller } from './caller.ts';

interface Asked {
  context: RouteContext;
  request: FastifyRequest;
  reply: FastifyReply;
  caller: Caller;
}

/**
 * Runs a change that asks for a recent log-in. Clients have a token, which is none: they are told of a page where their
 * person gives the password, and send what they get for it as the one-time password of a second request.
 */
export async function withPresence(
  { context, request, reply, caller: { actor, mount } }: Asked,
  change: (actor: Actor) => Promise<unknown>,
): Promise<unknown> {
  const { accounts } = context;
  const code = request.headers['npm-otp'];
  try {
    return await change(typeof code === 'string' ? await accounts.confirm(actor, code) : actor);
  } catch (error) {
    const isAskedFor = error instanceof DomainError && error.code === 'login_required';
    if (!isAskedFor || actor.kind !== 'user') throw error;
    const { id, pageUrl } = await accounts.startConfirmation(request, actor);
    return reply
      .code(401)
      .header('www-authenticate', 'OTP')
      .header('cache-control', 'no-store')
      .send({ error: error.detail, authUrl: pageUrl, doneUrl: `${mount.url}/-/v1/login/done/${id}` });
  }
}
