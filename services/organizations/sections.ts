import { requireUser, type UserActor } from '../../domain/actor.ts';
import { isAuthorized } from '../../domain/authorize.ts';
import type { Caller } from '../../domain/caller.ts';
import { forbidden, notFound } from '../../domain/errors.ts';
import { type Action, type Role, rowOf } from '../../domain/permissions.ts';
import type { OrganizationRow } from '../../store/postgres/organizations/organizations.ts';
import type { Platform } from '../platform.ts';
import { type OrganizationView, requireOrganization, rightToSeeMembers, targetOf, viewOf } from './get.ts';

/** The right that opens each section of a workspace. */
const rights = {
  members: 'read_members',
  teams: 'read_members',
  namespaces: 'read_members',
  repositories: 'read_members',
  security: 'read_members',
  policy: 'manage_organization',
  tokens: 'manage_organization',
  publishers: 'manage_organization',
  webhooks: 'manage_organization',
  audit: 'read_organization_audit',
  access: 'read_organization_audit',
  settings: 'manage_organization',
} as const satisfies Record<string, Action>;

export type Section = keyof typeof rights;

const sections = Object.keys(rights) as Section[];

/** An organization for its members, and for platform users who may read its log. */
export interface WorkspaceView extends OrganizationView {
  /** Null for platform administrators. */
  role: Role | null;
  /** The sections that the caller may open. */
  sections: readonly Section[];
  mayClaimNamespace: boolean;
  mayCreateRepository: boolean;
  /** Whether the caller sees the held releases of all its packages. */
  overseesPackages: boolean;
}

/**
 * Opens the workspace and one of its sections. @throws DomainError `unauthenticated`, `not_found` for strangers,
 * `forbidden` with the needed roles for members
 */
export async function openWorkspace(
  { pool }: Pick<Platform, 'pool'>,
  { actor }: Caller,
  slug: string,
  section: Section,
): Promise<WorkspaceView> {
  const user = requireUser(actor);
  const organization = await requireOrganization(pool, slug);
  const workspace = workspaceFor(user, organization);
  if (workspace?.sections.includes(section)) return workspace;
  if (!user.memberships.has(organization.id)) throw notFound('organization');
  const roles = rowOf(rightOf(organization, section)).roles.join(', ');
  throw forbidden(`${section} of ${slug} are for people with one of the roles ${roles}`);
}

/** The workspace; null for a caller who may open none of its sections. @throws DomainError `not_found` */
export async function findWorkspace(
  { pool }: Pick<Platform, 'pool'>,
  { actor }: Caller,
  slug: string,
): Promise<WorkspaceView | null> {
  const organization = await requireOrganization(pool, slug);
  return actor.kind === 'user' ? workspaceFor(actor, organization) : null;
}

function workspaceFor(user: UserActor, organization: OrganizationRow): WorkspaceView | null {
  const target = targetOf(organization);
  const open = sections.filter((each) => isAuthorized(user, rightOf(organization, each), target));
  if (open.length === 0) return null;
  return {
    ...viewOf(organization, user),
    role: user.memberships.get(organization.id) ?? null,
    sections: open,
    mayClaimNamespace: isAuthorized(user, 'manage_namespace', target),
    mayCreateRepository: isAuthorized(user, 'create_repository', target),
    overseesPackages: isAuthorized(user, 'oversee', target),
  };
}

function rightOf(organization: OrganizationRow, section: Section): Action {
  return section === 'members' ? rightToSeeMembers(organization) : rights[section];
}
