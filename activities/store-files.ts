import { createDigestBuilder, type Digests } from '../domain/digest.ts';
import type { EcosystemId } from '../domain/ecosystem-id.ts';
import { DomainError } from '../domain/errors.ts';
import { isInFlight, type Release } from '../domain/release.ts';
import type { FileFacts } from '../domain/release-file.ts';
import type { Formats } from '../ecosystems/format.ts';
import { type BlobToPlace, keepPlaced, placedBefore } from '../services/files/place-blobs.ts';
import { submitRelease } from '../services/releases/submit.ts';
import { stagingKey } from '../store/blobs/blobs.ts';
import type { Transaction } from '../store/postgres/pool.ts';
import { insertArtifact } from '../store/postgres/releases/artifacts.ts';
import { insertBringer } from '../store/postgres/releases/bringers.ts';
import { saveStanding } from '../store/postgres/releases/file-attestations.ts';
import {
  listStagedExtracts,
  readStagedExtract,
  type WaitingExtract,
} from '../store/postgres/releases/staged-extracts.ts';
import { listWaitingFiles, type WaitingFile } from '../store/postgres/releases/staged-files.ts';
import { bringerOf, deleteUpload, findUpload, type UploadRow } from '../store/postgres/releases/uploads.ts';
import type { PublishDeps, ReleaseRef } from './publish-deps.ts';
import { findReleaseOfWorkflow } from './workflow-release.ts';

type StoreDeps = Pick<PublishDeps, 'pool' | 'blobs' | 'ecosystems' | 'carrier'>;

/**
 * Brings the staged bytes of the release's files to their content addresses and hands the release to the scanner.
 * @throws DomainError `invalid_state`
 */
export async function storeFiles(deps: StoreDeps, ref: ReleaseRef): Promise<void> {
  const { pool, blobs, ecosystems, carrier } = deps;
  const upload = await findUpload(pool, ref.uploadId);
  if (!upload) throw new DomainError('invalid_state', 'the upload has expired: publish again');
  const isDraft = isDraftUpload(upload);
  const files: readonly UploadRow[] = isDraft ? await listWaitingFiles(pool, ref.releaseId) : [upload];
  await placedBefore(deps, files.map(toPlace), (placed) =>
    pool.transaction(async (tx) => {
      const release = await findReleaseOfWorkflow(tx, ref, carrier());
      if (!release || release.publishedAt !== null || !isInFlight(release)) throw withdrawn();
      await keepPlaced(tx, placed);
      for (const file of files) {
        await insertFile(tx, ecosystems, { file, releaseId: ref.releaseId });
        if (isDraft) await deleteUpload(tx, file.id);
      }
      await submitRelease(tx, release, upload.actor);
    }),
  );
  for (const { id } of files) await blobs.delete(stagingKey(id));
}

const withdrawn = () => new DomainError('invalid_state', 'the release was withdrawn meanwhile');

/** Whether it stands for a release whose files come one by one: it has no bytes itself. */
export function isDraftUpload({ purpose }: UploadRow): boolean {
  return purpose?.kind === 'publish' && purpose.isDraft === true;
}

function toPlace({ id, sha256, sizeBytes }: UploadRow): BlobToPlace {
  return { sha256, sizeBytes, from: stagingKey(id) };
}

/** What the upload is in its release. */
export function factsOf(ecosystems: Formats, upload: UploadRow): FileFacts {
  const facts = ecosystems.get(upload.ecosystem as EcosystemId).file(upload.declared);
  // uploads of before did not declare which file they are, but what it was sent as
  if (upload.purpose?.kind !== 'attach' || upload.declared.file !== undefined) return facts;
  const { kind, filename, contentType } = upload.purpose.file;
  return { ...facts, kind, filename, contentType };
}

interface PlacedFile {
  file: UploadRow & Partial<Pick<WaitingFile, 'isSigned' | 'signatureKeyId'>>;
  releaseId: string;
  /** What was taken out of it before it joined; later ones the scan of its release brings. */
  extracts?: readonly DigestedExtract[];
}

export interface DigestedExtract extends WaitingExtract, Digests {}

/** With its bytes at their address. A retried step finds the rows there and changes nothing. */
export async function insertFile(
  tx: Transaction,
  ecosystems: Formats,
  { file, releaseId, extracts = [] }: PlacedFile,
): Promise<void> {
  const { format, kind, filename, contentType } = factsOf(ecosystems, file);
  const uploadedBy = file.actor.userId;
  await insertArtifact(tx, { ...file, releaseId, format, kind, filename, contentType, uploadedBy });
  await insertBringer(tx, releaseId, bringerOf(file));
  if (file.standing) await saveStanding(tx, releaseId, filename, file.standing);
  for (const extract of extracts) {
    await insertArtifact(tx, { ...extract, releaseId, extractedFrom: filename });
  }
}

/** A checked file that joins a release, with what was taken out of it. */
export interface JoiningFile {
  upload: UploadRow;
  extracts: readonly DigestedExtract[];
}

/** Of what was taken out of the file there is one in memory at a time, however many wait. */
export async function loadJoining(
  pool: PublishDeps['pool'],
  upload: UploadRow | null,
): Promise<JoiningFile | null> {
  if (!upload) return null;
  const extracts: DigestedExtract[] = [];
  for (const extract of await listStagedExtracts(pool, upload.id)) {
    const body = await readStagedExtract(pool, upload.id, extract.filename);
    extracts.push({ ...extract, ...digestsOf(body) });
  }
  return { upload, extracts };
}

/** The bytes of a file that joins, and of its extracts, which are read when their turn comes. */
export function bytesOf(pool: PublishDeps['pool'], { upload, extracts }: JoiningFile): BlobToPlace[] {
  const taken = extracts.map(({ filename, sha256, sizeBytes }) => ({
    sha256,
    sizeBytes,
    from: () => readStagedExtract(pool, upload.id, filename),
  }));
  return [toPlace(upload), ...taken];
}

export function digestsOf(body: Uint8Array): Digests {
  const builder = createDigestBuilder();
  builder.update(body);
  return builder.digest();
}

/** @throws DomainError `digest_conflict` when the name is taken by other bytes: published files never change */
export function hasFile(
  release: Release,
  { filename, sha256 }: { filename: string; sha256: string },
): boolean {
  const existing = release.artifacts.find((artifact) => artifact.filename === filename);
  if (existing === undefined) return false;
  if (existing.sha256 === sha256) return true;
  throw new DomainError('digest_conflict', `${filename} exists already with other content`);
}
