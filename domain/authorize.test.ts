import { describe, expect, test } from 'vitest';
import { anonymous, type UserActor } from './actor.ts';
import {
  accountOf,
  authorize,
  authorizeOnPlatform,
  authorizeOwn,
  authorizeReadingOwn,
  may,
  type Target,
} from './authorize.ts';
import { DomainError } from './errors.ts';
import { type Action, actions, Permission, Role } from './permissions.ts';
import { Scope } from './scopes.ts';

/*
 * The table of `permissions.ts` again, as rows of rights by holder: an accidental change there fails here. Columns as
 * in the table of the documents.
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
    'approve_staged',
    'administer',
    'transfer',
    'transfer_repository',
    'create_repository',
    'manage_repository',
    'manage_namespace',
    'transfer_namespace',
    'manage_organization',
    'read_members',
    'read_organization_audit',
    'transfer_organization',
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
    'approve_staged',
    'administer',
    'transfer',
    'transfer_repository',
    'create_repository',
    'manage_repository',
    'manage_namespace',
    'transfer_namespace',
    'manage_organization',
    'read_members',
    'read_organization_audit',
  ],
  'role maintainer': ['read', 'see_unreleased', 'oversee', 'publish', 'edit', 'manage_trust', 'read_members'],
  'role publisher': ['read', 'see_unreleased', 'oversee', 'publish', 'manage_trust', 'read_members'],
  'role security_manager': [
    'read',
    'see_unreleased',
    'oversee',
    'hold',
    'triage',
    'approve_staged',
    'read_members',
    'read_organization_audit',
  ],
  'role auditor': ['read', 'see_unreleased', 'oversee', 'read_members', 'read_organization_audit'],
  'role billing_manager': ['read', 'read_members'],
  'role viewer': ['read', 'read_members'],
  'permission admin': [
    'read',
    'see_unreleased',
    'oversee',
    'publish',
    'edit',
    'manage_trust',
    'hold',
    'triage',
    'approve_staged',
    'administer',
    'transfer',
    'transfer_repository',
    'manage_repository',
    'manage_namespace',
    'transfer_namespace',
  ],
  'permission publish': ['read', 'see_unreleased', 'oversee', 'publish', 'manage_trust'],
  'permission write_metadata': ['read', 'see_unreleased', 'oversee', 'edit'],
  'permission read_private': ['read'],
  'permission security_review': ['read', 'see_unreleased', 'oversee', 'hold', 'triage', 'approve_staged'],
  'permission transfer_ownership': ['read', 'transfer', 'transfer_repository', 'transfer_namespace'],
  'personal owner': [
    'read',
    'see_unreleased',
    'oversee',
    'publish',
    'edit',
    'manage_trust',
    'hold',
    'triage',
    'approve_staged',
    'administer',
    'transfer',
    'transfer_repository',
    'create_repository',
    'manage_repository',
    'manage_namespace',
    'transfer_namespace',
    'create_organization',
    'manage_organization',
    'answer_invitation',
    'read_members',
    'read_organization_audit',
    'transfer_organization',
    'read_account',
    'change_password',
    'manage_second_factor',
    'edit_account',
    'read_tokens',
    'manage_tokens',
    'manage_webhooks',
  ],
  'platform administrator': [
    'oversee',
    'manage_trust',
    'hold',
    'triage',
    'approve_staged',
    'administer',
    'manage_repository',
    'quarantine_repository',
    'manage_namespace',
    'read_organization_audit',
    'read_audit',
    'manage_users',
    'read_jobs',
    'manage_jobs',
  ],
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
  approve_staged: ['packages:write'],
  administer: ['packages:write'],
  transfer: ['packages:transfer'],
  transfer_repository: ['repositories:transfer'],
  create_repository: ['repositories:write'],
  manage_repository: ['repositories:write'],
  quarantine_repository: ['repositories:write'],
  manage_namespace: ['namespaces:write'],
  transfer_namespace: ['namespaces:transfer'],
  create_organization: ['orgs:write'],
  manage_organization: ['orgs:write'],
  read_members: [],
  read_organization_audit: ['orgs:write'],
  transfer_organization: ['orgs:transfer'],
  read_account: [],
  answer_invitation: ['orgs:join'],
  change_password: [],
  manage_second_factor: [],
  edit_account: ['profile:write'],
  read_tokens: ['tokens:read'],
  manage_tokens: ['tokens:write'],
  manage_webhooks: ['packages:write'],
  read_audit: ['audit:read'],
  manage_users: ['admin:write'],
  read_jobs: ['admin:write', 'audit:read'],
  manage_jobs: ['admin:write'],
};

const target: Target = {
  name: 'probe',
  packageId: 'package',
  repositoryId: 'repository',
  namespaceId: 'namespace',
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

/** The name of the allowed actor, or the error code. */
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

  test.each(
    Permission.options.flatMap((permission) => [
      { permission, on: 'repository' },
      { permission, on: 'namespace' },
    ]),
  )('$permission on the $on is the same as on its package', ({ permission, on }) => {
    const actor = person({ grants: new Map([[on, new Set([permission])]]) });

    expect(actions.filter((action) => may(actor, action, target))).toEqual(held[`permission ${permission}`]);
  });

  test.each(actions)('an anonymous reader lacks %s', (action) => {
    expect(may(anonymous, action, { ...target, ownerOrgId: null })).toBe(false);
  });
});

