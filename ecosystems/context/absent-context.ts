import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../domain/actor.ts';
import type { Caller } from '../../domain/caller.ts';
import type { RouteContext } from './context.ts';

/** For contexts of unit tests: the caller that the platform makes for a request. */
export function callerWith<Who extends Actor>(actor: Who, request?: FastifyRequest): Caller<Who> {
  const { repository = null } = (request?.params ?? {}) as { repository?: string };
  return { actor, repository, mount: null, origin: { ipAddress: '127.0.0.1', userAgent: null } };
}

/**
 * For contexts of unit tests: a group with only these members. A call of any other member rejects.
 */
export function only<Group extends object>(members: Partial<Group>): Group {
  return new Proxy(members, {
    get(target, key) {
      if (key in target) return Reflect.get(target, key) as unknown;
      return () => Promise.reject(new Error(`${String(key)} is not part of this context`));
    },
  }) as Group;
}

/** For contexts of unit tests: the groups that an ecosystem under test must not touch. */
export const unprovided: Omit<
  RouteContext,
  'baseUrl' | 'toDomainError' | 'mount' | 'callers' | 'publishing' | 'releases' | 'files'
> = {
  listsFolders: false,
  bodies: {
    hold: (_sender, work) => work(() => undefined),
    keep: (_sender, _bytes, work) => work(),
    read: async (_sender, reader, bytes, options) => reader.read(bytes, options),
  },
  protocolTokens: only({}),
  accounts: only({}),
  imports: only({}),
  organizations: only({}),
  drafts: only({}),
  staging: { releases: only({}), files: only({}), groups: only({}) },
  packages: only({}),
  tags: only({}),
  parts: only({}),
  documents: only({}),
  search: () => Promise.reject(new Error('search is not part of this context')),
  advisories: only({}),
  trust: only({}),
  webhooks: only({}),
};
