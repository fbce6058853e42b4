import type { ArchiveFormat } from '../../domain/archive.ts';
import type { Caller } from '../../domain/caller.ts';
import { notFound } from '../../domain/errors.ts';
import { listStoredFiles, type StoredFile } from '../../store/postgres/releases/artifacts.ts';
import type { NamedVersion } from '../packages/find.ts';
import { type FoundRelease, getRelease } from '../releases/get.ts';
import type { Platform } from '../platform.ts';
import type { ArchiveMember } from './archive-reader.ts';

type Needed = Pick<Platform, 'pool' | 'archives'>;

/** A version whose stored files a reader browses. */
export interface Browsed extends FoundRelease {
  files: readonly StoredFile[];
  /** The browsed file; undefined for a release without files. */
  file: StoredFile | undefined;
}

export interface BrowsedListing extends Browsed {
  members: readonly ArchiveMember[];
  /** The folder that contains all members; addresses omit it. */
  root: string;
}

export interface BrowsedMember extends Browsed {
  /** The path without the containing folder. */
  path: string;
  sizeBytes: number;
  sha256: string | null;
  /** Null when the member exceeds the size limit of pages. */
  body: Buffer | null;
}

/** Formats of files that are not archives: the file is its only member. */
export const isWhole = (format: ArchiveFormat) => format === 'file' || format === 'any';

/** Finds the stored files of a release, and the selected one. @throws DomainError `not_found` */
export async function findBrowsed(
  platform: Needed,
  caller: Caller,
  named: NamedVersion,
  filename?: string,
): Promise<Browsed> {
  const found = await getRelease(platform, caller, named);
  const files = await listStoredFiles(platform.pool, found.release.id);
  // an archive is more useful than a signature
  const first = files.find(({ format }) => !isWhole(format)) ?? files[0];
  const file = filename === undefined ? first : files.find((each) => each.filename === filename);
  if (filename !== undefined && !file) throw notFound('file');
  return { ...found, files, file };
}

/** The members of a stored file. @throws DomainError `not_found`, `invalid_archive`, `overloaded` */
export async function browseFiles(
  platform: Needed,
  caller: Caller,
  named: NamedVersion,
  filename?: string,
): Promise<BrowsedListing> {
  return listMembers(platform, await findBrowsed(platform, caller, named, filename));
}

/** The members of the browsed file. @throws DomainError `invalid_archive`, `overloaded` */
export async function listMembers(
  platform: Pick<Platform, 'archives'>,
  browsed: Browsed,
): Promise<BrowsedListing> {
  if (!browsed.file) return { ...browsed, members: [], root: '' };
  return { ...browsed, ...(await platform.archives.list(browsed.file)) };
}

/** One member of a stored file, by its path with or without the containing folder. @throws as {@link browseFiles} */
export async function browseMember(
  platform: Needed,
  caller: Caller,
  named: NamedVersion,
  { path, filename }: { path: string; filename?: string | undefined },
): Promise<BrowsedMember> {
  return memberOf(platform, await browseFiles(platform, caller, named, filename), path);
}

/** One member of an already listed file. @throws as {@link browseFiles} */
export async function memberOf(
  platform: Pick<Platform, 'archives'>,
  { members, root, ...browsed }: BrowsedListing,
  path: string,
): Promise<BrowsedMember> {
  const member =
    members.find((each) => each.path === `${root}${path}`) ?? members.find((each) => each.path === path);
  if (!browsed.file || !member) throw notFound('file');
  const { sizeBytes, body } = await platform.archives.read(browsed.file, member.path);
  return { ...browsed, path: member.path.slice(root.length), sizeBytes, sha256: member.sha256, body };
}
