import { validate as isUuid } from 'uuid';
import { requireUser } from '../../domain/actor.ts';
import { may } from '../../domain/authorize.ts';
import type { Caller } from '../../domain/caller.ts';
import { forbidden, invalidState, notFound } from '../../domain/errors.ts';
import type { FindingKind, Severity } from '../../domain/findings.ts';
import { everything, type Placed, type Window } from '../../domain/paging.ts';
import { isInFlight } from '../../domain/release.ts';
import type { PackageRow } from '../../store/postgres/packages/packages.ts';
import type { Queryable } from '../../store/postgres/pool.ts';
import {
  type DecisionSubject,
  type FileEnding,
  findFileEnding,
} from '../../store/postgres/releases/decisions.ts';
import { findFileSet } from '../../store/postgres/releases/file-sets.ts';
import { listFilesToReview, type StoredFinding } from '../../store/postgres/releases/files-to-review.ts';
import type { ReleaseRow } from '../../store/postgres/releases/releases.ts';
import {
  findHeldFile as findHeldFileOf,
  listHeldFilesOf,
  type WaitingFile,
} from '../../store/postgres/releases/staged-files.ts';
import { getPackage, getReleaseOf, type NamedVersion } from '../packages/find.ts';
import type { Platform } from '../platform.ts';
import { waitingFindings } from './accept-findings.ts';
import { type Approvals, approvalsOf } from './approvals.ts';
import { describeLost, type FoundRelease } from './get.ts';

export interface ReviewFinding {
  /**
   * The id by which an approval accepts the finding of a file that waits separately; null for a file that waits with
   * its release.
   */
  id: string | null;
  kind: FindingKind;
  severity: Severity;
  title: string;
  description: string;
  /** A path inside the file. */
  path: string | null;
  line: number | null;
}

export interface ReviewedFile {
  filename: string;
  kind: string;
  sizeBytes: number;
  sha256: string;
  /** The uploader's username; null when the account no longer exists. */
  broughtBy: string | null;
  cameAt: Date;
  /** Open findings of the file. */
  findings: readonly ReviewFinding[];
}

/** The current files that one decision is about. */
export interface Review {
  /** The upload id of a file that waits separately; null for a release. */
  id: string | null;
  status: 'held' | 'published' | 'rejected';
  /** Why the release or file waits, or was rejected. */
  reason: string | null;
  files: readonly ReviewedFile[];
  /** Open findings outside of these files: in the name, or in separately uploaded parts. */
  otherFindings: readonly ReviewFinding[];
  filesDigest: string;
  /** Null when one person is sufficient. */
  approvals: Approvals | null;
  /**
   * The authority that uploaders of the release have lost: an approval must acknowledge it. A joining file is refused
   * then.
   */
  lostAuthority: readonly string[];
}

/**
 * Returns the subject of a decision about a held release.
 * @throws DomainError `unauthenticated`, `not_found`, `forbidden`, `invalid_state` for a release that is not held
 */
export async function reviewRelease(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  named: NamedVersion,
): Promise<Review> {
  const { pkg, release } = await findOverseen(platform, caller, named);
  if (!isInFlight(release)) throw invalidState(`the release is not held: it is ${release.state}`);
  const subject = { releaseId: release.id };
  const review = await reviewOf(platform.pool, caller, { pkg, subject }, release.statusReason);
  return { ...review, lostAuthority: await describeLost(platform.pool, { pkg, release }) };
}

/**
 * Files that wait separately to join a visible release, by name.
 * @throws DomainError `unauthenticated`, `not_found`, `forbidden`
 */
export async function listFileReviews(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  named: NamedVersion,
  window: Window = everything,
): Promise<readonly (Review & Placed)[]> {
  const { pkg, release } = await findOverseen(platform, caller, named);
  const releaseId = release.id;
  const reviews: (Review & Placed)[] = [];
  for (const { uploadId, heldFor, position } of await listHeldFilesOf(platform.pool, releaseId, window)) {
    const review = await reviewOf(platform.pool, caller, { pkg, subject: { releaseId, uploadId } }, heldFor);
    reviews.push({ ...review, position });
  }
  return reviews;
}

/** One of {@link listFileReviews}. @throws as {@link listFileReviews} */
export async function reviewFile(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  { id, ...named }: NamedVersion & { id: string },
): Promise<Review> {
  const { pkg, release } = await findOverseen(platform, caller, named);
  const subject = { releaseId: release.id, uploadId: id };
  const ending = isUuid(id) ? await findFileEnding(platform.pool, subject) : null;
  if (ending) return endingOf(id, ending, release);
  const { heldFor } = await findHeldFile(platform.pool, release.id, id);
  return reviewOf(platform.pool, caller, { pkg, subject }, heldFor);
}

/** The decision and its files; for joined files, with their facts in the release. */
function endingOf(id: string, { kind, reason, files, filesDigest }: FileEnding, release: ReleaseRow): Review {
  const joined = release.artifacts.filter((artifact) =>
    files.some(({ filename, sha256 }) => filename === artifact.filename && sha256 === artifact.sha256),
  );
  return {
    id,
    status: kind === 'reject' ? 'rejected' : 'published',
    reason,
    files: joined.map(({ filename, kind: fileKind, sizeBytes, sha256, uploadedAt }) => ({
      filename,
      kind: fileKind,
      sizeBytes,
      sha256,
      broughtBy: null,
      cameAt: uploadedAt,
      findings: [],
    })),
    otherFindings: [],
    filesDigest,
    approvals: null,
    lostAuthority: [],
  };
}

/** @throws DomainError `not_found` */
export async function findHeldFile(db: Queryable, releaseId: string, id: string): Promise<WaitingFile> {
  const file = isUuid(id) ? await findHeldFileOf(db, { releaseId, uploadId: id }) : null;
  if (!file) throw notFound('held file');
  return file;
}

async function findOverseen(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  { version, ...named }: NamedVersion,
): Promise<FoundRelease> {
  const subject = await getPackage(platform, caller, named);
  const release = await getReleaseOf(platform, caller, subject, version);
  if (may(requireUser(caller.actor), 'oversee', subject.pkg)) return { ...subject, release };
  throw forbidden(`you do not look after ${subject.pkg.name}`);
}

async function reviewOf(
  db: Queryable,
  caller: Caller,
  { pkg, subject }: { pkg: PackageRow; subject: DecisionSubject },
  heldFor: string | null,
): Promise<Review> {
  const { files, findings } = await listFilesToReview(db, subject);
  const { digest: filesDigest } = await findFileSet(db, subject);
  const names = new Set(files.map(({ filename }) => filename));
  const found = findings.map((finding) => ({ of: finding.artifactFilename, finding: present(finding) }));
  return {
    id: subject.uploadId ?? null,
    status: 'held',
    reason: heldFor,
    files: files.map(({ findings: waiting, ...file }) => ({
      ...file,
      findings: [
        ...waitingFindings({ filename: file.filename, findings: waiting }).map(
          ({ file: path, id, ...finding }) => ({
            ...finding,
            id: subject.uploadId === undefined ? null : id,
            path,
          }),
        ),
        ...found.filter(({ of }) => of === file.filename).map(({ finding }) => finding),
      ],
    })),
    otherFindings: found.filter(({ of }) => of === null || !names.has(of)).map(({ finding }) => finding),
    filesDigest,
    approvals: await approvalsOf(db, caller, { pkg, subject, filesDigest }),
    lostAuthority: [],
  };
}

function present({ id, kind, severity, title, description, file: path, line }: StoredFinding): ReviewFinding {
  return { id, kind, severity, title, description, path, line };
}
