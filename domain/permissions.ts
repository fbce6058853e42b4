import { z } from 'zod';
import type { Scope } from './scopes.ts';

/** The role of a member in an organization. */
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

/** A permission of a team or a person on one package or repository. Each of them includes reading. */
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
  /** The credential needs one of these scopes; empty: every credential of the person is enough. */
  scopes: readonly Scope[];
  roles: readonly Role[];
  permissions: readonly Permission[];
  /** Whether a personal owner has the right; organizations own through their roles. */
  owner: boolean;
  /** A platform administrator's credential needs one of these scopes; empty: administrators do not have the right. */
  platform: readonly Scope[];
}

/**
 * The rights on packages, releases, repositories, namespaces, accounts and the platform: defined only here. A person
 * has a right through a role, a permission, ownership, or as a platform administrator.
 */
export const table = {
  // public packages need no row: visibility is checked first
  read: { scopes: [], roles: Role.options, permissions: Permission.options, owner: true, platform: [] },
  // held, scanning and rejected releases
  see_unreleased: {
    scopes: [],
    roles: ['owner', 'admin', 'maintainer', 'publisher', 'security_manager', 'auditor'],
    permissions: ['admin', 'publish', 'write_metadata', 'security_review'],
    owner: true,
    platform: [],
  },
  // like `see_unreleased`, through the management API, where administrators manage everything
  oversee: {
    scopes: [],
    roles: ['owner', 'admin', 'maintainer', 'publisher', 'security_manager', 'auditor'],
    permissions: ['admin', 'publish', 'write_metadata', 'security_review'],
    owner: true,
    platform: ['admin:write'],
  },
  // publish, yank, deprecate, tags, name trusted publishers
  publish: {
    scopes: ['packages:write'],
    roles: ['owner', 'admin', 'maintainer', 'publisher'],
    permissions: ['admin', 'publish'],
    owner: true,
    platform: [],
  },
  // description, links, keywords
  edit: {
    scopes: ['packages:write'],
    roles: ['owner', 'admin', 'maintainer'],
    permissions: ['admin', 'write_metadata'],
    owner: true,
    platform: [],
  },
  // remove and list trusted publishers that other people named
  manage_trust: {
    scopes: ['packages:write'],
    roles: ['owner', 'admin', 'maintainer', 'publisher'],
    permissions: ['admin', 'publish'],
    owner: true,
    platform: ['admin:write'],
  },
  // hide a visible release until a person has looked at it
  hold: {
    scopes: ['packages:write', 'findings:write'],
    roles: ['owner', 'admin', 'security_manager'],
    permissions: ['admin', 'security_review'],
    owner: true,
    platform: ['admin:write'],
  },
  // resolve and reopen findings, approve, reject
  triage: {
    scopes: ['findings:write'],
    roles: ['owner', 'admin', 'security_manager'],
    permissions: ['admin', 'security_review'],
    owner: true,
    platform: ['admin:write'],
  },
  // let a staged release through with a protocol's own client, whose credentials publish
  approve_staged: {
    scopes: ['packages:write'],
    roles: ['owner', 'admin', 'security_manager'],
    permissions: ['admin', 'security_review'],
    owner: true,
    platform: ['admin:write'],
  },
  // visibility, deletion, maintainers
  administer: {
    scopes: ['packages:write'],
    roles: ['owner', 'admin'],
    permissions: ['admin'],
    owner: true,
    platform: ['admin:write'],
  },
  transfer: {
    scopes: ['packages:transfer'],
    roles: ['owner', 'admin'],
    permissions: ['admin', 'transfer_ownership'],
    owner: true,
    platform: [],
  },
  // transfer a repository, with its packages, to an organization
  transfer_repository: {
    scopes: ['repositories:transfer'],
    roles: ['owner', 'admin'],
    permissions: ['admin', 'transfer_ownership'],
    owner: true,
    platform: [],
  },
  // add a repository for an owner
  create_repository: {
    scopes: ['repositories:write'],
    roles: ['owner', 'admin'],
    permissions: [],
    owner: true,
    platform: [],
  },
  // its name, description and visibility
  manage_repository: {
    scopes: ['repositories:write'],
    roles: ['owner', 'admin'],
    permissions: ['admin'],
    owner: true,
    platform: ['admin:write'],
  },
  // hide a repository with all its packages, and release it again
  quarantine_repository: {
    scopes: ['repositories:write'],
    roles: [],
    permissions: [],
    owner: false,
    platform: ['admin:write'],
  },
  // claim and release
  manage_namespace: {
    scopes: ['namespaces:write'],
    roles: ['owner', 'admin'],
    permissions: ['admin'],
    owner: true,
    platform: ['admin:write'],
  },
  transfer_namespace: {
    scopes: ['namespaces:transfer'],
    roles: ['owner', 'admin'],
    permissions: ['admin', 'transfer_ownership'],
    owner: true,
    platform: [],
  },
  create_organization: { scopes: ['orgs:write'], roles: [], permissions: [], owner: true, platform: [] },
  // its name, its members and their roles
  manage_organization: {
    scopes: ['orgs:write'],
    roles: ['owner', 'admin'],
    permissions: [],
    owner: true,
    platform: [],
  },
  answer_invitation: { scopes: ['orgs:join'], roles: [], permissions: [], owner: true, platform: [] },
  // the members, unless the directory is private
  read_members: { scopes: [], roles: Role.options, permissions: [], owner: true, platform: [] },
  // the audit entries of the organization and of its things
  read_organization_audit: {
    scopes: ['orgs:write'],
    roles: ['owner', 'admin', 'security_manager', 'auditor'],
    permissions: [],
    owner: true,
    platform: ['audit:read'],
  },
  transfer_organization: {
    scopes: ['orgs:transfer'],
    roles: ['owner'],
    permissions: [],
    owner: true,
    platform: [],
  },
  // only the person of an account
  read_account: { scopes: [], roles: [], permissions: [], owner: true, platform: [] },
  change_password: { scopes: [], roles: [], permissions: [], owner: true, platform: [] },
  manage_second_factor: { scopes: [], roles: [], permissions: [], owner: true, platform: [] },
  edit_account: { scopes: ['profile:write'], roles: [], permissions: [], owner: true, platform: [] },
  read_tokens: { scopes: ['tokens:read'], roles: [], permissions: [], owner: true, platform: [] },
  manage_tokens: { scopes: ['tokens:write'], roles: [], permissions: [], owner: true, platform: [] },
  // webhooks about packages that the user may see
  manage_webhooks: {
    scopes: ['packages:write'],
    roles: [],
    permissions: [],
    owner: true,
    platform: [],
  },
  // the platform has no owner
  read_audit: { scopes: ['audit:read'], roles: [], permissions: [], owner: false, platform: ['audit:read'] },
  // lock accounts, make administrators, reset second factors, personal data
  manage_users: {
    scopes: ['admin:write'],
    roles: [],
    permissions: [],
    owner: false,
    platform: ['admin:write'],
  },
  read_jobs: {
    scopes: ['admin:write', 'audit:read'],
    roles: [],
    permissions: [],
    owner: false,
    platform: ['admin:write', 'audit:read'],
  },
  manage_jobs: {
    scopes: ['admin:write'],
    roles: [],
    permissions: [],
    owner: false,
    platform: ['admin:write'],
  },
} as const satisfies Record<string, Row>;

export type Action = keyof typeof table;

export const actions = Object.keys(table) as Action[];

/** The row with its columns widened, for loops over all rows. */
export function rowOf(action: Action): Row {
  return table[action];
}
