import type { KnownCaller } from '../../../domain/caller.ts';
import { DomainError, notFound } from '../../../domain/errors.ts';
import type { BlobReference } from '../../parts-format.ts';
import type { RouteContext } from '../../context/context.ts';
import type { PushedManifest } from './manifest-reader.ts';
import { undefinedIfMissing } from '../../undefined-if-missing.ts';

interface Wanted {
  caller: KnownCaller;
  name: string;
  manifest: PushedManifest;
}

/** Concurrent look-ups of an index's children. */
const atOnce = 8;

/**
 * Checks that the parts of a manifest are in its repository; parts that other registries serve or that the manifest
 * embeds may be absent. Returns the parts that must live as long as the manifest.
 * @throws DomainError `part_unknown`, `not_found`
 */
export async function requireComplete(context: RouteContext, wanted: Wanted): Promise<BlobReference[]> {
  const { caller, name, manifest } = wanted;
  await requireChildren(context, wanted);
  const parts = new Map(manifest.parts.map((part) => [part.digest, part]));
  if (parts.size === 0) return [];
  const missing = await context.parts.listMissing(caller, name, [...parts.keys()]);
  for (const digest of missing) {
    if (!manifest.exempt.has(digest)) {
      throw new DomainError('part_unknown', `the blob ${digest} is not in this repository`, { digest });
    }
    parts.delete(digest);
  }
  return [...parts.values()];
}

/** Checks that the children of an index, which are manifests, exist; for its publisher also a held one. */
async function requireChildren(context: RouteContext, { caller, name, manifest }: Wanted): Promise<void> {
  const children = manifest.manifests;
  for (let start = 0; start < children.length; start += atOnce) {
    await Promise.all(
      children.slice(start, start + atOnce).map(async (digest) => {
        const child =
          (await undefinedIfMissing(context.releases.get(caller, name, digest))) ??
          (await undefinedIfMissing(context.staging.releases.get(caller, name, digest)));
        if (!child) throw notFound(`manifest ${digest}`);
      }),
    );
  }
}
