import type { Platform } from '../services/platform.ts';
import { log } from '@temporalio/activity';
import { RenderFailure } from '../domain/render-failure.ts';
import { findPackageById } from '../store/postgres/packages/packages.ts';
import { parkProjection, unparkProjection } from '../store/postgres/search/parked-projections.ts';
import type { Pool } from '../store/postgres/pool.ts';
import { ids } from '../workflows/definitions.ts';

/**
 * Updates the search entry of a package; false when the package is parked. A package that can't be rendered is parked:
 * its job shows the reason, the old entry stays, and other packages are not delayed. `isLast`: no retry follows soon.
 */
export async function projectOrPark(
  { pool, search }: Pick<Platform, 'pool' | 'search'>,
  packageId: string,
  isLast: boolean,
): Promise<boolean> {
  try {
    await search.project(packageId);
  } catch (error) {
    if (!(error instanceof RenderFailure) || (!isLast && error.problem !== 'too_large')) throw error;
    await park(pool, packageId, error);
    return false;
  }
  await unparkProjection(pool, packageId);
  return true;
}

async function park(pool: Pool, packageId: string, failure: RenderFailure): Promise<void> {
  const pkg = await findPackageById(pool, packageId);
  if (!pkg) return;
  const { ecosystem, name, nameKey } = pkg;
  const lastError = failure.report;
  log.warn('a package is left out of the search', { packageId, ecosystem, name, reason: lastError });
  const workflowId = ids.project(ecosystem, nameKey);
  await parkProjection(pool, { packageId, ecosystem, name, workflowId, lastError });
}
