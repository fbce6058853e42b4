import { type PackageAddress, textOfAddress } from '../../domain/package-address.ts';
import { canReadDocuments, isPublic } from '../../domain/access.ts';
import { may } from '../../domain/authorize.ts';
import type { Actor } from '../../domain/actor.ts';
import { findLinkedPart, type LinkedPart } from '../../store/postgres/parts/package-parts.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import { createPackageCache } from '../../store/cache/by-package.ts';
import type { SharedCache } from '../../store/cache/shared-cache.ts';

export interface PartReads {
  find(key: PackageAddress & { digest: string }): Promise<LinkedPart | null>;
  forget(packageId: string): void;
  clear(): void;
}

interface FoundPart {
  /** The package that shows the part; null without one. */
  packageId: string | null;
  part: LinkedPart;
}

/** Caches parts of visible releases. Other changes of a part send no notice, so such parts are not cached. */
export function createPartReads(
  pool: Pool,
  { cache, isUsable }: { cache: SharedCache; isUsable(): boolean },
): PartReads {
  const published = createPackageCache<FoundPart>({ cache, name: 'parts', isUsable });
  return {
    async find(key) {
      const found = await published.get(`${textOfAddress(key)}\n${key.digest}`, async () => {
        const part = await findLinkedPart(pool, key);
        return part && { packageId: part.isPublished ? (part.package?.packageId ?? null) : null, part };
      });
      return found?.part ?? null;
    },
    forget: published.forget,
    clear: published.clear,
  };
}

/** Whether a readable release shows the part to this actor. */
export function isShown({ isPublished, package: pkg }: LinkedPart, actor: Actor): boolean {
  return isPublished && pkg !== null && pkg.readableReleases > 0 && canReadDocuments(pkg, actor);
}

/** Whether the actor may use the part before a release shows it: it then needs the right to publish under the name. */
export function isAtHand(part: LinkedPart, actor: Actor): boolean {
  const { isReferenced, broughtBy, package: pkg } = part;
  if (actor.kind !== 'user' || !(isReferenced || broughtBy.length > 0)) return false;
  return pkg === null ? broughtBy.includes(actor.userId) : may(actor, 'publish', pkg);
}

/** Whether the part is readable without an account: only then shared caches may keep it. */
export function isPublicPart({ isPublished, package: pkg }: LinkedPart): boolean {
  return isPublished && pkg !== null && isPublic(pkg);
}
