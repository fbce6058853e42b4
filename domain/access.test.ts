import { expect, test } from 'vitest';
import {
  type AccessFacts,
  canAdminister,
  canEditMetadata,
  canPublish,
  canRead,
  canReadDocuments,
  canSeeUnreleased,
  canTriage,
} from './access.ts';
import type { UserActor } from './actor.ts';

const rights = {
  canRead,
  canReadDocuments,
  canSeeUnreleased,
  canPublish,
  canEditMetadata,
  canTriage,
  canAdminister,
};

const facts: AccessFacts = {
  packageId: 'package',
  visibility: 'private',
  repositoryVisibility: 'private',
  readableReleases: 1,
  ownerUserId: 'owner',
  ownerOrgId: null,
};

function holding(grants: Record<string, string>): UserActor {
  return {
    kind: 'user',
    userId: 'alice',
    username: 'alice',
    isAdmin: false,
    scopes: new Set(),
    credential: 'token',
    memberships: new Map(),
    grants: new Map(Object.entries(grants)),
  };
}

test.each([
  { grants: {}, has: [] },
  { grants: { other: 'maintainer' }, has: [] },
  { grants: { package: 'viewer' }, has: ['canRead', 'canReadDocuments'] },
  {
    grants: { package: 'maintainer' },
    has: ['canRead', 'canReadDocuments', 'canSeeUnreleased', 'canPublish', 'canEditMetadata'],
  },
])('who was granted $grants on a private package has exactly $has', ({ grants, has }) => {
  const actor = holding(grants);

  const held = Object.entries(rights).filter(([, isHeld]) => isHeld(facts, actor));

  expect(held.map(([right]) => right)).toEqual(has);
});

test('a grant opens neither a quarantined package nor what is no package', () => {
  const actor = holding({ package: 'maintainer' });

  expect(canReadDocuments({ ...facts, visibility: 'quarantined' }, actor)).toBe(false);
  expect(canPublish({ ...facts, packageId: null }, actor)).toBe(false);
});
