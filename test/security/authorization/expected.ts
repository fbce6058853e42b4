import type { Scope } from '../../../domain/scopes.ts';

/**
 * The rights as the documents describe them, independent of `domain/permissions.ts`: a mistake there becomes a
 * difference. Marks are in the order of `roles` and of `permissions`.
 */
export const roles = [
  'owner',
  'admin',
  'maintainer',
  'publisher',
  'security_manager',
  'auditor',
  'billing_manager',
  'viewer',
] as const;
export const permissions = [
  'admin',
  'publish',
  'write_metadata',
  'read_private',
  'security_review',
  'transfer_ownership',
] as const;
export const visibilities = ['public', 'unlisted', 'private', 'internal_org', 'quarantined'] as const;

export type RoleName = (typeof roles)[number];
export type PermissionName = (typeof permissions)[number];
export type VisibilityName = (typeof visibilities)[number];

interface Expectation {
  roles: string;
  permissions: string;
  /** One of these is enough; an empty list requires only a known caller. */
  scopes: Scope[];
  /** Whether the action changes something: a token that is bound to something else is then refused. */
  isChange: boolean;
  isForPlatform?: boolean;
}

const look = { scopes: [], isChange: false };
const change = (...scopes: Scope[]) => ({ scopes, isChange: true });

export const expected = {
  // of a package          o a m p s a b v                  a p w r s t
  read: { roles: 'x x x x x x x x', permissions: 'x x x x x x', ...look },
  see_held: { roles: 'x x x x x x . .', permissions: 'x x x . x .', ...look },
  publish: { roles: 'x x x x . . . .', permissions: 'x x . . . .', ...change('packages:write') },
  edit: { roles: 'x x x . . . . .', permissions: 'x . x . . .', ...change('packages:write') },
  trust: { roles: 'x x x x . . . .', permissions: 'x x . . . .', ...look },
  hold: {
    roles: 'x x . . x . . .',
    permissions: 'x . . . x .',
    ...change('packages:write', 'findings:write'),
  },
  triage: { roles: 'x x . . x . . .', permissions: 'x . . . x .', ...change('findings:write') },
  administer: { roles: 'x x . . . . . .', permissions: 'x . . . . .', ...change('packages:write') },
  transfer: { roles: 'x x . . . . . .', permissions: 'x . . . . x', ...change('packages:transfer') },
  // of a repository
  read_repo: { roles: 'x x x x x x x x', permissions: 'x x x x x x', ...look },
  edit_repo: { roles: 'x x . . . . . .', permissions: 'x . . . . .', ...change('repositories:write') },
  transfer_repo: { roles: 'x x . . . . . .', permissions: 'x . . . . x', ...change('repositories:transfer') },
  // of a namespace; to transfer it to the organization, a caller also has to manage namespaces there
  release_claim: { roles: 'x x . . . . . .', permissions: 'x . . . . .', ...change('namespaces:write') },
  give_claim: { roles: 'x x . . . . . .', permissions: '. . . . . .', ...change('namespaces:transfer') },
  // of an organization
  members: { roles: 'x x x x x x x x', permissions: '. . . . . .', ...look },
  findings: { roles: 'x x x x x x x x', permissions: '. . . . . .', ...look },
  manage_org: { roles: 'x x . . . . . .', permissions: '. . . . . .', ...change('orgs:write') },
  make_repo: { roles: 'x x . . . . . .', permissions: '. . . . . .', ...change('repositories:write') },
  audit: { roles: 'x x . . x x . .', permissions: '. . . . . .', scopes: ['orgs:write'], isChange: false },
  give_org: { roles: 'x . . . . . . .', permissions: '. . . . . .', ...change('orgs:transfer') },
  // of the platform: no organization role has them
  platform_audit: {
    roles: '. . . . . . . .',
    permissions: '. . . . . .',
    scopes: ['audit:read'],
    isChange: false,
    isForPlatform: true,
  },
  jobs: {
    roles: '. . . . . . . .',
    permissions: '. . . . . .',
    scopes: ['audit:read', 'admin:write'],
    isChange: false,
    isForPlatform: true,
  },
  users: {
    roles: '. . . . . . . .',
    permissions: '. . . . . .',
    scopes: ['admin:write'],
    isChange: false,
    isForPlatform: true,
  },
} as const satisfies Record<string, Expectation>;

export type ExpectedAction = keyof typeof expected;

/** The caller's rights. Teams have the same grants on the package, the repository and the claim. */
export interface Standing {
  role: RoleName | null;
  permission: PermissionName | null;
}

export function holds({ role, permission }: Standing, action: ExpectedAction): boolean {
  const row: Expectation = expected[action];
  const marked = (marks: string, at: number) => marks.split(' ')[at] === 'x';
  return (
    (role !== null && marked(row.roles, roles.indexOf(role))) ||
    (permission !== null && marked(row.permissions, permissions.indexOf(permission)))
  );
}

/** Whether the management API shows the package; users who manage it also see a hidden package. */
export function sees(standing: Standing, visibility: VisibilityName): boolean {
  if (visibility === 'public' || visibility === 'unlisted') return true;
  return holds(standing, visibility === 'quarantined' ? 'see_held' : 'read');
}
