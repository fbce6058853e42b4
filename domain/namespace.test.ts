import { expect, test } from 'vitest';
import type { UserActor } from './actor.ts';
import { assertMayClaim, mayClaim } from './namespace.ts';

function person(memberships: Record<string, string>): UserActor {
  return {
    kind: 'user',
    userId: 'alice',
    username: 'alice',
    isAdmin: false,
    scopes: new Set(),
    credential: 'token',
    memberships: new Map(Object.entries(memberships)),
    grants: new Map(),
  };
}

test.each([
  { whose: 'nobody', holder: { userId: null, organizationId: null }, memberships: {}, may: true },
  { whose: 'herself', holder: { userId: 'alice', organizationId: null }, memberships: {}, may: true },
  { whose: 'somebody else', holder: { userId: 'bob', organizationId: null }, memberships: {}, may: false },
  { whose: 'a stranger’s', holder: { userId: null, organizationId: 'acme' }, memberships: {}, may: false },
  {
    whose: 'her organization, as a publisher',
    holder: { userId: null, organizationId: 'acme' },
    memberships: { acme: 'publisher' },
    may: true,
  },
  {
    whose: 'her organization, as a viewer',
    holder: { userId: null, organizationId: 'acme' },
    memberships: { acme: 'viewer' },
    may: false,
  },
  {
    whose: 'a person, and an organization of hers',
    holder: { userId: 'bob', organizationId: 'acme' },
    memberships: { acme: 'owner' },
    may: true,
  },
])('a namespace of $whose may be claimed: $may', ({ holder, memberships, may }) => {
  expect(mayClaim(holder, person(memberships))).toBe(may);
});

test('a refusal names the namespace', () => {
  const holder = { userId: 'bob', organizationId: null };

  expect(() => assertMayClaim('bob', holder, person({}))).toThrow(
    /the namespace bob belongs to somebody else/,
  );
});
