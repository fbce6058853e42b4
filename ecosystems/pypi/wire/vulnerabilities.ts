import type { Advisory, AffectedPackage } from '../../../domain/advisory.ts';
import { isAffected } from '../../../domain/advisory.ts';
import { sha256Hex } from '../../../domain/digest.ts';
import type { MadeOf } from '../../context/documents.ts';
import { legacyJson, noVulnerabilities } from '../format/legacy-documents.ts';
import { canonicalVersion, compareVersions } from '../format/version.ts';

const order = { canonical: canonicalVersion, compare: compareVersions };

/**
 * The older JSON with advisories about the release in `info`; null for a project without advisories. Stored documents
 * have no advisories, because they are only rendered when the project changes.
 */
export function withVulnerabilities(advisories: readonly Advisory[], nameKey: string): MadeOf | null {
  const open = advisories.filter(({ withdrawnAt }) => withdrawnAt === null);
  if (open.length === 0) return null;
  const known = open.map(({ id, modifiedAt }) => `${id} ${modifiedAt.getTime()}`);
  return {
    name: `vulnerabilities ${sha256Hex(known.join('\n'))}`,
    contentType: legacyJson,
    make: async (body) => insert(body, (version) => listOf(open, nameKey, version)),
  };
}

/** Inserts the list. The replaced text occurs once, because quotes inside JSON strings are escaped. */
function insert(body: Buffer, list: (version: string) => object[]): Buffer {
  const at = body.indexOf(noVulnerabilities);
  if (at === -1) return body;
  const { info } = JSON.parse(`${body.toString('utf8', 0, at).replace(/,$/, '')}}`) as {
    info: { version?: string };
  };
  if (info.version === undefined) return body;
  const found = `"vulnerabilities":${JSON.stringify(list(info.version))}`;
  return Buffer.concat([
    body.subarray(0, at),
    Buffer.from(found),
    body.subarray(at + noVulnerabilities.length),
  ]);
}

function listOf(advisories: readonly Advisory[], nameKey: string, version: string): object[] {
  const versionKey = canonicalVersion(version);
  return advisories.flatMap((advisory) => {
    const affected = advisory.affected.filter((each) => each.nameKey === nameKey);
    if (!affected.some((each) => isAffected(each, versionKey, order))) return [];
    return [present(advisory, affected)];
  });
}

function present(advisory: Advisory, affected: readonly AffectedPackage[]): object {
  const { id, aliases, details, summary, url } = advisory;
  return {
    aliases,
    details,
    summary,
    fixed_in: fixesOf(affected),
    id,
    link: url,
    source: 'osv',
    withdrawn: null,
  };
}

/** The distinct fixed versions, lowest first. */
function fixesOf(affected: readonly AffectedPackage[]): string[] {
  const fixes = affected.flatMap(({ ranges }) =>
    ranges.flat().flatMap((event) => ('fixed' in event ? [event.fixed] : [])),
  );
  return [...new Set(fixes)].filter(isVersion).sort((a, b) => compareVersions(a, b));
}

function isVersion(raw: string): boolean {
  try {
    canonicalVersion(raw);
    return true;
  } catch {
    return false;
  }
}
