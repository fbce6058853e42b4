import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ArchiveFormat } from '../../../domain/archive.ts';
import { createDigestBuilder } from '../../../domain/digest.ts';
import type { UninspectedPolicy } from '../../../domain/publication.ts';
import { createInsideBudget, type InsideBudget } from '../../../scan/inside/budget.ts';
import { archiveLimits, type ArchiveLimits } from '../../../scan/limits.ts';
import { openAll, type ScanFile, scanOpened } from '../../../scan/task.ts';

/** Writes the content to a file, calls `use` with its path, and removes the file. */
export async function onDisk<T>(body: Buffer, use: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'archive-'));
  try {
    const path = join(folder, 'archive');
    await writeFile(path, body);
    return await use(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The only file of a release, in the form that the scanner receives. */
export function scanFile(path: string, format: ArchiveFormat, filename = 'archive'): ScanFile {
  return { path, format, kind: format, filename, sizeBytes: 0, ...createDigestBuilder().digest() };
}

/** The findings of all scanners in the only file of a release. */
export function scanBody(
  body: Buffer,
  format: ArchiveFormat,
  { filename = 'archive', isUnpacked = false, uninspected = 'record', budget, limits }: ScanChoices = {},
) {
  const bounds = { ...archiveLimits(2 ** 28), ...limits };
  return onDisk(body, async (path) => {
    const [file] = await openAll([scanFile(path, format, filename)], bounds);
    if (file === undefined) throw new Error('nothing was opened');
    const context = { name: 'x', similarTo: [], limits: bounds, uninspected };
    return scanOpened(file, { ...context, budget: budget ?? createInsideBudget() }, { isUnpacked });
  });
}

interface ScanChoices {
  filename?: string;
  isUnpacked?: boolean;
  uninspected?: UninspectedPolicy;
  budget?: InsideBudget;
  limits?: Partial<ArchiveLimits>;
}
