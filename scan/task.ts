import type { ArchiveFormat, OpenedArchive } from '../domain/archive.ts';
import type { EcosystemId } from '../domain/ecosystem-id.ts';
import { boundPublication } from '../domain/bounded-publication.ts';
import { DomainError, type ErrorCode } from '../domain/errors.ts';
import { Severity, type ScanFinding } from '../domain/findings.ts';
import type { Extract, Inspection, Part } from '../domain/publication.ts';
import { isStorable } from '../domain/storable-text.ts';
import type { KnownName, ScanContext } from './context.ts';
import { scanFileTypes } from './file-types.ts';
import { scanHooks } from './install-hooks.ts';
import { archiveLimits, scanBudget, type ArchiveLimits } from './limits.ts';
import { nameFindings } from './names.ts';
import { scanNative } from './native-code.ts';
import { openArchive } from './open-archive.ts';
import type { ScanArchive } from './scan-archive.ts';
import { scanSecrets } from './secrets.ts';

/** What the publish request said; the ecosystem compares it with the archive. */
export interface DeclaredRelease {
  name: string;
  version: string;
  metadata: Record<string, unknown>;
}

/** Plain data, so that it can be handed to another thread. */
export interface ScanTask {
  path: string;
  format: ArchiveFormat;
  ecosystem: EcosystemId;
  declared: DeclaredRelease;
  /** The ecosystem's upload limit in bytes; the archive's limits follow from it. */
  maxUploadBytes: number;
  limits?: Partial<ArchiveLimits>;
  similarTo: KnownName[];
}

/** A file taken out of the archive; a Buffer loses its class between threads. */
export type ScannedExtract = Omit<Extract, 'body'> & { body: Uint8Array };

export interface ScanOk {
  status: 'ok';
  inspection: Pick<Inspection, 'publication' | 'listed'> & { extracts: ScannedExtract[]; parts: Part[] };
  files: { path: string; size: number }[];
  /** Worst first. */
  findings: ScanFinding[];
  /** SHA-256 (hex) of this registry's own tokens found inside. */
  leakedTokenHashes: string[];
  totals: { files: number; uncompressedBytes: number };
}

export interface ScanRefused {
  status: 'refused';
  code: ErrorCode;
  detail: string;
}

export type ScanOutput = ScanOk | ScanRefused;

export type Inspect = (archive: OpenedArchive, declared: DeclaredRelease) => Promise<Inspection>;

/**
 * Opens, inspects and scans one archive. A permanent DomainError is the publisher's fault and becomes `refused`;
 * everything else rejects and counts as a crash of the scanner.
 */
export async function runScan(task: ScanTask, inspect: Inspect): Promise<ScanOutput> {
  try {
    return await scan(task, inspect);
  } catch (error) {
    if (!(error instanceof DomainError) || !error.isPermanent) throw error;
    return { status: 'refused', code: error.code, detail: error.detail };
  }
}

async function scan(task: ScanTask, inspect: Inspect): Promise<ScanOk> {
  const limits = { ...archiveLimits(task.maxUploadBytes), ...task.limits };
  const archive = await openArchive(task.path, task.format, limits);
  const inspection = storable(await inspect(archive, task.declared));
  const context = { name: task.declared.name, similarTo: task.similarTo, limits };
  const { findings, leakedTokenHashes } = await scanAll(archive, context, inspection.findings);
  const { publication, extracts, listed, parts = [] } = inspection;
  return {
    status: 'ok',
    inspection: { publication, extracts, parts, ...(listed === undefined ? {} : { listed }) },
    files: archive.entries.map(({ path, size }) => ({ path, size })),
    findings,
    leakedTokenHashes,
    totals: { files: archive.entries.length, uncompressedBytes: archive.facts.fileBytes },
  };
}

/** A readme loses what can't be stored, as any viewer would drop it; a manifest with such texts is broken. */
function storable(inspection: Inspection): Inspection {
  const { publication, findings = [] } = inspection;
  const readme = publication.readme?.replaceAll('\0', '').toWellFormed() ?? null;
  const cleaned = boundPublication({ ...publication, readme });
  if (isStorable([cleaned, findings])) return { ...inspection, publication: cleaned };
  throw new DomainError('invalid_archive', 'the manifest has characters that no text can hold');
}

/** Everything the scanners have to say about an archive that opened. */
export async function scanAll(
  archive: ScanArchive,
  context: ScanContext,
  known: readonly ScanFinding[] = [],
): Promise<Pick<ScanOk, 'findings' | 'leakedTokenHashes'>> {
  const secrets = await scanSecrets(archive);
  const findings = [
    ...known,
    ...nameFindings(context.name, context.similarTo),
    ...secrets.findings,
    ...(await scanHooks(archive)),
    ...(await scanNative(archive)),
    ...(await scanFileTypes(archive, context)),
  ];
  findings.sort((a, b) => rank(b) - rank(a));
  return { findings: findings.slice(0, scanBudget.findings), leakedTokenHashes: secrets.leakedTokenHashes };
}

function rank(finding: ScanFinding): number {
  return Severity.options.indexOf(finding.severity);
}
