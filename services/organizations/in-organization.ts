import { authorize, requireScopeFor } from '../../domain/authorize.ts';
import type { Caller } from '../../domain/caller.ts';
import { notFound } from '../../domain/errors.ts';
import { lockOrganization, type OrganizationRow } from '../../store/postgres/organizations/organizations.ts';
import { findTeam, type Team } from '../../store/postgres/organizations/teams.ts';
import type { Pool, Queryable, Transaction } from '../../store/postgres/pool.ts';
import { requireOrganization, targetOf } from './get.ts';
import type { Platform } from '../platform.ts';

/**
 * Runs a transaction that locks the organization against other changes of its members.
 * @throws DomainError `not_found`
 */
export async function inOrganization<Result>(
  pool: Pool,
  slug: string,
  change: (tx: Transaction, organization: OrganizationRow) => Promise<Result>,
): Promise<Result> {
  const { id } = await requireOrganization(pool, slug);
  return pool.transaction(async (tx) => {
    const organization = await lockOrganization(tx, id);
    if (!organization) throw notFound('organization');
    return change(tx, organization);
  });
}

/**
 * {@link inOrganization} for managers of the organization.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`
 */
export async function asManager<Result>(
  { pool }: Pick<Platform, 'pool'>,
  { actor }: Caller,
  slug: string,
  change: (tx: Transaction, organization: OrganizationRow) => Promise<Result>,
): Promise<Result> {
  requireScopeFor(actor, 'manage_organization');
  return inOrganization(pool, slug, async (tx, organization) => {
    authorize(actor, 'manage_organization', targetOf(organization));
    return change(tx, organization);
  });
}

/** Finds the organization for reads by its managers, without a lock. @throws as {@link asManager} */
export async function forManager(
  { pool }: Pick<Platform, 'pool'>,
  { actor }: Caller,
  slug: string,
): Promise<OrganizationRow> {
  requireScopeFor(actor, 'manage_organization');
  const organization = await requireOrganization(pool, slug);
  authorize(actor, 'manage_organization', targetOf(organization));
  return organization;
}

/** @throws DomainError `not_found` */
export async function requireTeam(db: Queryable, { id }: OrganizationRow, slug: string): Promise<Team> {
  const team = await findTeam(db, id, slug);
  if (!team) throw notFound('team');
  return team;
}
