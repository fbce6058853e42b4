import { expect, test } from 'vitest';
import type { UserActor } from './actor.ts';
import type { Role } from './permissions.ts';
import {
  assertMayClaim,
  assertMayClaimFor,
  assertMayCreateIn,
  claimantOf,
  decisiveOf,
  mayClaim,
  mayCreateIn,
  mayManageClaim,
  type NamespaceHolder,
  type NamespaceStanding,
  stricterPolicy,
} from './namespace.ts';

function person(memberships: Record<string, Role> = {}, isAdmin = false): UserActor {
  return {
    kind: 'user',
    userId: 'alice',
    username: 'alice',
    isAdmin,
    scopes: new Set(isAdmin ? (['admin:write'] as const) : []),
    credential: 'token',
    memberships: new Map(Object.entries(memberships)),
    grants: new Map(),
  };
}

const noHolder = { userId: null, organizationId: null };
const user = (userId: string): NamespaceHolder => ({ userId, organizationId: null });
const organization = (organizationId: string): NamespaceHolder => ({ userId: null, organizationId });
const free = (namesakes: NamespaceHolder = noHolder, namespace = 'corp'): NamespaceStanding => ({
  ecosystem: 'npm',
  namespace,
  owner: null,
  namesakes,
  isRetired: false,
  shared: null,
});
const owned = (owner: NamespaceHolder, namesakes: NamespaceHolder = noHolder): NamespaceStanding => ({
  ...free(namesakes),
  owner,
});

test.each([
  { what: 'named after no account', standing: free(), may: true },
  { what: 'of a word of the platform', standing: free(noHolder, 'Admin'), may: false },
  { what: 'of a word of the platform that is her name', standing: free(user('alice'), 'admin'), may: true },
  { what: 'named after herself', standing: free(user('alice')), may: true },
  { what: 'named after another user', standing: free(user('bob')), may: false },
  { what: 'named after a strange organization', standing: free(organization('acme')), may: false },
  {
    what: 'named after her organization, as a publisher',
    standing: free(organization('acme')),
    memberships: { acme: 'publisher' as const },
    may: true,
  },
  {
    what: 'named after her organization, as a viewer',
    standing: free(organization('acme')),
    memberships: { acme: 'viewer' as const },
    may: false,
  },
  {
    what: 'named after a person, and an organization of hers',
    standing: free({ userId: 'bob', organizationId: 'acme' }),
    memberships: { acme: 'owner' as const },
    may: true,
  },
])('a free namespace $what may be claimed, and created in by a publish that claims it: $may', (row) => {
  const actor = person(row.memberships);

  expect(mayClaim(row.standing, actor)).toBe(row.may);
  expect(mayCreateIn([row.standing], actor, 'on-publish')).toBe(row.may);
  expect(mayCreateIn([row.standing], actor, 'required')).toBe(false);
});

test.each([
  { whose: 'hers', standing: owned(user('alice')), may: true },
  {
    whose: 'hers, although it is the name of another user',
    standing: owned(user('alice'), user('bob')),
    may: true,
  },
  { whose: 'another user’s', standing: owned(user('bob')), may: false },
  {
    whose: 'another user’s, although it is her name',
    standing: owned(user('bob'), user('alice')),
    may: false,
  },
  { whose: 'a stranger’s', standing: owned(organization('acme')), may: false },
  {
    whose: 'her organization’s',
    standing: owned(organization('acme')),
    memberships: { acme: 'publisher' as const },
    may: true,
  },
  {
    whose: 'where she only looks',
    standing: owned(organization('acme')),
    memberships: { acme: 'auditor' as const },
    may: false,
  },
])('in a namespace that is $whose she creates packages: $may', ({ standing, memberships, may }) => {
  for (const policy of ['on-publish', 'required'] as const) {
    expect(mayCreateIn([standing], person(memberships), policy)).toBe(may);
  }
  expect(mayClaim(standing, person(memberships))).toBe(false);
});

const named = (namespace: string, standing: NamespaceStanding): NamespaceStanding => ({
  ...standing,
  namespace,
});

test.each([
  { what: 'the longest is hers', owners: [user('alice'), user('bob')], may: true },
  { what: 'the longest is another user’s', owners: [user('bob'), user('alice')], may: false },
  { what: 'only the shortest is owned, by her', owners: [null, user('alice')], may: true },
  { what: 'only the shortest is owned, by another user', owners: [null, user('bob')], may: false },
])('of several namespaces the longest owned one decides: $what', ({ owners, may }) => {
  const standings = owners.map((owner, index) => named(`n${index}`, owner === null ? free() : owned(owner)));

  expect(mayCreateIn(standings, person(), 'on-publish')).toBe(may);
});

