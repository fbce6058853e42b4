import { describe, expect, test } from 'vitest';
import { anonymous, type UserActor } from './actor.ts';
import { authorize, may, type Target } from './authorize.ts';
import { DomainError } from './errors.ts';
import { type Action, actions, Permission, Role } from './permissions.ts';
import { Scope } from './scopes.ts';

/*
 * The table of `permissions.ts` said a second time, as rows of who holds it: what is changed there by mistake fails
 * here. Columns as in the table of the documents.
 */
const held: Record<string, Action[]> = {
  'role owner': [
    'read',
    'see_unreleased',
    'oversee',
    'publish',
    'edit',
    'manage_trust',
    'hold',
    'triage',
    'administer',
    'transfer',
  ],
  'role admin': [
    'read',
    'see_unreleased',
    'oversee',
    'publish',
    'edit',
    'manage_trust',
    'hold',
    'triage',
    'administer',
    'transfer',
  ],
  'role maintainer': ['read', 'see_unreleased', 'oversee', 'publish', 'edit', 'manage_trust'],
  'role publisher': ['read', 'see_unreleased', 'oversee', 'publish', 'manage_trust'],
  'role security_manager': ['read', 'see_unreleased', 'oversee', 'hold', 'triage'],
  'role auditor': ['read', 'see_unreleased', 'oversee'],
  'role billing_manager': ['read'],
  'role viewer': ['read'],
  'permission admin': [
    'read',
    'see_unreleased',
    'oversee',
    'publish',
    'edit',
    'manage_trust',
    'hold',
    'triage',
    'administer',
    'transfer',
  ],
  'permission publish': ['read', 'see_unreleased', 'oversee', 'publish', 'manage_trust'],
  'permission write_metadata': ['read', 'see_unreleased', 'oversee', 'edit'],
  'permission read_private': ['read'],
  'permission security_review': ['read', 'see_unreleased', 'oversee', 'hold', 'triage'],
  'permission transfer_ownership': ['read', 'transfer'],
  'personal owner': [
    'read',
    'see_unreleased',
    'oversee',
    'publish',
    'edit',
    'manage_trust',
    'hold',
    'triage',
    'administer',
    'transfer',
  ],
  'platform administrator': ['oversee', 'manage_trust', 'hold', 'triage', 'administer'],
  'former administrator': [],
  stranger: [],
};

const scopes: Record<Action, Scope[]> = {
  read: [],
  see_unreleased: [],
  oversee: [],
  publish: ['packages:write'],
  edit: ['packages:write'],
  manage_trust: ['packages:write'],
  hold: ['packages:write', 'findings:write'],
  triage: ['findings:write'],
  administer: ['packages:write'],
  transfer: ['packages:transfer'],
};

const target: Target = {
  name: 'probe',
  packageId: 'package',
  repositoryId: 'repository',
  ownerUserId: null,
  ownerOrgId: 'org',
};

function person(changes: Partial<UserActor> = {}): UserActor {
  return {
    kind: 'user',
    userId: 'alice',
    username: 'alice',
    isAdmin: false,
    scopes: new Set(Scope.options),
    credential: 'token',
    memberships: new Map(),
    grants: new Map(),
    ...changes,
  };
}

const people: Record<string, [UserActor, Target]> = {
  ...Object.fromEntries(
    Role.options.map((role) => [`role ${role}`, [person({ memberships: new Map([['org', role]]) }), target]]),
  ),
  ...Object.fromEntries(
    Permission.options.map((permission) => [
      `permission ${permission}`,
      [person({ grants: new Map([['package', new Set([permission])]]) }), target],
    ]),
  ),
  'personal owner': [person(), { ...target, ownerUserId: 'alice', ownerOrgId: null }],
  'platform administrator': [person({ isAdmin: true }), target],
  'former administrator': [person({ isAdmin: false }), target],
  stranger: [person({ memberships: new Map([['elsewhere', 'owner']]) }), target],
};

/** Who may, or the code of the refusal. */
function outcomeOf(attempt: () => UserActor): string {
  try {
    return attempt().username;
  } catch (error) {
    return error instanceof DomainError ? error.code : String(error);
  }
}

describe('the table of rights', () => {
  test('has a row of this test for every role, permission and other holder', () => {
    expect(Object.keys(people)).toEqual(Object.keys(held));
  });

  test.each(Object.entries(people))('%s', (name, [actor, on]) => {
    expect(actions.filter((action) => may(actor, action, on))).toEqual(held[name]);
  });

  test.each(Permission.options)('%s on the repository is the same as on its package', (permission) => {
    const actor = person({ grants: new Map([['repository', new Set([permission])]]) });

    expect(actions.filter((action) => may(actor, action, target))).toEqual(held[`permission ${permission}`]);
  });

  test.each(actions)('nobody but a person has %s', (action) => {
    expect(may(anonymous, action, { ...target, ownerOrgId: null })).toBe(false);
  });
});

describe('authorizing', () => {
  const owner = (changes: Partial<UserActor> = {}) =>
    person({ memberships: new Map([['org', 'owner']]), ...changes });

  test.each(actions.flatMap((action) => Scope.options.map((scope) => ({ action, scope }))))(
    '$action with nothing but $scope',
    ({ action, scope }) => {
      const outcome = outcomeOf(() => authorize(owner({ scopes: new Set([scope]) }), action, target));

      const isEnough = scopes[action].length === 0 || scopes[action].includes(scope);
      expect(outcome).toBe(isEnough ? 'alice' : 'insufficient_scope');
    },
  );

  test('an administrator of the platform needs a credential that says so', () => {
    const actor = person({ isAdmin: true, scopes: new Set<Scope>(['packages:write', 'findings:write']) });

    expect(() => authorize(actor, 'triage', target)).toThrow(expect.objectContaining({ code: 'forbidden' }));
  });

  test.each([
    ['another package', { boundPackageIds: new Set(['other']) }, 'forbidden'],
    ['another repository', { boundRepositoryId: 'other' }, 'forbidden'],
    ['this package', { boundPackageIds: new Set(['package']) }, 'alice'],
    ['this repository', { boundRepositoryId: 'repository' }, 'alice'],
  ] as const)('a token that is bound to %s', (_what, binding, outcome) => {
    expect(outcomeOf(() => authorize(owner(binding), 'publish', target))).toBe(outcome);
  });

  test('of several actions one will do', () => {
    const maintainer = person({ memberships: new Map([['org', 'maintainer']]) });

    expect(authorize(maintainer, ['edit', 'administer'], target).username).toBe('alice');
    expect(() => authorize(maintainer, ['administer', 'transfer'], target)).toThrow(
      'you may not change probe',
    );
    expect(() => authorize(anonymous, 'read', target)).toThrow(
      expect.objectContaining({ code: 'unauthenticated' }),
    );
  });
});
