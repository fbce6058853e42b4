import type { Caller } from '../../domain/caller.ts';
import { may } from '../../domain/authorize.ts';
import { notFound } from '../../domain/errors.ts';
import type { FileBuild } from '../../domain/file-build.ts';
import { type FileProof, proofOf } from '../../domain/file-proof.ts';
import { inWindow, type Placed, type Window } from '../../domain/paging.ts';
import { type Artifact, isInFlight, isReadable, uploading } from '../../domain/release.ts';
import type { Voucher } from '../../domain/file-standing.ts';
import { listSignedFiles } from '../../store/postgres/releases/artifacts.ts';
import { listReleaseSummaries } from '../../store/postgres/releases/release-summaries.ts';
import { listOpenDrafts } from '../../store/postgres/releases/drafts.ts';
import {
  listReleaseLines,
  listVersionKeys,
  findReleaseTexts,
  type ReleaseLine,
  type ReleaseTexts,
} from '../../store/postgres/releases/release-pages.ts';
import { listFileBuilds, listVouchers } from '../../store/postgres/releases/file-attestations.ts';
import { type CountedBundle, listBundles, withBundles } from '../../store/postgres/releases/bundles.ts';
import { findRelease, type ReleaseRow } from '../../store/postgres/releases/releases.ts';
import { listWaitingFiles, type WaitingFile } from '../../store/postgres/releases/staged-files.ts';
import type { PackageRow } from '../../store/postgres/packages/packages.ts';
import {
  getPublished,
  type NamedVersion,
  getPackage,
  getReleaseOf,
  type Named,
  type Subject,
  versionKeyOf,
} from '../packages/find.ts';
import { type PackageRights, rightsOnPackage } from '../packages/rights.ts';
import { listLostAuthority } from '../publishing/authority.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import type { Platform } from '../platform.ts';
import { isPublic } from '../../domain/access.ts';

const noTexts: ReleaseTexts = { description: null, changelog: null, sourceRef: null, provenance: null };

export type { ReleaseLine, ReleaseTexts };

/** A line with the counts of the release; null before the counts exist. */
export type CountedLine = ReleaseLine & { bundle: CountedBundle | null };

interface ArtifactLine extends Omit<Artifact, 'metadata'> {
  proof: FileProof | null;
  /** The build in the file's attestation; null without one. */
  build: FileBuild | null;
  isSigned: boolean;
  signatureKeyId: string | null;
  /** The file waits, and becomes visible with its release. */
  isStaged: boolean;
}

/** A line of the list of versions. */
export type ListedRelease = CountedLine & Placed & { vouchers: readonly Voucher[] };

export type ListedArtifact = ArtifactLine & Placed;

/** A release with its package. */
export interface FoundRelease extends Subject {
  release: ReleaseRow;
}

/** With all that its page shows. */
export interface ReleasePage extends FoundRelease, Pick<PackageRights, 'mayPublish'> {
  texts: ReleaseTexts;
  /** Null before it was counted. */
  bundle: CountedBundle | null;
  /** For an invisible release: the authority that its uploaders have lost since, as texts. */
  lostAuthority: readonly string[];
}

export async function releasePageOf(
  { pool }: Pick<Platform, 'pool'>,
  { actor }: Caller,
  found: FoundRelease,
): Promise<ReleasePage> {
  const { id } = found.release;
  // a rejected release may have been removed together with its name
  const texts = (await findReleaseTexts(pool, id)) ?? noTexts;
  const [bundle = null] = await listBundles(pool, [id]);
  const [release = found.release] = await withReasons(pool, [found.release]);
  const { mayPublish } = rightsOnPackage(actor, found.pkg);
  return { ...found, release, texts, bundle, mayPublish, lostAuthority: await describeLost(pool, found) };
}

/** For an invisible release: the authority that its uploaders have lost since, as texts. */
export async function describeLost(
  pool: Pool,
  { pkg, release }: Pick<FoundRelease, 'pkg' | 'release'>,
): Promise<string[]> {
  if (!isInFlight(release) || release.publishedAt !== null) return [];
  return (await listLostAuthority(pool, pkg, release)).map(({ why }) => why);
}

/** Adds the reason why each release waits, as pages show it, also for drafts that still receive files. */
export async function withReasons<Line extends Pick<ReleaseLine, 'id' | 'state' | 'statusReason'>>(
  pool: Pool,
  lines: readonly Line[],
): Promise<Line[]> {
  const unexplained = lines.filter(
    ({ state, statusReason }) => state === 'quarantine' && statusReason === null,
  );
  const open = await listOpenDrafts(
    pool,
    unexplained.map(({ id }) => id),
  );
  return lines.map((line) => (open.has(line.id) ? { ...line, statusReason: uploading } : line));
}

