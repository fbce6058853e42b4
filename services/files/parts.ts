import { answerLimits } from '../../domain/limits/answers.ts';
import { hostedPackage } from '../../domain/package-address.ts';
import type { Actor } from '../../domain/actor.ts';
import type { Caller } from '../../domain/caller.ts';
import { DomainError, notFound } from '../../domain/errors.ts';
import type { Format } from '../../ecosystems/format.ts';
import type { PackageParts, StoredPart } from '../../ecosystems/context/parts.ts';
import {
  hasPartOf,
  type LinkedPart,
  linkPart,
  listNamesWithPart,
  listUsableParts,
  touchBlob,
  unlinkPart,
} from '../../store/postgres/parts/package-parts.ts';
import { createRequireWriter } from './parts-access.ts';
import { isAtHand, isShown } from './parts-reads.ts';
import type { Configured, Platform } from '../platform.ts';
import type { Reads } from './reads.ts';
import { assertMount } from '../packages/mount.ts';
import { createPartUploads } from './parts-upload.ts';

/** The most names that are checked for a part under any name. */
const maxSources = answerLimits['part sources'].count;

/** All operations on parts except `send`, with their dependencies. */
export type Parts = Omit<PackageParts, 'send'> & {
  /** A part that the caller may read; it need not be public. @throws DomainError `not_found` */
  getLinked(caller: Caller, name: string, digest: string): Promise<LinkedPart>;
};

/** Files that are uploaded separately, bound to one ecosystem. */
export function createParts(
  platform: Pick<Platform, 'pool' | 'blobs' | 'log'> &
    Configured<'publish' | 'parts'> & { reads: Pick<Reads, 'parts'> },
  ecosystem: Format,
): Parts {
  const { pool, reads } = platform;
  const requireWriter = createRequireWriter(platform, ecosystem);

  async function findReadable(actor: Actor, nameKey: string, digest: string): Promise<LinkedPart | null> {
    const part = await reads.parts.find({ ...hostedPackage(ecosystem.id, nameKey), digest });
    return part && (isShown(part, actor) || isAtHand(part, actor)) ? part : null;
  }

  async function getLinked(...[caller, name, digest]: Parameters<PackageParts['get']>): Promise<LinkedPart> {
    const nameKey = canonicalOrNull(ecosystem, name);
    await assertMount(platform, caller);
    const part = nameKey === null ? null : await findReadable(caller.actor, nameKey, digest);
    if (!part) throw notFound('part');
    await assertMount(platform, caller, part.package?.repositorySlug);
    return part;
  }

  async function findSource(
    actor: Actor,
    userId: string,
    from: string | null,
    digest: string,
  ): Promise<LinkedPart | null> {
    const only = from === null ? null : canonicalOrNull(ecosystem, from);
    if (from !== null) return only === null ? null : findReadable(actor, only, digest);
    const part = { ecosystem: ecosystem.id, digest, userId };
    for (const nameKey of await listNamesWithPart(pool, part, maxSources)) {
      const found = await findReadable(actor, nameKey, digest);
      if (found) return found;
    }
    return null;
  }

  return {
    ...createPartUploads(platform, ecosystem, requireWriter),

    async mount(caller, name, from, digest) {
      const { user, nameKey } = await requireWriter(caller, name);
      const source = await findSource(caller.actor, user.userId, from, digest);
      if (!source) return undefined;
      const { sha256 } = source;
      return pool.transaction(async (tx) => {
        const sizeBytes = await touchBlob(tx, sha256);
        if (sizeBytes === null) return undefined;
        const part = { ecosystem: ecosystem.id, nameKey, digest, sha256, sizeBytes };
        await linkPart(tx, { ...part, uploadedBy: user.userId });
        return { digest, sha256, sizeBytes };
      });
    },

    getLinked,

    async get(caller, name, digest) {
      return stored(await getLinked(caller, name, digest), digest);
    },

    async listMissing(caller, name, digests) {
      if (digests.length === 0) return [];
      const { user, nameKey, pkg } = await requireWriter(caller, name);
      const packageId = pkg?.id ?? null;
      const known = { ecosystem: ecosystem.id, nameKey, packageId, userId: user.userId };
      const usable = await listUsableParts(pool, known, digests);
      return digests.filter((digest) => !usable.has(digest));
    },

    async hasAny(caller, name) {
      await assertMount(platform, caller);
      const { actor } = caller;
      const nameKey = canonicalOrNull(ecosystem, name);
      if (nameKey === null || actor.kind !== 'user') return false;
      return hasPartOf(pool, { ecosystem: ecosystem.id, nameKey, uploadedBy: actor.userId });
    },

    async unlink(caller, name, digest) {
      const { user, nameKey, pkg } = await requireWriter(caller, name);
      const part = await findReadable(caller.actor, nameKey, digest);
      if (!part) throw notFound('part');
      const key = { ecosystem: ecosystem.id, nameKey, digest };
      const broughtBy = pkg ? null : user.userId;
      const gone = await unlinkPart(pool, { ...key, packageId: pkg?.id ?? null, broughtBy });
      if (gone === 0) throw new DomainError('invalid_state', 'a release refers to this part');
    },
  };
}

function stored({ sha256, sizeBytes }: LinkedPart, digest: string): StoredPart {
  return { digest, sha256, sizeBytes };
}

/** The canonical name; null for an invalid name, which has no parts. */
function canonicalOrNull(ecosystem: Format, name: string): string | null {
  try {
    return ecosystem.names.canonical(name);
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}
