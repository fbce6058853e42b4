import type { Readable } from 'node:stream';
import { authorize } from '../../domain/authorize.ts';
import { as, type Caller } from '../../domain/caller.ts';
import { DomainError, invalidState } from '../../domain/errors.ts';
import { isInFlight, isReadable } from '../../domain/release.ts';
import type { FileFacts } from '../../domain/release-file.ts';
import type { Receipt, StagedUpload } from '../../ecosystems/context/publishing.ts';
import { listWaitingFiles, markSigned } from '../../store/postgres/releases/staged-files.ts';
import { findDraft } from '../../store/postgres/releases/drafts.ts';
import type { ReleaseTexts } from '../../store/postgres/releases/release-pages.ts';
import { getPackageToChange, getReleaseOf, type NamedVersion } from '../packages/find.ts';
import type { FoundRelease } from '../releases/get.ts';
import type { Platform } from '../platform.ts';
import { listLostAuthority } from './authority.ts';
import { createDraftRun } from './draft-run.ts';
import { createDrafts } from './drafts.ts';
import { partFacts, putPart, readReferring } from './draft-parts.ts';
import { openEmptyDraft } from './open-draft.ts';
import { receive } from './receive.ts';
import { refuseEarly } from './refuse-early.ts';
import { discard } from './uploads.ts';

export interface NewRelease extends ReleaseTexts {
  isPrerelease: boolean | undefined;
}

export interface SentArtifact {
  filename: string;
  kind: string | undefined;
  sha256: string | undefined;
  isSigned: boolean;
  signatureKeyId: string | null;
}

export interface Submitted extends FoundRelease {
  /** Null when the draft had been submitted before. */
  receipt: Receipt | null;
  artifactCount: number;
  scansStarted: number;
}

/**
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`, `version_exists`,
 * `invalid_version`, `policy_violation`
 */
export async function openDraft(
  platform: Platform,
  caller: Caller,
  { version, ...named }: NamedVersion,
  wanted: NewRelease,
): Promise<FoundRelease> {
  const { ecosystem, pkg, user } = await getPackageToChange(platform, caller, named, 'publish');
  const versionKey = ecosystem.versions.canonical(version);
  await refuseEarly(platform.pool, ecosystem, user, { nameKey: pkg.nameKey, versionKey, name: pkg.name });
  const known = as(caller, user);
  const { uploadId } = await openEmptyDraft(platform, ecosystem, known, { pkg, version, wanted });
  // the reconciler starts a draft whose start is lost
  await createDraftRun(platform, ecosystem)
    .wake(uploadId, user.username)
    .catch(() => undefined);
  const release = await getReleaseOf(platform, caller, { ecosystem, pkg }, version);
  return { ecosystem, pkg, release };
}

/**
 * Adds a file to a draft. Equal bytes under one name are one file.
 * @throws DomainError as {@link openDraft}, and `digest_conflict` for other bytes, `invalid_state` once it was
 * published, `too_large`, `validation_failed` for a name that is not allowed in the release and for another digest
 */
export async function putArtifact(
  platform: Platform,
  caller: Caller,
  { version, ...named }: NamedVersion,
  artifact: SentArtifact,
  body: Readable,
): Promise<{ isNew: boolean; filename: string; sha256: string; sizeBytes: number }> {
  const subject = await getPackageToChange(platform, caller, named, 'publish');
  const { ecosystem, pkg } = subject;
  const release = await getReleaseOf(platform, caller, subject, version);
  const draft = await findDraft(platform.pool, release.id);
  const isOpen = release.state === 'quarantine' && draft !== null;
  if (!isOpen || draft.isCommitted || draft.isDiscarded) {
    throw invalidState(`the release takes no more files: it is ${release.state}`);
  }
  const [lost] = await listLostAuthority(platform.pool, pkg, release);
  if (lost) throw invalidState(`the release is withdrawn: ${lost.why}`);
  const { parts } = ecosystem;
  const digest = parts?.digestOf(artifact.filename) ?? null;
  if (digest !== null) {
    const { filename } = factsFor(
      () => partFacts(artifact.filename, platform.config.parts.maxBytes),
      artifact,
    );
    return { filename, ...(await putPart(platform, caller, subject, { digest, body })) };
  }
  const silent = { name: pkg.name, version: release.version, metadata: {}, file: artifact.filename };
  const facts = factsFor(() => ecosystem.file(silent), artifact);
  const upload = await receive(
    platform.blobs,
    body,
    Math.min(facts.maxBytes, platform.config.limits.maxUploadBytes),
  );
  const referring = await unlessRefused(platform, upload, async () => {
    if (artifact.sha256 !== undefined && artifact.sha256.toLowerCase() !== upload.sha256) {
      throw invalidField('sha256', `the bytes have the SHA-256 ${upload.sha256}`);
    }
    if (parts === null) return undefined;
    const { reader } = parts;
    return readReferring(platform, caller, { ecosystem, reader, version: release.versionKey }, upload);
  });
  const declared = referring ? { ...silent, metadata: referring.metadata } : silent;
  const { outcome } = await createDrafts(platform, ecosystem).put(
    { caller, declared, upload },
    { keeps: true, ...(referring ? { referring } : {}) },
  );
  const { filename } = facts;
  if (artifact.isSigned)
    await markSigned(platform.pool, release.id, { filename, keyId: artifact.signatureKeyId });
  const { sha256, sizeBytes } = upload;
  return { isNew: outcome !== 'present', filename, sha256, sizeBytes };
}

