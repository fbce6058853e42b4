import type { FastifyInstance } from 'fastify';
import { DomainError, notFound } from '../../../domain/errors.ts';
import type { RouteContext } from '../../context/context.ts';
import { identify } from './caller.ts';
import { filenameOf } from '../format/filename.ts';
import { canonicalName } from '../format/name.ts';
import { canonicalVersion } from '../format/version.ts';

interface CrateVersion {
  name: string;
  version: string;
}

export function registerDownloadRoute(app: FastifyInstance, context: RouteContext): void {
  app.get<{ Params: CrateVersion }>('/api/v1/crates/:name/:version/download', async (request, reply) => {
    const { caller } = await identify(context, request);
    const { name, version } = request.params;
    const keys = keysOf(request.params);
    try {
      const filename = filenameOf(name, version);
      return await context.files.send(caller, reply, { ...keys, filename });
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'not_found') throw error;
    }
    // Clients use the index's spelling; any other spelling, e.g. of a person, costs a second look-up.
    const found = await context.releases.get(caller, name, version);
    const artifact = found.release.artifacts[0];
    if (artifact === undefined) throw notFound('crate');
    return context.files.sendArtifact(reply, found, artifact);
  });
}

/** Lookup keys of the parameters. Invalid names and versions were never published. */
function keysOf({ name, version }: CrateVersion): { nameKey: string; versionKey: string } {
  try {
    return { nameKey: canonicalName(name), versionKey: canonicalVersion(version) };
  } catch {
    throw notFound('crate');
  }
}
