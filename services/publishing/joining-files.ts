import { type Digests, digestsOf } from '../../domain/digest.ts';
import { DomainError } from '../../domain/errors.ts';
import type { Release } from '../../domain/release.ts';
import type { BlobToPlace } from '../files/place-blobs.ts';
import { stagingKey } from '../../store/blobs/blobs.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import {
  listStagedExtracts,
  readStagedExtract,
  type WaitingExtract,
} from '../../store/postgres/releases/staged-extracts.ts';
import type { UploadRow } from '../../store/postgres/releases/uploads.ts';

export interface DigestedExtract extends WaitingExtract, Digests {}

/** A checked file that joins a release, with its extracts. */
export interface JoiningFile {
  upload: UploadRow;
  extracts: readonly DigestedExtract[];
}

/** Reads one extract at a time, so that memory stays bounded for any number of extracts. */
export async function loadJoining(pool: Pool, upload: UploadRow | null): Promise<JoiningFile | null> {
  if (!upload) return null;
  const extracts: DigestedExtract[] = [];
  for (const extract of await listStagedExtracts(pool, upload.id)) {
    const body = await readStagedExtract(pool, upload.id, extract.filename);
    extracts.push({ ...extract, ...digestsOf(body) });
  }
  return { upload, extracts };
}

/** The bytes of a joining file and of its extracts. An extract is only read when it is copied. */
export function bytesOf(pool: Pool, { upload, extracts }: JoiningFile): BlobToPlace[] {
  const taken = extracts.map(({ filename, sha256, sizeBytes }) => ({
    sha256,
    sizeBytes,
    from: () => readStagedExtract(pool, upload.id, filename),
  }));
  return [stagedBlob(upload), ...taken];
}

/**
 * Whether the release has the file.
 * @throws DomainError `digest_conflict` for a file of this name with other bytes: published files never change
 */
export function hasFile(
  release: Release,
  { filename, sha256 }: { filename: string; sha256: string },
): boolean {
  const existing = release.artifacts.find((artifact) => artifact.filename === filename);
  if (existing === undefined) return false;
  if (existing.sha256 === sha256) return true;
  throw new DomainError('digest_conflict', `${filename} exists already with other content`);
}

/** The staged bytes of an upload, to be placed at their content address. */
export function stagedBlob({ id, sha256, sizeBytes }: UploadRow): BlobToPlace {
  return { sha256, sizeBytes, from: stagingKey(id) };
}
