import type { FastifyReply, FastifyRequest } from 'fastify';
import type { UserActor } from '../../../domain/actor.ts';
import { as, type Caller } from '../../../domain/caller.ts';
import { type ConfirmedScope, takesConfirmedScopes } from '../../../domain/confirmed-scopes.ts';
import { DomainError } from '../../../domain/errors.ts';
import type { RouteContext } from '../../context/context.ts';
import type { Entered } from './caller.ts';

interface Asked {
  context: RouteContext;
  request: FastifyRequest;
  reply: FastifyReply;
  entered: Entered;
  /** Scopes that the change needs and the client's log-in lacks: the confirmation adds them. */
  scopes?: readonly ConfirmedScope[];
}

/**
 * Runs a change that needs a recent log-in. A client's token is not a recent log-in: the client gets the URL of a page
 * where its user enters the password, and sends the resulting code as the one-time password of a second request.
 */
export async function withPresence(
  { context, request, reply, entered: { caller, mount }, scopes = [] }: Asked,
  change: (caller: Caller) => Promise<unknown>,
): Promise<unknown> {
  const { accounts } = context;
  const code = oneTimePassword(request);
  try {
    return await change(code === undefined ? caller : await accounts.confirm(caller, code, scopes));
  } catch (error) {
    const { actor } = caller;
    if (!(error instanceof DomainError) || actor.kind !== 'user' || !isAskedFor(error, actor, scopes)) {
      throw error;
    }
    const { id, pageUrl } = await accounts.startConfirmation(as(caller, actor));
    return reply
      .code(401)
      .header('www-authenticate', 'OTP')
      .header('cache-control', 'no-store')
      .send({ error: sentenceOf(error), authUrl: pageUrl, doneUrl: `${mount.url}/-/v1/login/done/${id}` });
  }
}

/** Whether a confirmation by the person is all that the change lacks. */
function isAskedFor({ code, meta }: DomainError, actor: UserActor, scopes: readonly string[]): boolean {
  if (code === 'login_required') return true;
  return code === 'insufficient_scope' && scopes.includes(meta.scope ?? '') && takesConfirmedScopes(actor);
}

function sentenceOf({ code, detail }: DomainError): string {
  return code === 'insufficient_scope' ? `${detail}, or that you confirm the change` : detail;
}

/** A code of an authenticator app, or of our own page. */
export function oneTimePassword({ headers }: FastifyRequest): string | undefined {
  const code = headers['npm-otp'];
  return typeof code === 'string' && code !== '' ? code : undefined;
}
