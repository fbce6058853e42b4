import { digestsOf } from '../domain/digest.ts';
import { DomainError, isErrorCode } from '../domain/errors.ts';
import { isBlocking } from '../domain/findings.ts';
import { EcosystemId } from '../domain/ecosystem-id.ts';
import type { Format, Formats } from '../ecosystems/format.ts';
import { contentKey, stagingKey } from '../store/blobs/blobs.ts';
import type { Digests } from '../domain/digest.ts';
import { keepPlaced, placedBefore } from '../services/files/place-blobs.ts';
import {
  type BlobHold,
  describeArtifact,
  insertArtifact,
  listStoredFiles,
} from '../store/postgres/releases/artifacts.ts';
import { saveFileStanding } from '../store/postgres/releases/file-attestations.ts';
import { saveFileInspection } from '../store/postgres/releases/staged-extracts.ts';
import type { Transaction } from '../store/postgres/pool.ts';
import { type LocatedFile, withLocalFiles } from './local-files.ts';
import { type PartScanDeps, type ScannedParts, scanParts } from './parts-scan.ts';
import { scanOrGiveUp } from './scan-or-give-up.ts';
import { judgeBuilds, trustFor } from './scan-trust.ts';
import { clearScanFailure } from '../services/releases/scan-failure.ts';
import { listOpenFindings, saveFindings } from '../store/postgres/findings/findings.ts';
import { listSimilarNames } from '../store/postgres/packages/similar-names.ts';
import { recordScan } from '../store/postgres/releases/release-scans.ts';
import { scannersOfToday } from '../scan/scanners.ts';
import { saveInspection } from '../store/postgres/releases/releases.ts';
import { matchAdvisories } from '../services/findings/match-advisories.ts';
import { recordContents } from '../services/releases/record-contents.ts';
import { revokeLeakedTokens } from '../services/identity/revoke-leaked.ts';
import { saveInventory } from '../store/postgres/parts/part-scans.ts';
import { listHeldFiles, listWaitingFiles } from '../store/postgres/releases/staged-files.ts';
import { findUpload } from '../store/postgres/releases/uploads.ts';
import { findScanSubject, type ScanSubject } from '../store/postgres/releases/scan-subjects.ts';
import type { DeclaredRelease, ScanOk, ScanOutput, ScanRefused, ScanTask } from '../scan/task.ts';

export interface ScanDeps extends PartScanDeps {
  ecosystems: Formats;
  /** Runs one task in a process with memory and time limits; rejects when the process had to be ended. */
  runScan(task: ScanTask): Promise<ScanOutput>;
  maxUploadBytes: number;
  /** The trusted root as JSON; null for the public one. */
  sigstoreRoot: string | null;
}

export interface ScanVerdict {
  isBlocked: boolean;
  files: number;
  findings: number;
  milliseconds: number;
}

interface ScannedFile {
  uploadId: string;
  releaseId: string;
  packageId: string;
  filename: string;
  /** The file joins a visible release: a person decides about a blocking finding. */
  joinsVisible?: boolean;
}

export type ScanActivities = ReturnType<typeof createScanActivities>;

export function createScanActivities(deps: ScanDeps) {
  return {
    /** Opens the release's archive in the sandbox; stores its facts, its files and its findings. */
    async scanRelease({ releaseId }: { releaseId: string }): Promise<ScanVerdict> {
      const startedAt = performance.now();
      const { subject, task } = await loadTask(deps, releaseId);
      const output = await withLocalFiles(deps.blobs, task.files, (files) =>
        scanOrGiveUp(() => deps.runScan({ ...task.scan, files })),
      );
      if (output.status === 'refused') throw refusal(output);
      const standings = await judgeBuilds(deps.pool, subject, output.inspection);
      const parts = await scanParts(deps, subject, output.inspection.parts);
      await saveVerdict(deps, subject, { ...output, inspection: { ...output.inspection, standings } }, parts);
      const open = await listOpenFindings(deps.pool, releaseId);
      return {
        isBlocked: open.some(isBlocking),
        files: output.files.length + parts.files,
        findings: [...output.findings, ...parts.findings].reduce(
          (sum, { findings }) => sum + findings.length,
          0,
        ),
        milliseconds: Math.round(performance.now() - startedAt),
      };
    },

    /**
     * Scans a file that joins a release. A blocking finding holds a file that would join a visible release.
     * @throws DomainError also for a blocking finding in a file that waits with its release
     */
    async scanAttachment(ref: ScannedFile) {
      const upload = await findUpload(deps.pool, ref.uploadId);
      if (!upload) throw new DomainError('invalid_state', 'the upload has expired: send it again');
      const ecosystem = deps.ecosystems.get(EcosystemId.parse(upload.ecosystem));
      const scan = { ...subjectOf(ecosystem, upload.declared, deps.maxUploadBytes), similarTo: [] };
      const file = { ...factsOf(ecosystem, upload), key: stagingKey(upload.id) };
      const { releaseId, packageId, filename } = ref;
      const { name } = upload.declared;
      const trust = await trustFor(deps, { ecosystem, packageId, name, files: [file] });
      const signed = await listSigned(deps, ecosystem, upload.declared, releaseId);
      const output = await withLocalFiles(deps.blobs, [file, ...signed], ([first, ...beside]) =>
        scanOrGiveUp(() => deps.runScan({ ...scan, ...trust, files: first ? [first] : [], beside })),
      );
      if (output.status === 'refused') throw refusal(output);
      const standings = await judgeBuilds(deps.pool, { packageId, name }, output.inspection);
      const { leakedTokenHashes } = output;
      await deps.pool.transaction((tx) =>
        revokeLeakedTokens(tx, leakedTokenHashes, { packageId, releaseId }),
      );
      const findings = output.findings.flatMap((file) => file.findings);
      const blocking = findings.find(isBlocking);
      if (blocking && ref.joinsVisible !== true)
        throw new DomainError('policy_violation', `the file is refused: ${blocking.title}`);
      const { publication, files = {}, extracts } = output.inspection;
      await deps.pool.transaction((tx) =>
        saveFileInspection(tx, upload.id, {
          metadata: files[filename] ?? null,
          standing: standings[filename] ?? null,
          // saved as findings of the release when the file joins it
          findings,
          license: publication.license,
          extracts: extracts.map((extract) => ({ ...extract, body: Buffer.from(extract.body) })),
        }),
      );
      return { files: output.files.length, findings: findings.length };
    },
  };
}

