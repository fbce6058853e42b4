import { DomainError } from '../../../domain/errors.ts';
import { type Hit, severities, severityOf, titleOf } from './audit-advisories.ts';
import { patchedVersions, vulnerableVersions } from './audit-range.ts';
import type { Use } from './audit-tree.ts';
import { limits } from '../format/limits.ts';

/** The report for current versions of `npm audit`: advisories by name. */
export function bulkReport(hits: readonly Hit[]): Record<string, object[]> {
  const report = new Map<string, object[]>();
  for (const { advisory, affected, name } of hits) {
    const entry = {
      id: advisory.number,
      url: advisory.url,
      title: titleOf(advisory),
      severity: severityOf(advisory),
      vulnerable_versions: vulnerableVersions(affected),
      cwe: advisory.cwes,
      cvss: { score: advisory.cvss?.score ?? 0, vectorString: advisory.cvss?.vector ?? null },
    };
    const known = report.get(name) ?? [];
    if (known.length === 0) report.set(name, known);
    known.push(entry);
  }
  return Object.fromEntries(report);
}

/** Bytes of one use in an answer, without its path. */
const useBytes = 80;

/** The report for npm 6 and yarn 1: advisories, their uses, and counts. */
export function treeReport(hits: readonly Hit[], uses: ReadonlyMap<string, readonly Use[]>) {
  const counts = Object.fromEntries(severities.map((severity) => [severity, 0]));
  const advisories: Record<string, object> = {};
  const actions: object[] = [];
  let bytes = 0;
  for (const hit of hits) {
    const versions = new Set(hit.versions);
    const found = (uses.get(hit.name) ?? []).filter(({ version }) => versions.has(version));
    bytes = found.reduce((sum, { path }) => sum + 2 * (path.length + useBytes), bytes);
    if (bytes > limits['audit report'].bytes)
      throw new DomainError('too_large', 'the report would be too large');
    const severity = severityOf(hit.advisory);
    counts[severity] = (counts[severity] ?? 0) + found.length;
    advisories[keyOf(hit, advisories)] = describe(hit, found);
    const resolves = found.map(({ path, isDev, isOptional, isBundled }) => ({
      id: hit.advisory.number,
      path,
      dev: isDev,
      optional: isOptional,
      bundled: isBundled,
    }));
    actions.push({ action: 'review', module: hit.name, resolves });
  }
  const all = [...uses.values()].flat();
  return {
    actions,
    advisories,
    muted: [],
    metadata: {
      vulnerabilities: counts,
      dependencies: all.filter(({ isDev, isOptional }) => !isDev && !isOptional).length,
      devDependencies: all.filter(({ isDev }) => isDev).length,
      optionalDependencies: all.filter(({ isOptional }) => isOptional).length,
      totalDependencies: all.length,
    },
  };
}

/** The key of an advisory: its number; with the name, if another package already uses the number. */
function keyOf({ advisory, name }: Hit, taken: Record<string, object>): string {
  const key = String(advisory.number);
  return key in taken ? `${key}/${name}` : key;
}

function describe({ advisory, affected, name }: Hit, found: readonly Use[]) {
  const patched = patchedVersions(affected);
  return {
    id: advisory.number,
    title: titleOf(advisory),
    module_name: name,
    severity: severityOf(advisory),
    url: advisory.url,
    cves: [advisory.id, ...advisory.aliases].filter((alias) => alias.startsWith('CVE-')),
    cwe: advisory.cwes.join(', '),
    vulnerable_versions: vulnerableVersions(affected),
    patched_versions: patched,
    overview: advisory.details || advisory.summary,
    recommendation: `Upgrade to a version in ${patched}`,
    references: advisory.references.join('\n'),
    access: 'public',
    created: advisory.modifiedAt.toISOString(),
    updated: advisory.modifiedAt.toISOString(),
    deleted: null,
    found_by: { name: '' },
    reported_by: { name: '' },
    findings: found.map(({ version, path, isDev, isOptional, isBundled }) => ({
      version,
      paths: [path],
      dev: isDev,
      optional: isOptional,
      bundled: isBundled,
    })),
  };
}
