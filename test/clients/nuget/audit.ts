import type { Source } from './source.ts';

/** Warnings of a restore: NU1901 low, NU1902 moderate, NU1903 high, NU1904 critical. */
export interface Warning {
  code: string;
  id: string;
  version: string;
  url: string;
}

interface KnownVulnerability {
  severity: number;
  url: string;
  versions: string;
}

/** The audit of a restore: fetches all pages of the source, then looks up every restored package in them. */
export async function audit(source: Source, restored: ReadonlyMap<string, { version: string }>) {
  const pages = await fetchPages(source);
  const warnings: Warning[] = [];
  for (const [id, { version }] of restored) {
    const known = pages.flatMap((page) => page[id.toLowerCase()] ?? []);
    for (const { severity, url, versions } of known) {
      if (isWithin(version, versions)) warnings.push({ code: `NU190${severity + 1}`, id, version, url });
    }
  }
  return warnings;
}

async function fetchPages(source: Source): Promise<Record<string, KnownVulnerability[]>[]> {
  const entries = (await json(source, source.resource('VulnerabilityInfo/6.7.0'))) as Record<
    string,
    string
  >[];
  // the limits that the client sets for an index
  if (!Array.isArray(entries) || entries.length === 0 || entries.length > 16) throw new Error('NU1900');
  return Promise.all(
    entries.map(async (entry) => {
      if (Number.isNaN(Date.parse(entry['@updated'] ?? ''))) throw new Error('NU1900: no time');
      return (await json(source, entry['@id'] ?? '')) as Record<string, KnownVulnerability[]>;
    }),
  );
}

async function json(source: Source, url: string): Promise<unknown> {
  const response = await source.request(url);
  if (!response.ok) throw new Error(`NU1900: ${response.status} (${response.statusText})`);
  return response.json();
}

/** Whether a purely numeric version is in an interval such as `[1.0.0, 2.0.0)`. */
function isWithin(version: string, interval: string): boolean {
  const match = /^([[(])([^,]*), ([^\])]*)([\])])$/.exec(interval);
  if (match === null) throw new Error(`'${interval}' is not a valid version string`);
  const [, opening, min = '', max = '', closing] = match;
  const fromMin = min === '' ? 1 : compare(version, min);
  const toMax = max === '' ? 1 : compare(max, version);
  return (
    (fromMin > 0 || (fromMin === 0 && opening === '[')) && (toMax > 0 || (toMax === 0 && closing === ']'))
  );
}

function compare(a: string, b: string): number {
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)];
  for (let at = 0; at < 4; at += 1) {
    const distance = (left[at] ?? 0) - (right[at] ?? 0);
    if (distance !== 0) return distance;
  }
  return 0;
}
