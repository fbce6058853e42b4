import type { FastifyRequest } from 'fastify';
import type { ManagementDeps } from '../../deps.ts';

/** What follows a committed change: caches here drop the package, search is brought up to date. */
export async function afterChange(
  { announce, projection }: Pick<ManagementDeps, 'announce' | 'projection'>,
  request: FastifyRequest,
  pkg: { id: string; ecosystem: string; nameKey: string },
): Promise<void> {
  announce({ kind: 'package', id: pkg.id });
  try {
    await projection.request(pkg.ecosystem, pkg.nameKey, pkg.id);
  } catch (error) {
    // the change is committed; the reconciler finds search documents that lag behind
    request.log.warn({ err: error, packageId: pkg.id }, 'search projection not requested');
  }
}
