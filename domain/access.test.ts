import { expect, test } from 'vitest';
import { type AccessFacts, canRead, canReadDocuments, isPublic } from './access.ts';
import type { UserActor } from './actor.ts';
import { may } from './authorize.ts';
import { type Action, actions, type Permission } from './permissions.ts';

const facts: AccessFacts = {
  packageId: 'package',
  repositoryId: 'repository',
  namespaceId: null,
  visibility: 'private',
  repositoryVisibility: 'private',
  readableReleases: 1,
  ownerUserId: 'owner',
  ownerOrgId: null,
};

function holding(grants: Record<string, Permission[]>): UserActor {
  return {
    kind: 'user',
    userId: 'alice',
    username: 'alice',
    isAdmin: false,
    scopes: new Set(),
    credential: 'token',
    memberships: new Map(),
    grants: new Map(Object.entries(grants).map(([id, granted]) => [id, new Set(granted)])),
  };
}

interface Granted {
  grants: Record<string, Permission[]>;
  reads: boolean;
  has: Action[];
}

test.each<Granted>([
  { grants: {}, reads: false, has: [] },
  { grants: { other: ['publish', 'write_metadata'] }, reads: false, has: [] },
  { grants: { package: ['read_private'] }, reads: true, has: ['read'] },
  {
    grants: { package: ['publish', 'write_metadata'] },
    reads: true,
    has: ['read', 'see_unreleased', 'oversee', 'publish', 'edit', 'manage_trust'],
  },
  {
    grants: { repository: ['publish'] },
    reads: true,
    has: ['read', 'see_unreleased', 'oversee', 'publish', 'manage_trust'],
  },
])('who was granted $grants on a private package has exactly $has', ({ grants, reads, has }) => {
  const actor = holding(grants);

  expect([canRead(facts, actor), canReadDocuments(facts, actor)]).toEqual([reads, reads]);
  expect(actions.filter((action) => may(actor, action, facts))).toEqual(has);
});

test('only a public package in a public repository is public', () => {
  const places = [
    ['public', 'public'],
    ['public', 'unlisted'],
    ['public', 'quarantined'],
    ['unlisted', 'public'],
  ] as const;

  const found = places.map(([visibility, repositoryVisibility]) =>
    isPublic({ visibility, repositoryVisibility }),
  );

  expect(found).toEqual([true, false, false, false]);
});

test('a grant opens neither a quarantined package nor what is no package', () => {
  const actor = holding({ package: ['publish', 'write_metadata'] });

  expect(canReadDocuments({ ...facts, visibility: 'quarantined' }, actor)).toBe(false);
  expect(may(actor, 'publish', { ...facts, packageId: null })).toBe(false);
});
