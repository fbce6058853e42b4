import { type OpenedArchive, wholeFile } from '../domain/archive.ts';
import { createReadStream } from 'node:fs';
import type { EcosystemId } from '../domain/ecosystem-id.ts';
import { boundPublication } from '../domain/bounded-publication.ts';
import type { InspectionTrust, TrustAnchors } from '../domain/file-proof.ts';
import { DomainError, type ErrorCode } from '../domain/errors.ts';
import { Severity, type ScanFinding } from '../domain/findings.ts';
import { publicationLimits } from '../domain/limits.ts';
import type { Extract, Inspection, Part, UninspectedPolicy } from '../domain/publication.ts';
import type { OpenedFile } from '../domain/release-file.ts';
import { isStorable } from '../domain/storable-text.ts';
import type { KnownName } from '../domain/similar-names.ts';
import type { ScanContext } from './context.ts';
import { scanFileTypes } from './file-types.ts';
import { createInsideBudget } from './inside/budget.ts';
import { lookInsideFile } from './inside/look-inside-file.ts';
import { scanHooks } from './install-hooks.ts';
import { archiveLimits, scanBudget, type ArchiveLimits } from './limits.ts';
import { nameFindings } from './names.ts';
import { scanNative } from './native-code.ts';
import { openArchive } from './open-archive.ts';
import type { ScanArchive } from './scan-archive.ts';
import { scanSecrets } from './secrets.ts';

/** The declaration in the publish request; the ecosystem compares it with the archive. */
export interface DeclaredRelease {
  name: string;
  version: string;
  metadata: Record<string, unknown>;
  file?: string;
}

/** One file of the release, with its path on disk. */
export interface ScanFile extends Omit<OpenedFile, keyof OpenedArchive | 'pieces'> {
  path: string;
}

/** Plain data, for the transfer to another thread. */
export interface ScanTask {
  /** At least one file, sorted by name. */
  files: readonly ScanFile[];
  ecosystem: EcosystemId;
  declared: DeclaredRelease;
  /** The operator's `MAX_UPLOAD_BYTES`; the archive's limits follow from it. */
  maxUploadBytes: number;
  limits?: Partial<ArchiveLimits>;
  similarTo: KnownName[];
  /** The policy for archives that can't be opened. Default: `record`. */
  uninspected?: UninspectedPolicy;
  /** Absent if there is no signature. */
  trust?: TrustAnchors;
  /** Files of the visible release that a new file is about: they are opened, but not scanned again. */
  beside?: readonly ScanFile[];
}

/** A file extracted from the archive; a Buffer loses its class between threads. */
export type ScannedExtract = Omit<Extract, 'body'> & { body: Uint8Array };

export interface ScanOk {
  status: 'ok';
  inspection: Pick<Inspection, 'publication' | 'standings' | 'listed' | 'files' | 'builds'> & {
    extracts: ScannedExtract[];
    parts: Part[];
  };
  /** The files inside all files of the release. */
  files: { path: string; size: number }[];
  /** Findings by file of the release, worst first. */
  findings: { filename: string; findings: ScanFinding[] }[];
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

export type Inspect = (
  files: readonly OpenedFile[],
  declared: DeclaredRelease,
  trust: InspectionTrust | undefined,
) => Promise<Inspection>;

/**
 * Opens, inspects and scans the files of one release. A permanent DomainError is the publisher's fault and is
 * returned as `refused`; all other errors reject and count as a crash of the scanner.
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
  const limits = { ...limitsOf(task), ...task.limits };
  const opened = await openAll(task.files, limits);
  const beside = (await openAll(task.beside ?? [], limits)).map(shownTo);
  const trust = task.trust && { ...task.trust, beside };
  const inspection = storable(await inspect(opened.map(shownTo), task.declared, trust));
  const findings: ScanOk['findings'] = [];
  const leaked = new Set<string>();
  const budget = createInsideBudget();
  for (const file of opened) {
    const isFirst = findings.length === 0;
    // findings about the release as a whole are reported once
    const context = {
      name: task.declared.name,
      similarTo: isFirst ? task.similarTo : [],
      limits,
      budget,
      uninspected: task.uninspected ?? ('record' as const),
    };
    const isUnpacked = inspection.unpacked?.includes(file.filename) === true;
    const found = await scanOpened(file, context, {
      known: isFirst ? inspection.findings : [],
      isUnpacked,
    });
    findings.push({ filename: file.filename, findings: found.findings });
    for (const hash of found.leakedTokenHashes) leaked.add(hash);
  }
  const { publication, standings, extracts, listed, files, builds, parts = [] } = inspection;
  const inside = opened.flatMap(entriesOf);
  return {
    status: 'ok',
    inspection: {
      publication,
      standings,
      extracts,
      parts,
      ...(listed === undefined ? {} : { listed }),
      ...(files === undefined ? {} : { files }),
      ...(builds === undefined ? {} : { builds }),
    },
    files: inside,
    findings,
    leakedTokenHashes: [...leaked],
    totals: {
      files: inside.length,
      uncompressedBytes: opened.reduce((sum, { archive }) => sum + archive.facts.fileBytes, 0),
    },
  };
}

/** The ecosystem's facts about a scanned file; empty in a rescan. */
interface KnownOfFile {
  known?: readonly ScanFinding[] | undefined;
  /** Whether clients unpack the file. */
  isUnpacked?: boolean;
}

/** The findings of all scanners in one file and in the archives inside it. */
export async function scanOpened(
  { filename, format, path, archive }: OpenedScanFile,
  context: ScanContext,
  { known = [], isUnpacked = false }: KnownOfFile = {},
): Promise<{ findings: ScanFinding[]; leakedTokenHashes: string[] }> {
  const found = await scanAll(archive, context, known);
  const outside = format === 'file' || format === 'any' ? asFile(found.findings, filename) : found.findings;
  const inside = await named(filename, () =>
    lookInsideFile({ filename, format, path, archive, isUnpacked }, context),
  );
  return {
    findings: worst([...outside, ...inside.findings]),
    leakedTokenHashes: [...found.leakedTokenHashes, ...inside.leakedTokenHashes],
  };
}

/**
 * Adds the file's name in the release to findings about a file that is not an archive; scanners do not know that
 * name.
 */
function asFile(findings: readonly ScanFinding[], filename: string): ScanFinding[] {
  return findings.map((finding) => {
    if (finding.file !== wholeFile) return finding;
    const description = finding.description.replace(/^file | in file\./, (place) =>
      place.replace(wholeFile, () => filename),
    );
    return { ...finding, file: filename, description };
  });
}

/** Limits per file: all files of a release together use as much memory as a single file may. */
export function limitsOf({
  files,
  maxUploadBytes,
}: Pick<ScanTask, 'files' | 'maxUploadBytes'>): ArchiveLimits {
  const limits = archiveLimits(maxUploadBytes);
  return { ...limits, keepTotalBytes: Math.floor(limits.keepTotalBytes / files.length) };
}

/** A file of the release, opened. */
export interface OpenedScanFile extends ScanFile {
  archive: ScanArchive;
}

/** @throws DomainError for a file that can't be opened within the limits; with several files, it names the file */
export async function openAll(files: readonly ScanFile[], limits: ArchiveLimits): Promise<OpenedScanFile[]> {
  const opened: OpenedScanFile[] = [];
  for (const file of files) {
    const open = () => openArchive(file.path, file.format, limits);
    opened.push({ ...file, archive: files.length === 1 ? await open() : await named(file.filename, open) });
  }
  return opened;
}

/** Adds the file's name to a refusal that concerns one of several files. */
async function named<T>(filename: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new DomainError(error.code, `${filename}: ${error.detail}`, error.meta, error);
  }
}