test('a longer name below the free name of another user is not created', () => {
  const standings = [named('bob.tools', free()), named('bob', free(user('bob')))];

  expect(decisiveOf(standings)?.namespace).toBe('bob.tools');
  expect(mayCreateIn(standings, person(), 'on-publish')).toBe(false);
  expect(() => assertMayCreateIn(standings, person(), 'on-publish')).toThrow(
    /the namespace bob belongs to another account/,
  );
});

test('a name that claims nothing may be anybody’s', () => {
  expect(mayCreateIn([], person(), 'required')).toBe(true);
});

test('a refusal names the namespace and says what can be done', () => {
  expect(() => assertMayCreateIn([owned(user('bob'))], person(), 'on-publish')).toThrow(
    /the namespace corp belongs to another account/,
  );
  expect(() => assertMayCreateIn([free(user('bob'))], person(), 'on-publish')).toThrow(
    /the namespace corp belongs to another account/,
  );
  expect(() => assertMayCreateIn([free()], person(), 'required')).toThrow(
    /claim it before the first publish/,
  );
  expect(() => assertMayClaim(free(noHolder, 'npm'), person())).toThrow(/the namespace npm is reserved/);
});

test.each([
  { what: 'her own name', standing: free(user('alice')), claimant: user('alice') },
  {
    what: 'the name of her organization',
    standing: free(organization('acme')),
    claimant: organization('acme'),
  },
  { what: 'a name of no account', standing: free(), claimant: organization('corp') },
])('a publish into a repository of corp claims $what for the right one', ({ standing, claimant }) => {
  const repository = { ownerUserId: null, ownerOrgId: 'corp' };

  expect(claimantOf(standing, person(), repository)).toEqual(claimant);
});

test.each([
  [user('alice'), person(), true],
  [user('bob'), person(), false],
  [user('bob'), person({}, true), true],
  [organization('acme'), person({ acme: 'admin' }), true],
  [organization('acme'), person({ acme: 'maintainer' }), false],
])('who manages a claim: %j', (owner, actor, may) => {
  expect(mayManageClaim(owner, actor)).toBe(may);
});

test.each([
  { what: 'her own name', standing: free(user('alice')), may: true },
  { what: 'the name of her organization', standing: free(organization('acme')), may: true },
  { what: 'a name that no account has', standing: free(), may: false },
  { what: 'the name of another person', standing: free(user('bob')), may: false },
])('where a first publish claims own names, it claims $what: $may', ({ standing, may }) => {
  const actor = person({ acme: 'publisher' });

  expect(mayCreateIn([standing], actor, 'own-names')).toBe(may);
});

test('a platform administrator claims by a push what no account is called, and no name of others', () => {
  const administrator = person({}, true);

  expect(mayCreateIn([free()], administrator, 'own-names')).toBe(true);
  expect(mayCreateIn([free(user('bob'))], administrator, 'own-names')).toBe(false);
  expect(mayCreateIn([free()], administrator, 'required')).toBe(false);
});

test('a name that no account has is claimed on purpose, and the refusal says how', () => {
  expect(() => assertMayCreateIn([free(noHolder, 'bob')], person(), 'own-names')).toThrow(
    'publish to alice/… or claim it first (POST /v1/namespaces {"ecosystem":"npm","namespace":"bob"})',
  );
  expect(() => assertMayClaimFor(free(noHolder, 'bob'), user('alice'), person())).not.toThrow();
});

test.each([
  {
    what: 'of an account that is gone',
    standing: { ...free(), isRetired: true },
    why: /account that is gone/,
  },
  {
    what: 'that all accounts share',
    standing: { ...free(), shared: 'com is a suffix' },
    why: /com is a suffix/,
  },
])('a namespace $what is claimed by no one', ({ standing, why }) => {
  const admin = person({}, true);

  expect(mayClaim(standing, person())).toBe(false);
  expect(() => assertMayCreateIn([standing], person(), 'on-publish')).toThrow(why);
  expect(() => assertMayClaimFor(standing, user('alice'), person())).toThrow(why);
  expect(() => assertMayClaimFor(standing, user('alice'), admin)).toThrow(why);
});

test('a refusal does not name a namespace around the one that was asked for', () => {
  const standings = [named('org.secret.tools', free()), named('org.secret', owned(user('bob')))];

  expect(() => assertMayCreateIn(standings, person(), 'on-publish')).toThrow(
    'the namespace org.secret.tools, or one around it, belongs to another account',
  );
});

test('of two policies the stricter one counts', () => {
  expect(stricterPolicy('on-publish', 'own-names')).toBe('own-names');
  expect(stricterPolicy('required', 'own-names')).toBe('required');
  expect(stricterPolicy('own-names', 'on-publish')).toBe('own-names');
});
