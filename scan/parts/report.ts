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
  /** Null if the whole part was inspected. */
  uninspected: Uninspected | null;
  /** SHA-256 (hex) of this registry's own tokens found inside. */
  leakedTokenHashes: string[];
}

export type Report = ReturnType<typeof createReport>;

/** Collects the findings about one part, up to a maximum number. */
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
    /** False if the body is not text. */
    search(path: string, body: Buffer): boolean {
      const text = searchableText(body);
      if (text === undefined) return false;
      for (const token of ownTokensIn(text)) hashes.add(sha256Hex(token));
      for (const finding of scanText(path, text)) {
        if (finding.severity !== 'low' && finding.severity !== 'info') add(inLayer(finding));
      }
      return true;
    },
    /** Records a text that exceeds the budget for texts. */
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

/** By severity, the multiple of the usual maximum number of findings up to which a finding is still added. */
const room: Partial<Record<Severity, number>> = { critical: 4, high: 2 };

function rank({ severity }: ScanFinding): number {
  return Severity.options.indexOf(severity);
}

/**
 * Lowers the severity: whole systems contain keys of test suites and examples. A key alone does not prove a leak, a
 * live token does.
 */
function inLayer(found: ScanFinding): ScanFinding {
  const severity = found.title === 'Private key' && found.severity === 'critical' ? 'high' : found.severity;
  const file = found.file === '' ? null : found.file;
  const description =
    file === null ? found.description.replace(' in .', ' in the settings.') : found.description;
  return { ...found, severity, file, description, scanner: partScanner };
}
