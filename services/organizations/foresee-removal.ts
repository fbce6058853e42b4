import { authorizeReading, isPlatformAdmin } from '../../domain/authorize.ts';
import type { Caller } from '../../domain/caller.ts';
import { findDeletion } from '../../store/postgres/organizations/deletions.ts';
import {
  countHoldings,
  hasWithheld,
  type HoldingCounts,
} from '../../store/postgres/organizations/holdings.ts';
import type { Platform } from '../platform.ts';
import { requireOrganization, targetOf } from './get.ts';

/** The effect of a deletion, shown before its request. */
export interface RemovalForecast extends HoldingCounts {
  /** The platform withholds something, and the caller can't decide about that. */
  isWithheld: boolean;
  /** A job is already archiving its packages. */
  isUnderWay: boolean;
}

/** For owners. @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden` */
export async function foreseeRemoval(
  { pool }: Pick<Platform, 'pool'>,
  { actor }: Caller,
  slug: string,
): Promise<RemovalForecast> {
  const organization = await requireOrganization(pool, slug);
  const refusal = `you do not own the organization ${slug}`;
  const user = authorizeReading(actor, 'transfer_organization', { ...targetOf(organization), refusal });
  const { id } = organization;
  return {
    ...(await countHoldings(pool, id)),
    isWithheld: !isPlatformAdmin(user) && (await hasWithheld(pool, id)),
    isUnderWay: (await findDeletion(pool, id)) !== null,
  };
}
