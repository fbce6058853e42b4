import type { FastifyReply, FastifyRequest } from 'fastify';
import { as, type Caller } from '../../../domain/caller.ts';
import { DomainError } from '../../../domain/errors.ts';
import type { RouteContext } from '../../context/context.ts';
import type { Entered } from './caller.ts';

interface Asked {
  context: RouteContext;
  request: FastifyRequest;
  reply: FastifyReply;
  entered: Entered;
}

/**
 * Runs a change that needs a recent log-in. A client's token is not a recent log-in: the client gets the URL of a page
 * where its user enters the password, and sends the resulting code as the one-time password of a second request.
 */
export async function withPresence(
  { context, request, reply, entered: { caller, mount } }: Asked,
  change: (caller: Caller) => Promise<unknown>,
): Promise<unknown> {
  const { accounts } = context;
  const code = oneTimePassword(request);
  try {
    return await change(code === undefined ? caller : await accounts.confirm(caller, code));
  } catch (error) {
    const isAskedFor = error instanceof DomainError && error.code === 'login_required';
    const { actor } = caller;
    if (!isAskedFor || actor.kind !== 'user') throw error;
    const { id, pageUrl } = await accounts.startConfirmation(as(caller, actor));
    return reply
      .code(401)
      .header('www-authenticate', 'OTP')
      .header('cache-control', 'no-store')
      .send({ error: error.detail, authUrl: pageUrl, doneUrl: `${mount.url}/-/v1/login/done/${id}` });
  }
}

/** A code of an authenticator app or of the registry's page. */
export function oneTimePassword({ headers }: FastifyRequest): string | undefined {
  const code = headers['npm-otp'];
  return typeof code === 'string' && code !== '' ? code : undefined;
}
