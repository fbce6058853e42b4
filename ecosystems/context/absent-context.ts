import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../domain/actor.ts';
import type { Caller } from '../../domain/caller.ts';
import type { RouteContext } from './context.ts';

/** For platforms in memory: as the real one makes it of a request. */
export function callerWith<Who extends Actor>(actor: Who, request?: FastifyRequest): Caller<Who> {
  const { repository = null } = (request?.params ?? {}) as { repository?: string };
  return { actor, repository, origin: { ipAddress: '127.0.0.1', userAgent: null } };
}

/** For platforms in memory: what an ecosystem under test must not touch rejects, whichever member is called. */
export const unprovided = {
  bodies: {
    hold: (_sender, work) => work(() => undefined),
    keep: (_sender, _bytes, work) => work(),
    read: async (_sender, reader, bytes, options) => reader.read(bytes, options),
  },
  sendWideDocument: absent('sendWideDocument'),
  advisories: absent('advisories'),
  listHidden: absent('listHidden'),
  advisoryFeed: absent('advisoryFeed'),
  drafts: absent('drafts'),
  stagedFiles: absent('stagedFiles'),
  stageGroups: absent('stageGroups'),
  tags: absent('tags'),
  parts: absent('parts'),
  accounts: absent('accounts'),
  publishers: absent('publishers'),
  sigstoreTrustedRoot: null,
  protocolTokens: absent('protocolTokens'),
  deleteReleases: absent('deleteReleases'),
  deprecate: absent('deprecate'),
  setVisibility: absent('setVisibility'),
  setMaintainers: absent('setMaintainers'),
  listPackages: absent('listPackages'),
  listAbout: absent('listAbout'),
  listVersions: absent('listVersions'),
  readMember: absent('readMember'),
  listEntries: absent('listEntries'),
  permissions: absent('permissions'),
  listSigningKeys: absent('listSigningKeys'),
} satisfies Partial<RouteContext>;

function absent<Member extends keyof RouteContext>(member: Member): RouteContext[Member] {
  const refuse = () => Promise.reject(new Error(`${member} is not part of this platform`));
  // a function of its own, and whatever is read from it is one too
  return new Proxy(refuse, { get: () => refuse }) as unknown as RouteContext[Member];
}
