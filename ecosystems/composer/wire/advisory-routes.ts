import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Advisory } from '../../../domain/advisory.ts';
import type { RouteContext } from '../../context/context.ts';
import { affectedVersions } from '../format/affected-versions.ts';
import { namesBound } from '../format/limits.ts';
import { readAsked } from './asked-names.ts';
import { identify } from './caller.ts';

const source = 'Rookery';
const url = '/api/security-advisories';

/** What `composer audit` asks, of packages that are here and of all others that advisories were imported about. */
export function registerAdvisoryRoutes(app: FastifyInstance, context: RouteContext): void {
  app.post(url, { config: { body: namesBound } }, (request, reply) => answer(context, request, reply));
  app.get(url, (request, reply) => answer(context, request, reply));
}

async function answer(
  context: RouteContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { mount } = await identify(context, request);
  const { names, updatedSince } = await readAsked(request);
  const wanted = new Set(names);
  const advisories: Record<string, object[]> = {};
  for (const advisory of names.length === 0 ? [] : await context.advisories.list(names)) {
    if (advisory.withdrawnAt !== null) continue;
    if (updatedSince !== undefined && advisory.modifiedAt.getTime() < updatedSince * 1_000) continue;
    for (const affected of advisory.affected) {
      const versions = wanted.has(affected.nameKey) ? affectedVersions(affected) : null;
      if (versions === null) continue;
      (advisories[affected.nameKey] ??= []).push(present(advisory, affected.nameKey, versions, mount.url));
    }
  }
  return reply.header('cache-control', 'no-store').send({ advisories });
}

function present(advisory: Advisory, name: string, versions: string, mountUrl: string): object {
  return {
    advisoryId: advisory.id,
    packageName: name,
    remoteId: advisory.id,
    title: advisory.summary || advisory.id,
    link: advisory.url,
    cve: [advisory.id, ...advisory.aliases].find((each) => /^CVE-\d/.test(each)) ?? null,
    affectedVersions: versions,
    source,
    sources: [{ name: source, remoteId: advisory.id }],
    reportedAt: advisory.modifiedAt
      .toISOString()
      .replace('T', ' ')
      .replace(/\.\d+Z$/, ''),
    composerRepository: mountUrl,
    severity: advisory.severity === 'info' ? 'low' : advisory.severity,
  };
}