/** For pages; held releases only for managers of the package. @throws DomainError `not_found` */
export async function getRelease(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  { version, ...named }: NamedVersion,
): Promise<FoundRelease> {
  const subject = await getPackage(platform, caller, named);
  return { ...subject, release: await getReleaseOf(platform, caller, subject, version) };
}

/**
 * Files of a release by name, with the signatures' statements about their sender; for an invisible release with its
 * waiting files. @throws DomainError `not_found`
 */
export async function listArtifacts(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  named: NamedVersion,
  window: Window,
): Promise<readonly ListedArtifact[]> {
  const { release } = await getRelease(platform, caller, named);
  const signed = new Map(
    (await listSignedFiles(platform.pool, release.id)).map((file) => [file.filename, file.signatureKeyId]),
  );
  const builds = await listFileBuilds(platform.pool, release.id);
  const stored = release.artifacts.map(({ metadata, ...artifact }): ArtifactLine => ({
    ...artifact,
    proof: proofOf(metadata),
    build: builds.get(artifact.filename) ?? null,
    isSigned: signed.has(artifact.filename),
    signatureKeyId: signed.get(artifact.filename) ?? null,
    isStaged: false,
  }));
  // `getRelease` shows an invisible release only to managers of its package
  const waiting = isReadable(release) ? [] : await listWaitingFiles(platform.pool, release.id);
  const lines = [...stored, ...waiting.map(waitingLine)];
  return inWindow(lines, ({ filename }) => filename, window);
}

/** Builds in the attestations of the files of a release. */
export async function listBuilds(
  { pool }: Pick<Platform, 'pool'>,
  { release }: { release: Pick<ReleaseRow, 'id'> },
): Promise<readonly FileBuild[]> {
  return [...(await listFileBuilds(pool, release.id)).values()];
}

function waitingLine(file: WaitingFile): ArtifactLine {
  const { id, kind, filename, contentType, sizeBytes, sha256, sha512, sha1, md5 } = file;
  const { stagedAt: uploadedAt, isSigned, signatureKeyId } = file;
  const bytes = { sizeBytes, sha256, sha512, sha1, md5 };
  const said = { proof: null, build: null, isSigned, signatureKeyId, isStaged: true };
  return { id, kind, filename, contentType, ...bytes, uploadedAt, ...said };
}

/** One file of a release; `public`: shared caches may keep it. @throws DomainError `not_found` */
export async function getArtifact(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  { filename, ...named }: NamedVersion & { filename: string },
): Promise<{ artifact: Artifact; release: ReleaseRow; isPublic: boolean }> {
  const { pkg, release } = await getRelease(platform, caller, named);
  const artifact = release.artifacts.find((file) => file.filename === filename);
  if (!artifact) throw notFound('file');
  return { artifact, release, isPublic: isPublic(pkg) && isReadable(release) };
}

/** For protocol reads. @throws DomainError `not_found` for missing and hidden packages alike */
export async function getPublishedRelease(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  { version, ...named }: NamedVersion,
): Promise<{ package: PackageRow; release: ReleaseRow }> {
  const pkg = await getPublished(platform, caller, named);
  const release = await findRelease(platform.pool, pkg.id, versionKeyOf(named.ecosystem, version));
  if (!release || !isReadable(release)) throw notFound('version');
  return { package: pkg, release };
}

/** A package with its published releases, for protocol reads. @throws DomainError `not_found` */
export async function getWithReleases(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  named: Named,
  options: { metadata: readonly string[] },
) {
  const pkg = await getPublished(platform, caller, named);
  return { package: pkg, releases: await listReleaseSummaries(platform.pool, pkg.id, options.metadata) };
}

/** One page in the ecosystem's order, highest first; held releases only for managers of the package. */
export async function listReleases(
  platform: Pick<Platform, 'pool' | 'highestFirst'>,
  caller: Caller,
  named: Named,
  window: Window,
): Promise<{ total: number; releases: readonly ListedRelease[] }> {
  const { ecosystem, pkg } = await getPackage(platform, caller, named);
  const includeUnreleased = may(caller.actor, 'oversee', pkg);
  const keys = await listVersionKeys(platform.pool, pkg.id, { includeUnreleased });
  const [last] = window.after ?? [];
  // the version of a removed last release still has a place in the order
  const all = last === undefined ? keys : [...new Set([...keys, last])];
  const sorted = platform.highestFirst(ecosystem, pkg.id, all);
  const start = last === undefined ? window.offset : sorted.indexOf(last) + 1;
  const onPage = sorted.slice(start, start + window.limit);
  const found = await withReasons(platform.pool, await listReleaseLines(platform.pool, pkg.id, onPage));
  const lines = await withBundles(platform.pool, found);
  const vouchers = await listVouchers(
    platform.pool,
    lines.map(({ id }) => id),
  );
  return {
    total: keys.length,
    releases: lines.map((line) => ({
      ...line,
      position: [line.versionKey],
      vouchers: vouchers.get(line.id) ?? [],
    })),
  };
}