/** The ecosystem's view of a file: without its path on disk. */
function shownTo({ path, archive, ...file }: OpenedScanFile): OpenedFile {
  return {
    ...file,
    entries: archive.entries,
    read: (entry, maxBytes) => archive.read(entry, maxBytes),
    readAll: (paths, maxBytes) => archive.readAll(paths, maxBytes),
    pieces: () => createReadStream(path),
  };
}

/** The entries of a single file under their own paths; those of several files below the name of each file. */
function entriesOf(
  { filename, format, archive }: OpenedScanFile,
  _index: number,
  all: readonly OpenedScanFile[],
) {
  return archive.entries.map(({ path, size }) => {
    if (all.length === 1) return { path, size };
    return { path: format === 'file' || format === 'any' ? filename : `${filename}/${path}`, size };
  });
}

/** Removes unstorable characters from a readme, as any viewer would; refuses a manifest with such texts as broken. */
function storable(inspection: Inspection): Inspection {
  const { publication, files = {}, findings = [] } = inspection;
  const readme = publication.readme?.replaceAll('\0', '').toWellFormed() ?? null;
  const cleaned = boundPublication({ ...publication, readme });
  assertBounded(files);
  if (isStorable([cleaned, files, inspection.builds ?? [], findings]))
    return { ...inspection, publication: cleaned };
  throw new DomainError('invalid_archive', 'the manifest has characters that no text can hold');
}

function assertBounded(files: NonNullable<Inspection['files']>): void {
  const { bytes } = publicationLimits.metadata;
  if (Buffer.byteLength(JSON.stringify(files)) <= bytes) return;
  throw new DomainError('invalid_archive', `the metadata of the files is larger than ${bytes} bytes`);
}

/** The findings of all scanners in an opened archive. */
export async function scanAll(
  archive: ScanArchive,
  context: Pick<ScanContext, 'name' | 'similarTo'>,
  known: readonly ScanFinding[] = [],
): Promise<{ findings: ScanFinding[]; leakedTokenHashes: string[] }> {
  const secrets = await scanSecrets(archive);
  const findings = [
    ...known,
    ...nameFindings(context.name, context.similarTo),
    ...secrets.findings,
    ...(await scanHooks(archive)),
    ...(await scanNative(archive)),
    ...(await scanFileTypes(archive)),
  ];
  return { findings: worst(findings), leakedTokenHashes: secrets.leakedTokenHashes };
}

function worst(findings: readonly ScanFinding[]): ScanFinding[] {
  return findings.toSorted((a, b) => rank(b) - rank(a)).slice(0, scanBudget.findings);
}

function rank(finding: ScanFinding): number {
  return Severity.options.indexOf(finding.severity);
}
