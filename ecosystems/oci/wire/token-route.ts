import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isBuild } from '../../../domain/actor.ts';
import type { Caller } from '../../../domain/caller.ts';
import { DomainError } from '../../../domain/errors.ts';
import { restrictBuildReads } from '../../restrict-build-reads.ts';
import type { RouteContext } from '../../context/context.ts';
import { isName } from '../format/name.ts';
import { Claims } from './claims.ts';
import { type Access, type Action, catalogAccess } from './scope.ts';
import { type Proof, readTokenForm, readTokenQuery, type TokenRequest } from './token-request.ts';
import { limits } from '../format/limits.ts';

/** Long enough for one pull or push, short enough to limit the use of revoked rights; clients request new tokens. */
const accessSeconds = 300;
const refreshSeconds = 30 * 86_400;

/** Clients trade their credential for a token with the access for the next requests. */
export function registerTokenRoute(app: FastifyInstance, context: RouteContext): void {
  // every pull requests a token; the log-in limits apply at the password check instead
  const config = { tier: 'protocol' } as const;
  app.get('/token', { config }, async (request, reply) =>
    reply.header('cache-control', 'no-store').send(await grant(context, request, readTokenQuery(request))),
  );
  app.post('/token', { config: { ...config, body: limits.token } }, async (request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .send(await grant(context, request, await readTokenForm(request))),
  );
}

async function grant(context: RouteContext, request: FastifyRequest, wanted: TokenRequest): Promise<object> {
  const { proof, asked, wantsRefreshToken } = wanted;
  const caller = await callerOf(context, request, proof);
  const access = await narrow(context, caller, asked);
  const issue = (claims: Claims, seconds: number) =>
    context.protocolTokens.issue(caller.actor, claims, seconds);
  const token = await issue({ use: 'access', access, asked }, accessSeconds);
  const isKnown = caller.actor.kind === 'user';
  return {
    token,
    access_token: token,
    token_type: 'Bearer',
    expires_in: accessSeconds,
    issued_at: new Date().toISOString(),
    scope: access.map(({ type, name, actions }) => `${type}:${name}:${actions.join(',')}`).join(' '),
    ...(wantsRefreshToken && isKnown
      ? { refresh_token: await issue({ use: 'refresh' }, refreshSeconds) }
      : {}),
  };
}

/** @throws DomainError `invalid_credentials`, `token_expired`, `token_revoked`, `rate_limited` */
async function callerOf(context: RouteContext, request: FastifyRequest, proof: Proof): Promise<Caller> {
  switch (proof.kind) {
    case 'none':
      return context.callers.anonymous(request);
    case 'password':
      return proof.password.startsWith('pub_')
        ? context.callers.authenticate(request, proof.password, { acceptsExchanged: true })
        : context.accounts.logIn(context.callers.anonymous(request), proof.username, proof.password);
    case 'token': {
      const opened = await context.protocolTokens.open(request, proof.token);
      if (!opened) return context.callers.authenticate(request, proof.token, { acceptsExchanged: true });
      if (Claims.parse(opened.claims).use === 'refresh') return opened.caller;
      throw new DomainError('invalid_credentials', 'this token renews no others');
    }
    default:
      return proof satisfies never;
  }
}

/** The granted part of the requested access. An empty grant is not an error: the token then has no access. */
async function narrow(context: RouteContext, caller: Caller, asked: readonly Access[]): Promise<Access[]> {
  const granted: Access[] = [];
  for (const wish of asked) {
    const actions = await actionsOf(context, caller, wish);
    if (actions.length > 0) granted.push({ ...wish, actions });
  }
  return granted;
}

async function actionsOf(
  context: RouteContext,
  caller: Caller,
  { type, name, actions }: Access,
): Promise<Action[]> {
  const onlyPublishes = isBuild(caller.actor);
  if (type === catalogAccess.type && name === catalogAccess.name) return onlyPublishes ? [] : actions;
  if (type !== 'repository' || !isName(name)) return [];
  const may = await permissionsOf(context, caller, name);
  const all: Record<Exclude<Action, '*'>, boolean> = {
    // a pushing client first checks for existing blobs
    pull: may.read || may.publish,
    push: may.publish,
    // a build acts for a person, but may not use that person's right to delete
    delete: may.delete && !onlyPublishes,
  };
  return actions.filter((action) => (action === '*' ? Object.values(all).every(Boolean) : all[action]));
}

/** {@link restrictBuildReads} restricts builds: no permissions where an anonymous reader would have to log in. */
async function permissionsOf(context: RouteContext, caller: Caller, name: string) {
  const reader = await restrictBuildReads(context, caller, name);
  try {
    return await context.packages.permissions(reader, name);
  } catch (error) {
    const isChallenge = error instanceof DomainError && error.status === 401;
    if (isChallenge && reader !== caller) return { read: false, publish: false, delete: false };
    throw error;
  }
}