function subjectOf(ecosystem: Format, declared: DeclaredRelease, maxUploadBytes: number) {
  return { ecosystem: ecosystem.id, declared, maxUploadBytes };
}

function factsOf(
  ecosystem: Format,
  upload: Digests & { declared: DeclaredRelease; sizeBytes: number },
): Omit<LocatedFile, 'key'> {
  const { format, kind, filename } = ecosystem.file(upload.declared);
  const { sizeBytes, sha256, sha512, sha1, md5 } = upload;
  return { format, kind, filename, sizeBytes, sha256, sha512, sha1, md5 };
}

/** Finds the file that a joining signature signs: a file of the release, or a waiting one. */
async function listSigned(
  { pool }: ScanDeps,
  ecosystem: Format,
  declared: DeclaredRelease,
  releaseId: string,
): Promise<LocatedFile[]> {
  const { about } = ecosystem.file(declared);
  if (about === undefined) return [];
  const isSigned = ({ filename }: { filename: string }) => filename === about;
  const stored = await listStoredFiles(pool, releaseId);
  const waiting = [...(await listWaitingFiles(pool, releaseId)), ...(await listHeldFiles(pool, releaseId))];
  return [
    ...stored.filter(isSigned).map((file) => ({ ...file, key: contentKey(file.sha256) })),
    ...waiting.filter(isSigned).map((file) => ({ ...factsOf(ecosystem, file), key: stagingKey(file.id) })),
  ].slice(0, 1);
}

function refusal({ code, detail }: ScanRefused): DomainError {
  return new DomainError(isErrorCode(code) ? code : 'invalid_archive', detail);
}

async function loadTask(deps: ScanDeps, releaseId: string) {
  const subject = await findScanSubject(deps.pool, releaseId);
  if (!subject) throw new DomainError('invalid_state', 'the release was withdrawn meanwhile');
  const { upload, nameKey, isNewName } = subject;
  if (!upload) throw new DomainError('invalid_state', 'the upload has expired: publish again');
  const ecosystem = deps.ecosystems.get(subject.ecosystem);
  const similarTo = isNewName
    ? await listSimilarNames(deps.pool, { ecosystem: ecosystem.id, nameKey }, subject)
    : [];
  const scan = {
    ...subjectOf(ecosystem, upload.declared, deps.maxUploadBytes),
    similarTo: [...similarTo],
  };
  const stored = await listStoredFiles(deps.pool, releaseId);
  // releases from before the storage of formats have one file
  const files = stored.length > 0 ? stored : [factsOf(ecosystem, upload)];
  const trust = await trustFor(deps, { ecosystem, packageId: subject.packageId, name: nameKey, files });
  return {
    subject,
    task: {
      files: files.map((file) => ({ ...file, key: contentKey(file.sha256) })),
      scan: { ...scan, ...trust },
    },
  };
}

async function saveVerdict(
  deps: ScanDeps,
  subject: ScanSubject,
  output: ScanOk,
  parts: ScannedParts,
): Promise<void> {
  const { publication, standings, listed = null, files = {} } = output.inspection;
  const extracts = output.inspection.extracts.map((extract) => ({
    ...extract,
    ...digestsOf(extract.body),
    sizeBytes: extract.body.length,
    from: Buffer.from(extract.body),
    extractedFrom: extract.from ?? output.findings[0]?.filename ?? '',
  }));
  const { id, packageId, ecosystem } = subject;
  const commit = async (tx: Transaction, placed: readonly BlobHold[]) => {
    await keepPlaced(tx, placed);
    for (const extract of extracts) await insertArtifact(tx, { ...extract, releaseId: id });
    for (const [filename, metadata] of Object.entries(files)) {
      await describeArtifact(tx, id, filename, metadata);
    }
    for (const [filename, standing] of Object.entries(standings)) {
      await saveFileStanding(tx, id, filename, standing);
    }
    await saveInspection(tx, { id, ecosystem }, publication, output.files, listed);
    const opened = { id, packageId, publication, files: output.files };
    await recordContents(tx, deps.ecosystems.get(ecosystem), opened);
    await clearScanFailure(tx, id);
    await matchAdvisories(tx, deps.ecosystems.get(ecosystem), subject);
    await recordScan(tx, id, scannersOfToday);
    for (const file of output.findings) {
      await saveFindings(tx, { id, packageId, filename: file.filename }, file.findings);
    }
    for (const part of parts.findings) {
      await saveFindings(tx, { id, packageId, part: part.digest }, part.findings);
    }
    if (parts.inventory.length > 0) await saveInventory(tx, id, parts.inventory);
    await revokeLeakedTokens(tx, output.leakedTokenHashes, { packageId, releaseId: id });
  };
  await placedBefore(deps, extracts, (placed) => deps.pool.transaction((tx) => commit(tx, placed)));
}
