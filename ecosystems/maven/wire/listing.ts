import { limits } from '../format/limits.ts';
import type { FastifyReply } from 'fastify';
import type { Caller } from '../../../domain/caller.ts';
import { notFound } from '../../../domain/errors.ts';
import type { RouteContext } from '../../context/context.ts';
import { checksums, metadataFile, nameOf } from '../format/path.ts';
import { undefinedIfMissing } from '../../undefined-if-missing.ts';

/** Maximum number of groups and artifacts in one listing. */
const maxEntries = limits['listed folder'].count;

/** The listing of a folder; names of folders end in a slash. */
export interface Folder {
  names: readonly string[];
  /** Whether the folder has more entries. */
  isCut: boolean;
}

/** The entries of a folder that the caller may read: groups, versions, files. @throws DomainError `not_found` */
export async function listFolder(
  context: RouteContext,
  caller: Caller,
  folder: readonly string[],
): Promise<Folder> {
  const files = folder.length >= 3 ? await filesIn(context, caller, folder) : [];
  const versions = folder.length >= 2 ? await versionsIn(context, caller, folder) : [];
  const { names, isCut } = await groupsIn(context, caller, folder);
  const entries = new Set([...files, ...versions, ...names]);
  if (entries.size === 0) throw notFound('folder');
  return { names: [...entries].sort(), isCut };
}

async function filesIn(context: RouteContext, caller: Caller, folder: readonly string[]): Promise<string[]> {
  const version = folder.at(-1) ?? '';
  const found = await asNone(() => context.releases.get(caller, nameOf(folder.slice(0, -1)), version));
  return (found?.release.artifacts ?? []).flatMap(({ filename }) => [
    filename,
    ...checksums.map((algorithm) => `${filename}.${algorithm}`),
  ]);
}

async function versionsIn(
  context: RouteContext,
  caller: Caller,
  folder: readonly string[],
): Promise<string[]> {
  const found = await asNone(() => context.packages.get(caller, nameOf(folder), { metadata: [] }));
  const versions = (found?.releases ?? []).map(({ version }) => `${version}/`);
  return versions.length === 0 ? [] : [...versions, metadataFile];
}

/** The next segment of every groupId below, and every artifactId of the group. */
async function groupsIn(
  { packages }: RouteContext,
  caller: Caller,
  folder: readonly string[],
): Promise<Folder> {
  const group = folder.join('.').toLowerCase();
  const below =
    folder.length === 0
      ? [{ prefix: '', endsAt: '.:' }]
      : [
          { prefix: `${group}.`, endsAt: '.:' },
          { prefix: `${group}:`, endsAt: '' },
        ];
  const names = new Set<string>();
  let isCut = false;
  for (const { prefix, endsAt } of below) {
    const found = await packages.listSegments(caller, { prefix, endsAt, limit: maxEntries + 1 });
    isCut ||= found.length > maxEntries;
    for (const { segment, name } of found.slice(0, maxEntries)) {
      // in the spelling of its first package
      names.add(`${name.slice(prefix.length, prefix.length + segment.length)}/`);
    }
  }
  return { names: [...names], isCut };
}

/** Undefined for a path that is not a valid name: it has no entries. */
async function asNone<T>(find: () => Promise<T>): Promise<T | undefined> {
  return undefinedIfMissing(
    find().catch((error: unknown) => {
      throw isBadName(error) ? notFound('folder') : error;
    }),
  );
}

function isBadName(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'invalid_name' || code === 'invalid_version' || code === 'name_reserved';
}

/** Sends a listing as HTML; names have only characters that need no escape. */
export function sendListing(reply: FastifyReply, { names, isCut }: Folder): FastifyReply {
  const rows = names.map((name) => `<a href="${name}">${name}</a>`);
  const body = [
    '<!doctype html>',
    '<title>Index</title>',
    '<pre>',
    '<a href="../">../</a>',
    ...rows,
    '</pre>',
    ...(isCut ? [`<p>There is more: the first ${maxEntries} names are shown.</p>`] : []),
    '',
  ];
  return reply
    .headers({ 'cache-control': 'private, no-cache', 'content-type': 'text/html; charset=utf-8' })
    .send(body.join('\n'));
}
