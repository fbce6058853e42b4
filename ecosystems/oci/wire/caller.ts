import type { FastifyRequest } from 'fastify';
import { requireScope } from '../../../domain/actor.ts';
import { as, type Caller, type KnownCaller } from '../../../domain/caller.ts';
import { DomainError, forbidden, notFound, unauthenticated } from '../../../domain/errors.ts';
import type { RouteContext } from '../../context/context.ts';
import type { Address } from '../format/address.ts';
import { Claims } from './claims.ts';
import { credentialOf } from './credentials.ts';
import { isName } from '../format/name.ts';
import { queryOf } from './query.ts';
import { type Access, type Action, allows, catalogAccess } from './scope.ts';

/** A caller; with a token of this protocol, also its claims. */
export interface Identified extends Caller {
  /** Undefined for credentials that are not narrowed to a requested access. */
  claims: Extract<Claims, { use: 'access' }> | undefined;
}

/** The caller, by a token of this protocol or of the platform, or by a user name with such a token. */
export async function identify(context: RouteContext, request: FastifyRequest): Promise<Identified> {
  const credential = credentialOf(request.headers);
  if (credential === undefined) return { ...context.callers.anonymous(request), claims: undefined };
  if (credential.scheme === 'basic') {
    return { ...(await context.callers.authenticate(request, credential.password)), claims: undefined };
  }
  const opened = await context.protocolTokens.open(request, credential.token);
  if (!opened)
    return { ...(await context.callers.authenticate(request, credential.token)), claims: undefined };
  const claims = Claims.parse(opened.claims);
  if (claims.use !== 'access') throw new DomainError('invalid_credentials', 'this token only renews others');
  return { ...opened.caller, claims };
}

/** The access that a request needs, in the form of challenges. */
export function accessFor(method: string, address: Address): Access | undefined {
  if (address.kind === 'base') return undefined;
  if (address.kind === 'catalog') return catalogAccess;
  return { type: 'repository', name: address.name, actions: actionsFor(method, address.kind) };
}

function actionsFor(method: string, kind: Address['kind']): Action[] {
  if (kind === 'upload' || kind === 'uploads') return ['pull', 'push'];
  if (method === 'GET' || method === 'HEAD') return ['pull'];
  return method === 'DELETE' ? ['delete'] : ['pull', 'push'];
}

/**
 * Checks the access of a token. Access that the client never requested is answered with a challenge. Requested and
 * denied access is final: a repository without read access does not exist. A user who may not take a name gets the
 * reason. @throws DomainError `unauthenticated`, `not_found`, `forbidden`, `name_reserved`
 */
export async function assertAllowed(
  context: Pick<RouteContext, 'packages'>,
  caller: Identified,
  needed: Access,
): Promise<void> {
  const { actor, claims } = caller;
  if (claims === undefined) {
    // lists of names need a token, at least an anonymous one
    if (actor.kind === 'anonymous' && needed.type === 'registry') throw unauthenticated();
    return;
  }
  if (allows(claims.access, needed)) return;
  if (actor.kind === 'anonymous' || !allows(claims.asked, needed)) throw unauthenticated();
  if (needed.actions.length === 1 && needed.actions[0] === 'pull') throw notFound('repository');
  if (needed.actions.includes('push')) {
    const { refusal } = await context.packages.permissions(caller, needed.name);
    if (refusal) throw refusal;
  }
  throw forbidden(`you may not ${needed.actions.at(-1) ?? 'write'} here`);
}

/** @throws DomainError `unauthenticated`, `insufficient_scope` */
export function requirePublisher(caller: Caller): KnownCaller {
  return as(caller, requireScope(caller.actor, 'packages:write'));
}

/** The access to the source repository that a mount needs beside the right to push; undefined without a source. */
export function mountSource(request: FastifyRequest): Access | undefined {
  const query = queryOf(request);
  const name = (query.has('mount') ? query.get('from') : null) ?? '';
  return isName(name) ? { type: 'repository', name, actions: ['pull'] } : undefined;
}

/**
 * Whether the token may read the source repository of a mount. A client that did not request this access gets a
 * challenge, so that it need not upload the blob. @throws DomainError `unauthenticated`
 */
export function mayMountFrom({ claims }: Identified, source: Access): boolean {
  if (claims === undefined || allows(claims.access, source)) return true;
  if (allows(claims.asked, source)) return false;
  throw unauthenticated();
}
