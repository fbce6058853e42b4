import { z } from 'zod';
import type { Scope } from './scopes.ts';

/** What a member of an organization is. */
export const Role = z.enum([
  'owner',
  'admin',
  'maintainer',
  'publisher',
  'security_manager',
  'auditor',
  'billing_manager',
  'viewer',
]);
export type Role = z.infer<typeof Role>;

/** What a team or a person is given on one package or repository. Each of them includes reading. */
export const Permission = z.enum([
  'admin',
  'publish',
  'write_metadata',
  'read_private',
  'security_review',
  'transfer_ownership',
]);
export type Permission = z.infer<typeof Permission>;

interface Row {
  /** One of these the credential must say; none: being who one is will do. */
  scopes: readonly Scope[];
  roles: readonly Role[];
  permissions: readonly Permission[];
  /** Whether the person who owns the thing may: organizations own through their roles. */
  owner: boolean;
  /** Whether platform administrators may, with a credential that says `admin:write`. */
  platform: boolean;
}

/**
 * Who may do what to packages, releases and repositories: the only place that says so. A right is held by one of the
 * roles, one of the permissions, ownership, or as an administrator of the platform where the last column says yes.
 */
export const table = {
  // what is public needs no row: visibility comes first
  read: { scopes: [], roles: Role.options, permissions: Permission.options, owner: true, platform: false },
  // held, scanning and rejected releases
  see_unreleased: {
    scopes: [],
    roles: ['owner', 'admin', 'maintainer', 'publisher', 'security_manager', 'auditor'],
    permissions: ['admin', 'publish', 'write_metadata', 'security_review'],
    owner: true,
    platform: false,
  },
  // the same through the management API, where administrators look after everything
  oversee: {
    scopes: [],
    roles: ['owner', 'admin', 'maintainer', 'publisher', 'security_manager', 'auditor'],
    permissions: ['admin', 'publish', 'write_metadata', 'security_review'],
    owner: true,
    platform: true,
  },
  // publish, yank, deprecate, tags, name trusted publishers
  publish: {
    scopes: ['packages:write'],
    roles: ['owner', 'admin', 'maintainer', 'publisher'],
    permissions: ['admin', 'publish'],
    owner: true,
    platform: false,
  },
  // description, links, keywords
  edit: {
    scopes: ['packages:write'],
    roles: ['owner', 'admin', 'maintainer'],
    permissions: ['admin', 'write_metadata'],
    owner: true,
    platform: false,
  },
  // take back and look at the trusted publishers that others named
  manage_trust: {
    scopes: ['packages:write'],
    roles: ['owner', 'admin', 'maintainer', 'publisher'],
    permissions: ['admin', 'publish'],
    owner: true,
    platform: true,
  },
  // hide what is visible until somebody has looked at it
  hold: {
    scopes: ['packages:write', 'findings:write'],
    roles: ['owner', 'admin', 'security_manager'],
    permissions: ['admin', 'security_review'],
    owner: true,
    platform: true,
  },
  // resolve and reopen findings, approve, reject
  triage: {
    scopes: ['findings:write'],
    roles: ['owner', 'admin', 'security_manager'],
    permissions: ['admin', 'security_review'],
    owner: true,
    platform: true,
  },
  // visibility, deletion, maintainers
  administer: {
    scopes: ['packages:write'],
    roles: ['owner', 'admin'],
    permissions: ['admin'],
    owner: true,
    platform: true,
  },
  transfer: {
    scopes: ['packages:transfer'],
    roles: ['owner', 'admin'],
    permissions: ['admin', 'transfer_ownership'],
    owner: true,
    platform: false,
  },
} as const satisfies Record<string, Row>;

export type Action = keyof typeof table;

export const actions = Object.keys(table) as Action[];

/** The row with its columns widened, for code that goes over all of them. */
export function rowOf(action: Action): Row {
  return table[action];
}
