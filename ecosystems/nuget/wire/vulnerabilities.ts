import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type Advisory,
  type AffectedPackage,
  type Interval,
  intervalsOf,
  versionsOutsideRanges,
} from '../../../domain/advisory.ts';
import type { Severity } from '../../../domain/findings.ts';
import type { AdvisoryPage } from '../../context/advisories.ts';
import type { RouteContext } from '../../context/context.ts';
import { identify } from './credentials.ts';
import { sendRendered } from './send-rendered.ts';
import { paths } from '../format/urls.ts';
import { canonicalVersion, compareVersions } from '../format/version.ts';

/** Caching: every restore requests the documents, and clients keep them for an hour. */
const anHour = 'max-age=3600';

/** Known vulnerabilities of all packages, which clients match against their restored packages. */
export function vulnerabilityRoutes(app: FastifyInstance, context: RouteContext): void {
  app.get(`/${paths.vulnerabilities('index')}`, async (request, reply) => {
    const mount = await enter(context, request, reply);
    const pages = await context.advisories.listPages();
    const index = pages.map(({ name, updatedAt }) => ({
      '@name': name,
      '@id': `${mount.url}/${paths.vulnerabilities(name)}`,
      '@updated': updatedAt.toISOString(),
    }));
    return sendRendered(request, reply, index);
  });
  for (const page of ['base', 'update'] satisfies AdvisoryPage[]) {
    app.get(`/${paths.vulnerabilities(page)}`, async (request, reply) => {
      await enter(context, request, reply);
      return context.advisories.sendPage(request, reply, page, vulnerabilityPage);
    });
  }
}

async function enter(context: RouteContext, request: FastifyRequest, reply: FastifyReply) {
  const caller = await identify(context, request);
  const mount = await context.mount(caller);
  reply.header('cache-control', `${mount.requiresAuth ? 'private' : 'public'}, ${anHour}`);
  return mount;
}

interface KnownVulnerability {
  severity: number;
  url: string;
  versions: string;
}

/** Advisories by package id in lower case; an empty page is an empty list. */
export function vulnerabilityPage(advisories: readonly Advisory[]): object {
  const byId = new Map<string, { vulnerability: KnownVulnerability; until: string | null }[]>();
  for (const { affected, severity, url } of advisories) {
    for (const pkg of affected) {
      const known = byId.get(pkg.nameKey) ?? [];
      for (const interval of allIntervals(pkg)) {
        const vulnerability = { severity: severityNumber(severity), url, versions: formatInterval(interval) };
        known.push({ vulnerability, until: interval.until });
      }
      if (known.length > 0) byId.set(pkg.nameKey, known);
    }
  }
  if (byId.size === 0) return [];
  const entries = [...byId].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    entries.map(([id, known]) => [
      id,
      // a client stops its search at the first range that ends below its version
      known.sort((a, b) => byUntil(a.until, b.until)).map(({ vulnerability }) => vulnerability),
    ]),
  );
}

const order = { canonical: canonicalVersion, compare: compareVersions };

function allIntervals(pkg: AffectedPackage): Interval[] {
  const single = versionsOutsideRanges(pkg, order);
  return [
    ...intervalsOf(pkg, order),
    ...single.map((version) => ({ from: version, until: version, isUntilIncluded: true })),
  ];
}

function formatInterval({ from, until, isUntilIncluded }: Interval): string {
  const start = from === null ? '(' : `[${from}`;
  return `${start}, ${until ?? ''}${isUntilIncluded ? ']' : ')'}`;
}

/** Sorts by end, highest first; open ends before all others. */
function byUntil(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  return compareVersions(b, a);
}

/** The protocol's number. Unknown is moderate, because clients may hide entries without a severity. */
function severityNumber(severity: Severity | null): number {
  if (severity === 'critical') return 3;
  if (severity === 'high') return 2;
  return severity === 'info' || severity === 'low' ? 0 : 1;
}
