import { readFile, stat } from 'node:fs/promises';
import { sha256Hex } from '../../domain/digest.ts';
import { type FindingKind, type ScanFinding, Severity } from '../../domain/findings.ts';
import type { InstalledPackage } from '../../domain/inventory.ts';
import type { Part } from '../../domain/publication.ts';
import { ownTokensIn, scanText } from '../secrets.ts';
import { isTestVirus } from '../test-virus.ts';
import { searchableText } from '../text.ts';
import { listReaderOf } from './inventory.ts';
import { createLenientTar, type PartBody, type PartEntry } from './lenient-tar.ts';
import { type PartLimits, partLimits } from './limits.ts';
import { PartStop } from './stop.ts';
import { unpacked } from './unpacked.ts';

/** Raised when the same bytes would be judged otherwise: kept results of older versions count no longer. */
export const partScanner = 'parts/1';

const headBytes = 1024;

/** Plain data, so that it can be handed to another thread. */
export interface PartTask {
  path: string;
  format: Part['format'];
  limits?: Partial<PartLimits>;
}

export interface PartScan {
  files: number;
  findings: ScanFinding[];
  inventory: InstalledPackage[];
  /** SHA-256 (hex) of this registry's own tokens found inside. */
  leakedTokenHashes: string[];
}

/** Looks through one part, e.g. an image layer. Whatever is wrong with its shape is a finding at most. */
export async function scanPart({ path, format, limits: changed }: PartTask): Promise<PartScan> {
  const limits = { ...partLimits, ...changed };
  return format === 'file' ? scanFile(path, limits) : scanLayer(path, limits);
}

/** No archive: settings of an image, with what its author put into the environment and the build steps. */
async function scanFile(path: string, limits: PartLimits): Promise<PartScan> {
  const { size } = await stat(path);
  const report = createReport(limits);
  if (size <= limits.listFileBytes) {
    const body = await readFile(path);
    report.search('', body);
    if (isTestVirus(body.subarray(0, headBytes))) report.add(malware(''));
  }
  return report.done(1);
}

async function scanLayer(path: string, limits: PartLimits): Promise<PartScan> {
  const report = createReport(limits);
  let files = 0;
  let textRoom = limits.textTotalBytes;

  function look(entry: PartEntry): PartBody | undefined {
    if (!entry.isFile) return undefined;
    files += 1;
    if ((entry.mode & 0o6000) !== 0) report.add(privileged(entry));
    const read = listReaderOf(entry.path);
    const isText = entry.size <= limits.textFileBytes && entry.size <= textRoom;
    if (isText) textRoom -= entry.size;
    const wanted = isText || (read && entry.size <= limits.listFileBytes) ? entry.size : headBytes;
    return collect(Math.min(wanted, entry.size), (body) => {
      if (isTestVirus(body.subarray(0, headBytes))) report.add(malware(entry.path));
      if (body.length < entry.size) return;
      if (read) report.install(read(body));
      if (!isText) return;
      const isSearched = report.search(entry.path, body);
      // binary files are dropped after a look at their start
      if (!isSearched) textRoom += entry.size;
    });
  }

  const tar = createLenientTar(limits, look);
  try {
    for await (const chunk of unpacked(path, limits)) tar.push(chunk);
    if (!tar.isWhole()) throw new PartStop('it is cut off', 'not an archive');
  } catch (error) {
    if (!(error instanceof PartStop)) throw error;
    report.add(stopped(error, tar.entries()));
  }
  return report.done(files);
}

function collect(length: number, use: (body: Buffer) => void): PartBody {
  const body = Buffer.allocUnsafeSlow(length);
  let filled = 0;
  return {
    write(chunk) {
      if (filled < length) filled += chunk.copy(body, filled);
    },
    end: () => use(body.subarray(0, filled)),
  };
}

function createReport(limits: PartLimits) {
  const findings: ScanFinding[] = [];
  const inventory = new Map<string, InstalledPackage>();
  const hashes = new Set<string>();

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
    install(packages: readonly InstalledPackage[]): void {
      for (const each of packages) {
        if (inventory.size >= limits.maxPackages) return;
        inventory.set(`${each.type}\n${each.name}\n${each.version ?? ''}`, each);
      }
    },
    done: (files: number): PartScan => ({
      files,
      findings: findings.toSorted((a, b) => rank(b) - rank(a)).slice(0, 2 * limits.maxFindings),
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

/** Whole systems carry keys of test suites and examples: a key alone is not proof of a leak, a live token is. */
function inLayer(found: ScanFinding): ScanFinding {
  const severity = found.title === 'Private key' && found.severity === 'critical' ? 'high' : found.severity;
  const file = found.file === '' ? null : found.file;
  const description =
    file === null ? found.description.replace(' in .', ' in the settings.') : found.description;
  return { ...found, severity, file, description, scanner: partScanner };
}

function privileged({ path, mode }: PartEntry): ScanFinding {
  const bits = (mode & 0o4000) === 0 ? 'its group' : 'its owner';
  return finding(
    path,
    'policy_violation',
    'medium',
    'Program with raised rights',
    `runs with the rights of ${bits} whoever starts it.`,
  );
}

function malware(path: string): ScanFinding {
  return finding(
    path,
    'malware',
    'critical',
    'Known malware (EICAR test file)',
    'is the standard antivirus test file.',
  );
}

function stopped({ kind, message }: PartStop, entries: number): ScanFinding {
  if (kind === 'not an archive' && entries === 0)
    return finding(
      '',
      'file_type_anomaly',
      'info',
      'Layer that is no archive',
      `was not looked through: ${message}.`,
    );
  const severity = kind === 'limit' ? 'low' : 'info';
  return finding(
    '',
    'file_type_anomaly',
    severity,
    'Layer not read to its end',
    `was looked through until entry ${entries}: ${message}.`,
  );
}

/** `what` continues the sentence that the file's path begins. */
function finding(
  path: string,
  kind: FindingKind,
  severity: Severity,
  title: string,
  what: string,
): ScanFinding {
  const file = path === '' ? null : path;
  return {
    kind,
    severity,
    title,
    description: `${file ?? 'The part'} ${what}`,
    file,
    line: null,
    scanner: partScanner,
  };
}
