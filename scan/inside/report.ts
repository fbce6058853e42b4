import { sha256Hex } from '../../domain/digest.ts';
import { type FindingKind, type ScanFinding, Severity } from '../../domain/findings.ts';
import type { UninspectedPolicy } from '../../domain/publication.ts';
import { typeScanner } from '../file-types.ts';
import { scanBudget } from '../limits.ts';
import { ownTokensIn, scanText, secretScanner } from '../secrets.ts';
import { createUnsearched } from '../unsearched.ts';

/** Findings in archives inside the files of a release. */
export interface InsideFindings {
  findings: readonly ScanFinding[];
  leakedTokenHashes: string[];
}

/** `nameOfFile`: the name of the file itself, whose path inside is empty. */
export function createInsideReport(policy: UninspectedPolicy, nameOfFile = '') {
  let findings: ScanFinding[] = [];
  const hashes = new Set<string>();
  const unsearched = createUnsearched(secretScanner);

  /** `what` continues the sentence after the path. */
  function add(path: string, kind: FindingKind, [severity, title, what]: [Severity, string, string]): void {
    const file = path === '' ? nameOfFile : path;
    const description = `${file} ${what}`;
    keep([{ kind, severity, title, description, file, line: null, scanner: typeScanner }]);
  }

  /** A flood of small findings must not hide a live credential. */
  function keep(found: readonly ScanFinding[]): void {
    findings.push(...found);
    if (findings.length > 4 * scanBudget.findings) findings = worst(findings);
  }

  return {
    malware(path: string): void {
      const title = 'Known malware (EICAR test file)';
      add(path, 'malware', ['critical', title, 'is the standard antivirus test file.']);
    },
    /** `isVendored`: the text is from an archive inside the published one. */
    search(path: string, text: string, isVendored: boolean): void {
      for (const token of ownTokensIn(text)) hashes.add(sha256Hex(token));
      const found = scanText(path === '' ? nameOfFile : path, text);
      keep(isVendored ? found.map((each) => weighVendored(each)) : found);
    },
    /** Records a text that exceeds the budget for texts. */
    leaveText(path: string): void {
      unsearched.add(path === '' ? nameOfFile : path);
    },
    tooDeep(path: string): void {
      add(path, 'archive_bomb', ['critical', 'Archives nested too deep', 'holds archives inside archives.']);
    },
    /**
     * Holds the release under every policy: otherwise size, depth and time alone could keep a scanner from the
     * content.
     */
    bomb(path: string, why: string): void {
      const what = `was not looked through to its end: ${why}.`;
      add(path, 'archive_bomb', ['critical', 'Nested archive bomb', what]);
    },
    /** Holds the release under every policy: clients find other entries than those scanned. */
    ambiguous(path: string, why: string): void {
      const title = 'Nested archive that clients read in different ways';
      add(path, 'file_type_anomaly', ['critical', title, `was not looked through: ${why}.`]);
    },
    /** Records an unopened archive, which holds its release if the policy is `hold`. */
    notInspected(path: string, why: string): void {
      const severity = policy === 'hold' ? 'critical' : 'low';
      const title = 'Nested archive not inspected';
      add(path, 'file_type_anomaly', [severity, title, `was not looked through, or not to its end: ${why}.`]);
    },
    done: (): InsideFindings => ({
      findings: worst([...findings, ...unsearched.findings()]),
      leakedTokenHashes: [...hashes],
    }),
  };
}

/**
 * Lowers the severity: archives inside contain other projects' test suites. A key alone does not prove a leak, a live
 * token does.
 */
function weighVendored(found: ScanFinding): ScanFinding {
  const isKey = found.title === 'Private key' && found.severity === 'critical';
  return isKey ? { ...found, severity: 'high' } : found;
}

function worst(findings: readonly ScanFinding[]): ScanFinding[] {
  const rank = ({ severity }: ScanFinding) => Severity.options.indexOf(severity);
  return findings.toSorted((a, b) => rank(b) - rank(a)).slice(0, scanBudget.findings);
}
