import { DomainError } from '../domain/errors.ts';
import type { ScanFinding } from '../domain/findings.ts';
import { createInsideBudget } from './inside/budget.ts';
import { scanBudget, type ArchiveLimits } from './limits.ts';
import { limitsOf, openAll, type ScanFile, scanOpened, type ScanRefused } from './task.ts';

/** Files of a release that was inspected at its upload; plain data. */
export interface RescanTask {
  files: readonly ScanFile[];
  /** The package's name. */
  name: string;
  /** The operator's `MAX_UPLOAD_BYTES`; the archive's limits follow from it. */
  maxUploadBytes: number;
  limits?: Partial<ArchiveLimits>;
}

export interface RescanOk {
  status: 'ok';
  /** By file, worst first. `isCut`: the list is not complete. */
  findings: { filename: string; findings: ScanFinding[]; isCut: boolean }[];
  leakedTokenHashes: string[];
}

export type RescanOutput = RescanOk | ScanRefused;

/**
 * Opens and scans the files again, without the ecosystem's inspection: its facts are stored. A file that can't be
 * opened under the current limits is `refused`; other errors reject.
 */
export async function runRescan(task: RescanTask): Promise<RescanOutput> {
  try {
    return await rescan(task);
  } catch (error) {
    if (!(error instanceof DomainError) || !error.isPermanent) throw error;
    return { status: 'refused', code: error.code, detail: error.detail };
  }
}

async function rescan({ files, name, ...task }: RescanTask): Promise<RescanOk> {
  const limits = { ...limitsOf({ files, ...task }), ...task.limits };
  const findings: RescanOk['findings'] = [];
  const leaked = new Set<string>();
  const budget = createInsideBudget();
  for (const file of await openAll(files, limits)) {
    // similar names were compared when the package was new. An archive inside that can't be opened holds new
    // releases; for a visible release this is no new fact
    const found = await scanOpened(file, { name, similarTo: [], limits, budget, uninspected: 'record' });
    const isCut = found.findings.length >= scanBudget.findings;
    findings.push({ filename: file.filename, findings: found.findings, isCut });
    for (const hash of found.leakedTokenHashes) leaked.add(hash);
  }
  return { status: 'ok', findings, leakedTokenHashes: [...leaked] };
}
