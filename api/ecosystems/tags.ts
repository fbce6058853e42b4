import { DomainError, notFound } from '../../domain/errors.ts';
import { isReadable } from '../../domain/release.ts';
import { comparableText, isStorableText } from '../../domain/storable-text.ts';
import type { PackageTags } from '../../ecosystems/package-tags.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { unchanged } from '../../store/postgres/packages/catalog.ts';
import { findRelease } from '../../store/postgres/releases/releases.ts';
import { deleteTag, setTag } from '../../store/postgres/packages/tags.ts';
import { performerOf } from '../identity/origin.ts';
import type { EcosystemScope } from './scope.ts';

/** Bounds one answer; who wants more asks for the next page. */
const maxTags = 10_000;

/** Movable names of releases, bound to one ecosystem. */
export function createTags(scope: EcosystemScope): PackageTags {
  const { deps, ecosystem } = scope;
  return {
    async list(request, actor, name, page = {}) {
      await scope.assertMount(request, actor);
      const limit = Math.min(page.limit ?? maxTags, maxTags);
      const key = { nameKey: scope.nameKey(name), after: comparableText(page.after ?? ''), limit: limit + 1 };
      const found = await deps.reads.tags({ ecosystem: ecosystem.id, ...key }, actor);
      await scope.assertMount(request, actor, found?.repositorySlug);
      if (!found) throw scope.hidden(actor, 'package');
      return { tags: found.tags.slice(0, limit), hasMore: found.tags.length > limit };
    },

    async find(request, actor, name, tag) {
      await scope.assertMount(request, actor);
      if (!isStorableText(tag)) return undefined;
      const key = { ecosystem: ecosystem.id, nameKey: scope.nameKey(name), tag };
      const found = await deps.reads.taggedVersion(key, actor);
      await scope.assertMount(request, actor, found?.repositorySlug);
      return found?.version;
    },

    async set(request, actor, name, tag, version) {
      const { pkg, user } = await scope.getWritablePackage(request, actor, name, 'publish');
      if (!isStorableText(tag)) throw new DomainError('validation_failed', 'the tag can not be stored');
      const versionKey = scope.versionKey(version);
      const result = await deps.catalog.changePackage(pkg.id, async (tx) => {
        const release = await findRelease(tx, pkg.id, versionKey);
        if (!release || !isReadable(release)) throw notFound('version');
        if (!(await setTag(tx, release, tag))) return unchanged;
        return writeAudit(tx, {
          action: 'tag_set',
          performer: performerOf(request, user),
          targetOrgId: pkg.ownerOrgId,
          targetPackageId: pkg.id,
          targetReleaseId: release.id,
          metadata: { ecosystem: ecosystem.id, name: pkg.name, tag, version: release.version },
        });
      });
      if (result !== unchanged) await scope.afterChange(request, pkg);
    },

    async remove(request, actor, name, tag) {
      const { pkg, user } = await scope.getWritablePackage(request, actor, name, 'publish');
      await deps.catalog.changePackage(pkg.id, async (tx) => {
        const version = isStorableText(tag) ? await deleteTag(tx, pkg.id, tag) : null;
        if (version === null) throw notFound('tag');
        await writeAudit(tx, {
          action: 'tag_remove',
          performer: performerOf(request, user),
          targetOrgId: pkg.ownerOrgId,
          targetPackageId: pkg.id,
          metadata: { ecosystem: ecosystem.id, name: pkg.name, tag, version },
        });
      });
      await scope.afterChange(request, pkg);
    },
  };
}
