import { DomainError, notFound } from '../../domain/errors.ts';
import type { Format } from '../../ecosystems/format.ts';
import type { PackageParts, PartUpload } from '../../ecosystems/context/parts.ts';
import { requireScope } from '../../domain/actor.ts';
import { piecesKey } from '../../store/blobs/blobs.ts';
import {
  type BlobUploadRow,
  deleteBlobUpload,
  findBlobUpload,
  insertBlobUpload,
} from '../../store/postgres/parts/part-uploads.ts';
import { newId } from '../../store/postgres/ids.ts';
import { linkPart } from '../../store/postgres/parts/package-parts.ts';
import { keepPlaced, placedBefore } from './place-blobs.ts';
import type { RequireWriter } from './parts-access.ts';
import { createLiveHashes, hashAll, parseDigest, type PartDigests } from './parts-digest.ts';
import { waitFor } from './parts-patience.ts';
import { becomeWriter } from './parts-writer.ts';
import type { Configured, Platform } from '../platform.ts';

type Uploads = Pick<PackageParts, 'start' | 'find' | 'append' | 'finish' | 'cancel'>;

/** Chunked uploads. Their state is in the database and the store, so that any replica can continue them. */
export function createPartUploads(
  { pool, blobs, config, log }: Pick<Platform, 'pool' | 'blobs' | 'log'> & Configured<'parts'>,
  ecosystem: Format,
  requireWriter: RequireWriter,
): Uploads {
  const hashes = createLiveHashes();

  const seal = (upload: BlobUploadRow): Promise<string> =>
    blobs.seal(piecesKey(upload.id), upload.state ?? { sizeBytes: 0 });

  /** Returns digests from the hashes of the received pieces, else from the whole file, which is then sealed. */
  async function digestsOf(
    upload: BlobUploadRow,
    algorithm: 'sha256' | 'sha512',
  ): Promise<PartDigests & { whole?: string }> {
    const live = hashes.take(upload.id, upload.receivedBytes, algorithm);
    if (live) hashes.keep(upload.id, upload.receivedBytes, live);
    const known = live?.digests();
    if (known?.[algorithm] !== undefined) return known;
    const whole = await seal(upload);
    return { ...(await hashAll(await blobs.read(whole), algorithm)), whole };
  }

  /** Stores the bytes at their address before they become readable; the collector can't remove them meanwhile. */
  async function store(
    upload: BlobUploadRow,
    whole: string,
    part: { nameKey: string; digest: string; sha256: string; uploadedBy: string },
  ): Promise<void> {
    const { sha256 } = part;
    const sizeBytes = upload.receivedBytes;
    await placedBefore({ pool, blobs }, [{ sha256, sizeBytes, from: whole }], (placed) =>
      pool.transaction(async (tx) => {
        await keepPlaced(tx, placed);
        await linkPart(tx, { ...part, ecosystem: ecosystem.id, sizeBytes });
        await deleteBlobUpload(tx, upload.id);
      }),
    );
  }

  return {
    async start(caller, name, algorithm = 'sha256') {
      const { user, nameKey } = await requireWriter(caller, name);
      const id = newId();
      await insertBlobUpload(pool, {
        id,
        ecosystem: ecosystem.id,
        nameKey,
        uploadedBy: user.userId,
        algorithm,
      });
      return { id, nameKey, algorithm, receivedBytes: 0 };
    },

    async find({ actor }, name, id) {
      const { userId } = requireScope(actor, 'packages:write');
      const nameKey = ecosystem.names.canonical(name);
      const upload = await findBlobUpload(pool, { id, ecosystem: ecosystem.id, nameKey, uploadedBy: userId });
      if (!upload) throw notFound('the upload');
      return present(upload);
    },

    async append(asked, body, { from, maxBytes }) {
      await using writer = await becomeWriter(pool, asked.id);
      const { upload } = writer;
      const begin = upload.receivedBytes;
      if (from !== undefined && from !== begin) throw elsewhere(begin);
      const limit = Math.min(maxBytes, config.parts.maxBytes);
      const hash = hashes.take(upload.id, begin, upload.algorithm);
      using patience = waitFor(body);
      let sizeBytes = begin;
      const { state, cutOff } = await blobs.append(piecesKey(upload.id), upload.state ?? undefined, body, {
        onChunk(chunk) {
          writer.assertHeld();
          patience.heard();
          sizeBytes += chunk.length;
          if (sizeBytes > limit)
            throw new DomainError('too_large', `the upload is larger than ${limit} bytes`);
          hash?.update(chunk);
        },
        onSaved: (saved) => writer.save(saved),
      });
      await writer.leave(state);
      if (hash && state.sizeBytes === sizeBytes) hashes.keep(upload.id, sizeBytes, hash);
      if (cutOff) {
        const meta = { receivedBytes: state.sizeBytes };
        throw new DomainError('bad_request', 'the upload broke off', meta, cutOff);
      }
      return { ...present(upload), receivedBytes: state.sizeBytes };
    },

    async finish(caller, asked, digest) {
      const wanted = parseDigest(digest);
      const { user, nameKey } = await requireWriter(caller, asked.nameKey);
      await using writer = await becomeWriter(pool, asked.id);
      const { upload } = writer;
      const found = await digestsOf(upload, wanted.algorithm);
      writer.assertHeld();
      if (found[wanted.algorithm] !== wanted.hex) {
        await remove(upload);
        throw new DomainError('digest_mismatch', 'the bytes received have another digest');
      }
      const { sha256, whole = await seal(upload) } = found;
      await store(upload, whole, { nameKey, digest, sha256, uploadedBy: user.userId });
      writer.end();
      // after a failure the collector removes the pieces
      await blobs.drop(piecesKey(upload.id), upload.state ?? undefined).catch((error: unknown) => {
        log.warn({ err: error, uploadId: upload.id }, 'pieces of a finished upload not removed');
      });
      return { digest, sha256, sizeBytes: upload.receivedBytes };
    },

    async cancel({ id }) {
      await using writer = await becomeWriter(pool, id);
      await remove(writer.upload);
    },
  };

  /** Deletes the row last: as long as it exists, the collector can find the remaining pieces. */
  async function remove(upload: BlobUploadRow): Promise<void> {
    await blobs.drop(piecesKey(upload.id), upload.state ?? undefined);
    await deleteBlobUpload(pool, upload.id);
  }
}

function present({ id, nameKey, algorithm, receivedBytes }: BlobUploadRow): PartUpload {
  return { id, nameKey, algorithm, receivedBytes };
}

function elsewhere(receivedBytes: number): DomainError {
  return new DomainError('range_mismatch', `the upload stands at byte ${receivedBytes}`, { receivedBytes });
}
