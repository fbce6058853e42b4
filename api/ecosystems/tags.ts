import { performedBy } from '../../domain/caller.ts';
import { DomainError, notFound } from '../../domain/errors.ts';
import { isReadable } from '../../domain/release.ts';
import { comparableText, isStorableText } from '../../domain/storable-text.ts';
import type { PackageTags } from '../../ecosystems/context/tags.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { unchanged } from '../../store/postgres/packages/catalog.ts';
import { findRelease } from '../../store/postgres/releases/releases.ts';
import { deleteTag, setTag } from '../../store/postgres/packages/tags.ts';
import type { EcosystemScope } from './scope.ts';

/** Bounds one answer; who wants more asks for the next page. */
const maxTags = 10_000;

/** Movable names of releases, bound to one ecosystem. */
export function createTags(scope: EcosystemScope): PackageTags {
  const { deps, ecosystem } = scope;
  return {
    async list(caller, name, page = {}) {
      await scope.assertMount(caller);
      const limit = Math.min(page.limit ?? maxTags, maxTags);
      const key = { nameKey: scope.nameKey(name), after: comparableText(page.after ?? ''), limit: limit + 1 };
      const found = await deps.reads.tags({ ecosystem: ecosystem.id, ...key }, caller.actor);
      await scope.assertMount(caller, found?.repositorySlug);
      if (!found) throw scope.hidden(caller.actor, 'package');
      return { tags: found.tags.slice(0, limit), hasMore: found.tags.length > limit };
    },

    async find(caller, name, tag) {
      await scope.assertMount(caller);
      if (!isStorableText(tag)) return undefined;
      const key = { ecosystem: ecosystem.id, nameKey: scope.nameKey(name), tag };
      const found = await deps.reads.taggedVersion(key, caller.actor);
      await scope.assertMount(caller, found?.repositorySlug);
      return found?.version;
    },

    async set(caller, name, tag, version) {
      const { pkg } = await scope.getWritablePackage(caller, name, 'publish');
      if (!isStorableText(tag)) throw new DomainError('validation_failed', 'the tag can not be stored');
      const versionKey = scope.versionKey(version);
      const result = await deps.catalog.changePackage(pkg.id, async (tx) => {
        const release = await findRelease(tx, pkg.id, versionKey);
        if (!release || !isReadable(release)) throw notFound('version');
        if (!(await setTag(tx, release, tag))) return unchanged;
        return writeAudit(tx, {
          action: 'tag_set',
          performer: performedBy(caller),
          targetOrgId: pkg.ownerOrgId,
          targetPackageId: pkg.id,
          targetReleaseId: release.id,
          metadata: { ecosystem: ecosystem.id, name: pkg.name, tag, version: release.version },
        });
      });
      if (result !== unchanged) await scope.afterChange(pkg);
    },

    async remove(caller, name, tag) {
      const { pkg } = await scope.getWritablePackage(caller, name, 'publish');
      await deps.catalog.changePackage(pkg.id, async (tx) => {
        const version = isStorableText(tag) ? await deleteTag(tx, pkg.id, tag) : null;
        if (version === null) throw notFound('tag');
        await writeAudit(tx, {
          action: 'tag_remove',
          performer: performedBy(caller),
          targetOrgId: pkg.ownerOrgId,
          targetPackageId: pkg.id,
          metadata: { ecosystem: ecosystem.id, name: pkg.name, tag, version },
        });
      });
      await scope.afterChange(pkg);
    },
  };
}
