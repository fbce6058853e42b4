import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Caller } from '../../../domain/caller.ts';
import { DomainError } from '../../../domain/errors.ts';
import { readJson } from '../../bodies/json.ts';
import type { RouteContext } from '../../context/context.ts';
import { versionIn, zipName } from '../format/file.ts';
import { limits } from '../format/limits.ts';
import { canonicalName } from '../format/name.ts';
import { canonicalVersion } from '../format/version.ts';
import { identify } from './caller.ts';
import { knownName, knownVersion, type VersionParameters } from './package-route.ts';
import { reads } from './send-json.ts';

interface FileRoute {
  Params: VersionParameters & { filename: string };
}

const Downloads = z.object({
  downloads: z.array(z.looseObject({ name: z.string(), version: z.string() })).max(limits.downloads.count),
});

/** Zips, including yanked ones for clients with lock files; and the clients' reports of installations. */
export function registerDownloadRoutes(app: FastifyInstance, context: RouteContext): void {
  app.route<FileRoute>({
    method: reads,
    url: '/files/:vendor/:package/:version/:filename',
    async handler(request, reply) {
      const { caller } = await identify(context, request);
      const { filename, version } = request.params;
      const nameKey = knownName(request.params);
      const versionKey = knownVersion(versionIn(version));
      return context.files.send(caller, reply, { nameKey, versionKey, filename, isReported: true });
    },
  });
  app.post('/api/downloads', { config: { body: limits.downloads } }, async (request, reply) => {
    const { caller } = await identify(context, request);
    const parsed = Downloads.safeParse(await readJson(request));
    if (!parsed.success)
      throw new DomainError(
        'validation_failed',
        'the body is {"downloads": [{"name": "…", "version": "…"}]}',
      );
    await count(context, caller, parsed.data.downloads);
    return reply.code(204).send();
  });
}

/** Counts each release once, a few at a time; ignores unknown releases. */
async function count(
  context: RouteContext,
  caller: Caller,
  downloads: readonly { name: string; version: string }[],
): Promise<void> {
  const once = new Map<string, NonNullable<ReturnType<typeof keysOf>>>();
  for (const { name, version } of downloads) {
    const keys = keysOf(name, version);
    if (keys) once.set(keys.nameKey, keys);
    if (once.size === limits['counted packages'].count) break;
  }
  const wanted = [...once.values()];
  for (let at = 0; at < wanted.length; at += atOnce) {
    await Promise.all(wanted.slice(at, at + atOnce).map((keys) => context.files.count(caller, keys)));
  }
}

/** Concurrent look-ups of one request: other requests need the database too. */
const atOnce = 8;

function keysOf(name: string, version: string) {
  try {
    const [nameKey, versionKey] = [canonicalName(name), canonicalVersion(version)];
    return { nameKey, versionKey, filename: zipName(nameKey, versionKey) };
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}