/**
 * Submits a draft. Idempotent.
 * @throws DomainError as {@link openDraft}, `invalid_state` without files, and the reason of a refusal: the draft is
 * then removed
 */
export async function submitDraft(
  platform: Platform,
  caller: Caller,
  { version, ...named }: NamedVersion,
): Promise<Submitted> {
  const subject = await getPackageToChange(platform, caller, named, 'publish');
  const { ecosystem, pkg } = subject;
  const release = await getReleaseOf(platform, caller, subject, version);
  const draft = await findDraft(platform.pool, release.id);
  const isSubmitted = isReadable(release) || release.state === 'scanning' || draft?.isCommitted === true;
  if (isSubmitted && release.statusReason === null) {
    const artifactCount = release.artifacts.length;
    return { ecosystem, pkg, release, receipt: null, artifactCount, scansStarted: 0 };
  }
  if (release.state !== 'quarantine' || draft === null || isSubmitted) {
    throw invalidState(`the release can not be published: it is ${release.state}`);
  }
  const files = (await listWaitingFiles(platform.pool, release.id)).length;
  const receipt = await createDrafts(platform, ecosystem).commit(caller, pkg.name, release.version);
  const now = await getReleaseOf(platform, caller, subject, version);
  return { ecosystem, pkg, release: now, receipt, artifactCount: files, scansStarted: files };
}

/**
 * Discards an open draft with its files; its version is free again. Null for a release that is no longer a draft.
 * @throws DomainError as {@link openDraft}
 */
export async function discardDraft(
  platform: Platform,
  caller: Caller,
  { version, ...named }: NamedVersion,
): Promise<{ isPending: boolean } | null> {
  // a caller who may only delete may read the release to be deleted
  const subject = await getPackageToChange(platform, caller, named, ['publish', 'administer']);
  const release = await getReleaseOf(platform, caller, subject, version);
  return discardFound(platform, caller, { ...subject, release });
}

/** {@link discardDraft} of a release that the caller may know of. @throws as that */
export async function discardFound(
  platform: Platform,
  caller: Caller,
  { ecosystem, pkg, release }: FoundRelease,
): Promise<{ isPending: boolean } | null> {
  const draft = await findDraft(platform.pool, release.id);
  const isOpen = draft !== null && !draft.isCommitted && release.publishedAt === null;
  if (!isOpen || !isInFlight(release)) return null;
  authorize(caller.actor, 'publish', pkg);
  try {
    if (!draft.isDiscarded)
      await createDrafts(platform, ecosystem).discard(caller, pkg.name, release.version);
    return { isPending: draft.isDiscarded };
  } catch (error) {
    // the removal is recorded: the reconciler completes it
    if (error instanceof DomainError && error.code === 'not_ready') return { isPending: true };
    throw error;
  }
}

/** Discards refused staged bytes at once. */
async function unlessRefused<T>(
  platform: Pick<Platform, 'pool' | 'blobs'>,
  { uploadId }: StagedUpload,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await discard(platform, uploadId);
    throw error;
  }
}

/** @throws DomainError `validation_failed` */
function factsFor(read: () => FileFacts, { filename, kind }: SentArtifact): FileFacts {
  const facts = readOrRefuse(read);
  if (facts.filename !== filename) {
    throw invalidField('filename', `the file of this release is called ${facts.filename}`);
  }
  if (kind !== undefined && kind !== facts.kind && kind !== wordOf(facts.kind)) {
    throw invalidField('kind', `${filename} is a file of the kind ${wordOf(facts.kind)}`);
  }
  return facts;
}

function readOrRefuse(read: () => FileFacts): FileFacts {
  try {
    return read();
  } catch (error) {
    if (error instanceof DomainError && error.code === 'bad_request') {
      throw invalidField('filename', error.detail);
    }
    throw error;
  }
}

/** Words of the management API that replace those of a protocol. */
const words: Readonly<Record<string, string>> = {
  tgz: 'tarball',
  manifest: 'oci_manifest',
  part: 'oci_layer',
};

export function wordOf(kind: string): string {
  return words[kind] ?? kind;
}

function invalidField(path: string, message: string): DomainError {
  return new DomainError('validation_failed', message, { errors: [{ path, code: 'invalid', message }] });
}
