import type { Actor } from '../../domain/actor.ts';
import { may, type Target } from '../../domain/authorize.ts';
import { notFound } from '../../domain/errors.ts';
import type { Queryable } from '../../store/postgres/pool.ts';
import { findOrganization, type OrganizationRow } from '../../store/postgres/organizations/organizations.ts';
import type { Platform } from '../platform.ts';

/** An organization, and the rights of its reader. */
export interface OrganizationView extends OrganizationRow {
  canManage: boolean;
  canViewMembers: boolean;
  canViewAudit: boolean;
  canTransfer: boolean;
}

/** @throws DomainError `not_found` */
export async function getOrganization(
  { pool: db }: Pick<Platform, 'pool'>,
  actor: Actor,
  slug: string,
): Promise<OrganizationView> {
  return viewOf(await requireOrganization(db, slug), actor);
}

/** @throws DomainError `not_found` */
export async function requireOrganization(db: Queryable, slug: string): Promise<OrganizationRow> {
  const organization = await findOrganization(db, slug);
  if (!organization) throw notFound('organization');
  return organization;
}

export function viewOf(organization: OrganizationRow, actor: Actor): OrganizationView {
  const target = targetOf(organization);
  return {
    ...organization,
    canManage: may(actor, 'manage_organization', target),
    canViewMembers: maySeeMembers(organization, actor),
    canViewAudit: may(actor, 'read_organization_audit', target),
    canTransfer: may(actor, 'transfer_organization', target),
  };
}

/** Members see each other, unless the directory is private. */
export function rightToSeeMembers({ memberDirectoryIsPrivate }: OrganizationRow) {
  return memberDirectoryIsPrivate ? ('manage_organization' as const) : ('read_members' as const);
}

export function maySeeMembers(organization: OrganizationRow, actor: Actor): boolean {
  return may(actor, rightToSeeMembers(organization), targetOf(organization));
}

/** An organization as a target of its members' rights. */
export function targetOf({ id, slug }: OrganizationRow): Target {
  return {
    packageId: null,
    repositoryId: null,
    namespaceId: null,
    ownerUserId: null,
    ownerOrgId: id,
    name: slug,
    refusal: `you do not manage the organization ${slug}`,
  };
}
