import type { FastifyReply } from 'fastify';
import type { Caller } from '../../../domain/caller.ts';
import { notFound } from '../../../domain/errors.ts';
import type { RouteContext } from '../../context/context.ts';
import { checksums, metadataFile, nameOf } from '../format/path.ts';
import { orNone } from '../../or-none.ts';

/** Names in one folder; folders end in a slash. */
const maxEntries = 1_000;

/** What the caller may read of a folder: groups, versions, files. @throws DomainError `not_found` */
export async function listFolder(
  context: RouteContext,
  caller: Caller,
  folder: readonly string[],
): Promise<string[]> {
  const entries = new Set<string>();
  if (folder.length >= 3) for (const name of await filesIn(context, caller, folder)) entries.add(name);
  if (folder.length >= 2) for (const name of await versionsIn(context, caller, folder)) entries.add(name);
  for (const name of await groupsIn(context, caller, folder)) entries.add(name);
  if (entries.size === 0) throw notFound('folder');
  return [...entries].sort();
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
  return versions.length === 0 ? [] : [...versions.slice(-maxEntries), metadataFile];
}

/** The next segment of every groupId or artifactId below. */
async function groupsIn(context: RouteContext, caller: Caller, folder: readonly string[]): Promise<string[]> {
  const group = folder.join('.').toLowerCase();
  const next = new Set<string>();
  for (const start of folder.length === 0 ? [''] : [`${group}.`, `${group}:`]) {
    const { packages } = await context.packages.list(caller, { after: start, limit: maxEntries });
    for (const { name } of packages) {
      if (!name.toLowerCase().startsWith(start)) break;
      next.add(`${name.slice(start.length).split(/[.:]/, 1)[0] ?? ''}/`);
    }
  }
  return [...next].filter((name) => name !== '/');
}

/** A path that is no name has nothing in it. */
async function asNone<T>(find: () => Promise<T>): Promise<T | undefined> {
  return orNone(
    find().catch((error: unknown) => {
      throw isBadName(error) ? notFound('folder') : error;
    }),
  );
}

function isBadName(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'invalid_name' || code === 'invalid_version' || code === 'name_reserved';
}

/** Names consist of what needs no escape. */
export function sendListing(reply: FastifyReply, names: readonly string[]): FastifyReply {
  const rows = names.map((name) => `<a href="${name}">${name}</a>`);
  const body = [
    '<!doctype html>',
    '<title>Index</title>',
    '<pre>',
    '<a href="../">../</a>',
    ...rows,
    '</pre>',
    '',
  ];
  return reply
    .headers({ 'cache-control': 'private, no-cache', 'content-type': 'text/html; charset=utf-8' })
    .send(body.join('\n'));
}