describe('authorizing', () => {
  const owner = (changes: Partial<UserActor> = {}) =>
    person({ memberships: new Map([['org', 'owner']]), ...changes });
  // every personal owner has the right, so only the scope decides
  const own: Target = { ...target, ownerUserId: 'alice', ownerOrgId: null };
  const holder = (action: Action, scope: Scope): [UserActor, Target] => {
    const isPlatforms = !held['personal owner']?.includes(action);
    // an owner's scope, and the administrator's as well
    const scopes = new Set([
      scope,
      ...(action === 'quarantine_repository' ? (['admin:write'] as const) : []),
    ]);
    return [person({ isAdmin: isPlatforms, scopes }), isPlatforms ? target : own];
  };

  test.each(actions.flatMap((action) => Scope.options.map((scope) => ({ action, scope }))))(
    '$action with nothing but $scope',
    ({ action, scope }) => {
      const [actor, on] = holder(action, scope);
      const outcome = outcomeOf(() => authorize(actor, action, on));

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

  test("a person's own account is closed to every other user, also to an administrator", () => {
    const admin = owner({ isAdmin: true, userId: 'bob', username: 'bob' });

    for (const action of ['read_account', 'edit_account', 'read_tokens', 'manage_tokens'] as const) {
      expect(authorizeOwn(person(), action).username).toBe('alice');
      expect(may(admin, action, accountOf(person()))).toBe(false);
    }
  });

  test('a bound token looks at what is its own, and changes nothing of it', () => {
    const bound = person({ boundRepositoryId: 'repository' });

    expect(authorizeReadingOwn(bound, 'read_tokens').username).toBe('alice');
    expect(() => authorizeOwn(bound, 'manage_tokens')).toThrow(
      'this token is bound to another package or repository',
    );
  });

  test.each(['read_audit', 'read_jobs', 'manage_jobs'] as const)(
    '%s is for platform administrators',
    (action) => {
      const admin = person({ isAdmin: true, boundRepositoryId: 'repository' });

      expect(authorizeOnPlatform(admin, action).username).toBe('alice');
      expect(() => authorizeOnPlatform(person(), action)).toThrow(
        expect.objectContaining({ code: 'forbidden' }),
      );
      expect(() => authorizeOnPlatform(anonymous, action)).toThrow(
        expect.objectContaining({ code: 'unauthenticated' }),
      );
    },
  );

  test('the refusal of one who can read the audit log alone is that of jobs that they change', () => {
    const auditor = person({ isAdmin: true, scopes: new Set<Scope>(['audit:read']) });

    expect(authorizeOnPlatform(auditor, 'read_jobs').username).toBe('alice');
    expect(() => authorizeOnPlatform(auditor, 'manage_jobs')).toThrow('this needs the scope admin:write');
  });
});
