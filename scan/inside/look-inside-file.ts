import type { ArchiveFormat } from '../../domain/archive.ts';
import { bufferSource, fileSource } from '../byte-source.ts';
import type { ScanContext } from '../context.ts';
import { insideBudget } from '../limits.ts';
import type { ScanArchive } from '../scan-archive.ts';
import { assertUnpackable } from '../unpackable.ts';
import { frontContainer } from './container.ts';
import { createInside } from './look-inside.ts';
import type { InsideFindings } from './report.ts';

/** A file of a release, opened by its ecosystem. */
export interface OuterFile {
  filename: string;
  format: ArchiveFormat;
  path: string;
  archive: ScanArchive;
  /** Whether clients unpack the file although its declared format is `any`. */
  isUnpacked: boolean;
}

const nothing: InsideFindings = { findings: [], leakedTokenHashes: [] };

/**
 * The findings in the archives inside one file: in its entries, or in the file itself if its format is unknown.
 * @throws DomainError `invalid_archive` for an archive that clients unpack and that would write outside of its folder
 */
export async function lookInsideFile(
  { filename, format, path, archive, isUnpacked }: OuterFile,
  { limits, budget, uninspected: policy }: ScanContext,
): Promise<InsideFindings> {
  if (format === 'file') return nothing;
  const inside = createInside({ limits, budget, policy, nameOfFile: filename });
  if (format === 'any') {
    if (isUnpacked) assertUnpackable(path, limits);
    using bytes = fileSource(path);
    await inside.look('', bytes, 0);
    return inside.done();
  }
  const isContainer = (file: string) =>
    !archive.isOpened(file) && (archive.mayBeZip(file) || frontContainer(archive.head(file)) !== undefined);
  for (const entry of archive.entries) {
    if (entry.size > insideBudget.fileBytes && isContainer(entry.path)) inside.leaveOut(entry.path);
  }
  await archive.visit(
    (entry) => isContainer(entry.path),
    insideBudget.fileBytes,
    ({ path: entry }, body) => inside.look(entry, bufferSource(body), 1),
  );
  return inside.done();
}
