import { expect, test } from 'vitest';
import type { UserActor } from './actor.ts';
import { takesConfirmedScopes, withConfirmedScopes } from './confirmed-scopes.ts';

/** The token of an `npm login`. */
const token: UserActor = {
  kind: 'user',
  userId: 'u',
  username: 'alice',
  isAdmin: false,
  scopes: new Set(['profile:write', 'tokens:read', 'packages:write']),
  credential: 'token',
  tokenId: 't',
  acceptedIn: 'npm',
  memberships: new Map(),
  grants: new Map(),
};

test('the token of a log-in takes a scope that its person confirms, and keeps its own', () => {
  const { scopes } = withConfirmedScopes(token, ['orgs:write']);

  expect([...scopes]).toEqual(['profile:write', 'tokens:read', 'packages:write', 'orgs:write']);
  expect(token.scopes.has('orgs:write')).toBe(false);
  expect(withConfirmedScopes(token, [])).toBe(token);
});

test.each<[string, Partial<UserActor>]>([
  ['that only reads', { scopes: new Set() }],
  ['of an organization', { madeBy: 'u' }],
  ['of one ecosystem', { boundTo: { organizationId: null, ecosystem: 'npm', namePattern: null } }],
  ['of a repository', { boundRepositoryId: 'r' }],
  ['of a package', { boundPackageIds: new Set(['p']) }],
  ['with rights of a protocol', { heldBack: { scopes: new Set(), rights: new Set(), needsCode: false } }],
  ['of a build', { exchangedIn: 'npm' }],
])('a token %s takes none', (_what, limits) => {
  const actor = { ...token, ...limits };

  expect(takesConfirmedScopes(actor)).toBe(false);
  expect(withConfirmedScopes(actor, ['orgs:write'])).toBe(actor);
});
