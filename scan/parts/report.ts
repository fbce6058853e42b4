import { sha256Hex } from '../../domain/digest.ts';
import { type ScanFinding, Severity } from '../../domain/findings.ts';
import type { InstalledPackage } from '../../domain/inventory.ts';
import type { Uninspected } from '../../domain/publication.ts';
import { ownTokensIn, scanText } from '../secrets.ts';
import { searchableText } from '../text.ts';
import { createUnsearched } from '../unsearched.ts';
import type { PartLimits } from './limits.ts';
import { partScanner } from './part-findings.ts';

export interface PartScan {
  files: number;
  findings: ScanFinding[];
  inventory: InstalledPackage[];
  /** Null when all of it was looked through. */
  uninspected: Uninspected | null;
  /** SHA-256 (hex) of this registry's own tokens found inside. */
  leakedTokenHashes: string[];
}

export type Report = ReturnType<typeof createReport>;

/** Collects the findings about one part, up to a readable number. */
export function createReport(limits: PartLimits) {
  const findings: ScanFinding[] = [];
  const inventory = new Map<string, InstalledPackage>();
  const hashes = new Set<string>();
  const unsearched = createUnsearched(partScanner);

  /** A flood of small findings must not hide a live credential. */
  function add(finding: ScanFinding): void {
    if (findings.length < limits.maxFindings * (room[finding.severity] ?? 1)) findings.push(finding);
  }

  return {
    add,
    /** False when it is no text. */
    search(path: string, body: Buffer): boolean {
      const text = searchableText(body);
      if (text === undefined) return false;
      for (const token of ownTokensIn(text)) hashes.add(sha256Hex(token));
      for (const finding of scanText(path, text)) {
        if (finding.severity !== 'low' && finding.severity !== 'info') add(inLayer(finding));
      }
      return true;
    },
    /** A text for which there is no room. */
    leaveText: unsearched.add,
    install(packages: readonly InstalledPackage[]): void {
      for (const each of packages) {
        if (inventory.size >= limits.maxPackages) return;
        inventory.set(`${each.type}\n${each.name}\n${each.version ?? ''}`, each);
      }
    },
    done: (files: number, uninspected: Uninspected | null): PartScan => ({
      files,
      uninspected,
      findings: [...findings, ...unsearched.findings()]
        .toSorted((a, b) => rank(b) - rank(a))
        .slice(0, 2 * limits.maxFindings),
      inventory: [...inventory.values()],
      leakedTokenHashes: [...hashes],
    }),
  };
}

/** How many times the usual number of findings may be there for one of this severity to join them. */
const room: Partial<Record<Severity, number>> = { critical: 4, high: 2 };

function rank({ severity }: ScanFinding): number {
  return Severity.options.indexOf(severity);
}

/** Whole systems contain keys of test suites and examples: a key alone is not proof of a leak, a live token is. */
function inLayer(found: ScanFinding): ScanFinding {
  const severity = found.title === 'Private key' && found.severity === 'critical' ? 'high' : found.severity;
  const file = found.file === '' ? null : found.file;
  const description =
    file === null ? found.description.replace(' in .', ' in the settings.') : found.description;
  return { ...found, severity, file, description, scanner: partScanner };
}
