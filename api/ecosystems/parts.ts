import type { Actor } from '../../domain/actor.ts';
import { DomainError, notFound } from '../../domain/errors.ts';
import type { ClaimPolicy } from '../../domain/namespace.ts';
import type { Ecosystem } from '../../ecosystems/ecosystem.ts';
import type { PackageParts, StoredPart } from '../../ecosystems/package-parts.ts';
import {
  hasPartOf,
  type LinkedPart,
  linkPart,
  listNamesWithPart,
  listUsableParts,
  touchBlob,
  unlinkPart,
} from '../../store/postgres/parts/package-parts.ts';
import { type AssertMount, createRequireWriter } from './parts-access.ts';
import { parseDigest } from './parts-digest.ts';
import { isAtHand, isPublicPart, isShown, type PartReads } from './parts-reads.ts';
import { createPartUploads, type PartUploadDeps } from './parts-upload.ts';
import type { SendArtifact } from './send-artifact.ts';

export interface PartsDeps extends PartUploadDeps {
  namespaceClaims: ClaimPolicy;
  reads: { parts: PartReads };
  sendArtifact: SendArtifact;
}

/** What of `EcosystemScope` is needed here. */
export interface PartsScope {
  assertMount: AssertMount;
  hidden(actor: Actor, what: string): DomainError;
}

/** Names looked at for a part that may come from anywhere. */
const maxSources = 50;
/** Bytes under their digest never change. */
const always = new Date(0);

/** Files that are uploaded on their own, bound to one ecosystem. */
export function createParts(
  deps: PartsDeps,
  ecosystem: Ecosystem,
  { assertMount, hidden }: PartsScope,
): PackageParts {
  const { pool, reads } = deps;
  const requireWriter = createRequireWriter(deps, ecosystem, assertMount);

  async function findReadable(actor: Actor, nameKey: string, digest: string): Promise<LinkedPart | null> {
    const part = await reads.parts.find({ ecosystem: ecosystem.id, nameKey, digest });
    return part && (isShown(part, actor) || isAtHand(part, actor)) ? part : null;
  }

  async function getReadable(
    ...[caller, name, digest]: Parameters<PackageParts['get']>
  ): Promise<LinkedPart> {
    const nameKey = canonicalOrNull(ecosystem, name);
    await assertMount(caller);
    const part = nameKey === null ? null : await findReadable(caller.actor, nameKey, digest);
    if (!part) throw hidden(caller.actor, 'part');
    await assertMount(caller, part.package?.repositorySlug);
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
    ...createPartUploads(deps, ecosystem, requireWriter),

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

    async get(caller, name, digest) {
      return stored(await getReadable(caller, name, digest), digest);
    },

    async listMissing(caller, name, digests) {
      if (digests.length === 0) return [];
      const { user, nameKey, pkg } = await requireWriter(caller, name);
      const packageId = pkg?.id ?? null;
      const known = { ecosystem: ecosystem.id, nameKey, packageId, userId: user.userId };
      const usable = await listUsableParts(pool, known, digests);
      return digests.filter((digest) => !usable.has(digest));
    },

    async send(caller, reply, name, digest) {
      const part = await getReadable(caller, name, digest);
      const file = {
        sha256: part.sha256,
        sizeBytes: part.sizeBytes,
        contentType: 'application/octet-stream',
        filename: parseDigest(digest).hex,
        uploadedAt: always,
      };
      return deps.sendArtifact(reply, file, isPublicPart(part), { etag: digest });
    },

    async hasAny(caller, name) {
      await assertMount(caller);
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

/** A name that can't exist has no parts. */
function canonicalOrNull(ecosystem: Ecosystem, name: string): string | null {
  try {
    return ecosystem.names.canonical(name);
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}
