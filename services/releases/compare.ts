import { answerLimits } from '../../domain/limits/answers.ts';
import type { Caller } from '../../domain/caller.ts';
import type { Dependency } from '../../domain/publication.ts';
import { listDependencies } from '../../store/postgres/releases/dependencies.ts';
import { listBundles } from '../../store/postgres/releases/bundles.ts';
import type { StoredFile } from '../../store/postgres/releases/artifacts.ts';
import type { ArchiveMember } from '../files/archive-reader.ts';
import { type Browsed, type BrowsedListing, findBrowsed, isWhole, listMembers } from '../files/browse.ts';
import type { Named } from '../packages/find.ts';
import type { Platform } from '../platform.ts';
import { type ComparedFile, compareFiles } from './compare-files.ts';
import { type ComparedFact, compareMetadata } from './compare-metadata.ts';

/** One side of a comparison. */
export interface ComparedSide extends BrowsedListing {
  dependencies: readonly Dependency[];
  /** The total of all stored files. */
  sizeBytes: number;
  /** The number of programs that clients run during the installation. */
  installScripts: number;
}

export interface ChangedMember {
  /** The path without the containing folder. */
  path: string;
  before: ArchiveMember | null;
  after: ArchiveMember | null;
}

/** The differences between two versions. */
export interface Comparison {
  before: ComparedSide;
  after: ComparedSide;
  members: readonly ChangedMember[];
  /** The number of equal members. */
  unchanged: number;
  dependencies: readonly { name: string; kind: string; before: string | null; after: string | null }[];
  metadata: readonly ComparedFact[];
  /** All stored files of both versions. */
  files: readonly ComparedFile[];
}

const mostDependencies = answerLimits['compared dependencies'].count;

/**
 * Compares two versions of a package: metadata, stored files, the members of one file, dependencies.
 * @throws DomainError `not_found`, `invalid_archive`, `overloaded`
 */
export async function compareReleases(
  platform: Pick<Platform, 'pool' | 'archives'>,
  caller: Caller,
  named: Named,
  { before, after }: { before: string; after: string },
): Promise<Comparison> {
  const [old, now] = await Promise.all(
    [before, after].map((version) => findBrowsed(platform, caller, { ...named, version })),
  );
  // the array has one element per version
  if (!old || !now) throw new Error('two versions have two sides');
  const files = compareFiles(old, now);
  const counterpart = files.find(isInBoth);
  const [a, b] = await Promise.all([
    sideOf(platform, counterpart ? { ...old, file: counterpart.before } : old),
    sideOf(platform, counterpart ? { ...now, file: counterpart.after } : now),
  ]);
  const { changed, unchanged } = compareMembers(a, b);
  return {
    before: a,
    after: b,
    members: changed,
    unchanged,
    dependencies: compareDependencies(a, b),
    metadata: compareMetadata(old, now),
    files,
  };
}

/** Whether both versions have the archive, so that its members can be compared. */
function isInBoth(file: ComparedFile): file is { before: StoredFile; after: StoredFile } {
  return [file.before, file.after].every((each) => each !== null && !isWhole(each.format));
}

async function sideOf(
  platform: Pick<Platform, 'pool' | 'archives'>,
  browsed: Browsed,
): Promise<ComparedSide> {
  const listing = await listMembers(platform, browsed);
  const window = { offset: 0, limit: mostDependencies };
  const { dependencies } = await listDependencies(platform.pool, listing.release.id, window);
  const [bundle] = await listBundles(platform.pool, [listing.release.id]);
  const installScripts = bundle?.installScripts ?? 0;
  return { ...listing, dependencies, sizeBytes: sum(listing.files), installScripts };
}

const sum = (files: readonly StoredFile[]) => files.reduce((bytes, { sizeBytes }) => bytes + sizeBytes, 0);

function compareMembers(
  a: ComparedSide,
  b: ComparedSide,
): { changed: readonly ChangedMember[]; unchanged: number } {
  const byPath = ({ members, root }: ComparedSide) =>
    new Map(members.map((member) => [member.path.slice(root.length), member]));
  const [old, now] = [byPath(a), byPath(b)];
  const paths = [...new Set([...old.keys(), ...now.keys()])].toSorted();
  const changed = paths
    .map((path) => ({ path, before: old.get(path) ?? null, after: now.get(path) ?? null }))
    .filter(({ before, after }) => !isSame(before, after));
  return { changed, unchanged: paths.length - changed.length };
}

/** Members that are too large for a digest count as changed. */
function isSame(a: ArchiveMember | null, b: ArchiveMember | null): boolean {
  return a !== null && b !== null && a.sha256 !== null && a.sha256 === b.sha256;
}

function compareDependencies(a: ComparedSide, b: ComparedSide): Comparison['dependencies'] {
  const keyed = ({ dependencies }: ComparedSide) =>
    new Map(dependencies.map((each) => [`${each.kind} ${each.name}`, each]));
  const [old, now] = [keyed(a), keyed(b)];
  return [...new Set([...old.keys(), ...now.keys()])].toSorted().flatMap((key) => {
    const [before, after] = [old.get(key), now.get(key)];
    const named = after ?? before;
    if (!named || before?.requirement === after?.requirement) return [];
    const { name, kind } = named;
    return [{ name, kind, before: before?.requirement ?? null, after: after?.requirement ?? null }];
  });
}
