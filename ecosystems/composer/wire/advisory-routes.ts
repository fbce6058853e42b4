import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../../domain/caller.ts';
import type { Advisory } from '../../../domain/advisory.ts';
import type { RouteContext } from '../../context/context.ts';
import type { WithheldRelease } from '../../context/releases.ts';
import { affectedVersions } from '../format/affected-versions.ts';
import { limits } from '../format/limits.ts';
import { readQueryNames } from './query-names.ts';
import { identify } from './caller.ts';

const source = 'Rookery';
const maxMalware = limits['listed malware'].count;
const url = '/api/security-advisories';

/** The queries of `composer audit`, about packages of the registry and all others with imported advisories. */
export function registerAdvisoryRoutes(app: FastifyInstance, context: RouteContext): void {
  app.post(url, { config: { body: limits.names } }, (request, reply) => answer(context, request, reply));
  app.get(url, (request, reply) => answer(context, request, reply));
}

async function answer(
  context: RouteContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { caller, mount } = await identify(context, request);
  const { names, updatedSince } = await readQueryNames(request);
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
  for (const each of await listMalware(context, caller, names)) {
    const changed = each.changedAt?.getTime() ?? 0;
    if (updatedSince !== undefined && changed < updatedSince * 1_000) continue;
    (advisories[each.nameKey] ??= []).push(malwareIn(each, mount.url, context.baseUrl));
  }
  return reply.header('cache-control', 'no-store').send({ advisories });
}

/** Clients before 2.10 know no filter lists: their audits report malware here. */
async function listMalware(context: RouteContext, caller: Caller, names: readonly string[]) {
  if (names.length === 0) return [];
  const withheld = await context.releases.listWithheld(caller, { names, limit: maxMalware });
  return withheld.filter(({ why }) => why === 'malware');
}

function malwareIn(
  { nameKey: name, versionKey, changedAt }: WithheldRelease,
  mountUrl: string,
  baseUrl: string,
): object {
  const id = `malware:${name}:${versionKey}`;
  return {
    advisoryId: id,
    packageName: name,
    remoteId: id,
    title: 'Malware was found in this version',
    link: `${baseUrl}/packages/composer/${name}`,
    cve: null,
    affectedVersions: `==${versionKey}`,
    source,
    sources: [{ name: source, remoteId: id }],
    reportedAt: written(changedAt ?? new Date(0)),
    composerRepository: mountUrl,
    severity: 'critical',
  };
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
    reportedAt: written(advisory.modifiedAt),
    composerRepository: mountUrl,
    severity: advisory.severity === 'info' ? 'low' : advisory.severity,
  };
}

function written(time: Date): string {
  return time
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, '');
}
