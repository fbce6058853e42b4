import { DomainError } from '../../../domain/errors.ts';
import { bufferSource } from '../../../scan/byte-source.ts';
import { createInsideBudget } from '../../../scan/inside/budget.ts';
import { containersOf } from '../../../scan/inside/container.ts';
import { membersOf } from '../../../scan/inside/members-of.ts';
import { createWalk } from '../../../scan/inside/walk.ts';
import { archiveLimits } from '../../../scan/limits.ts';
import { openArchive } from '../../../scan/open-archive.ts';
import { createLenientTar } from '../../../scan/parts/lenient-tar.ts';
import { partLimits } from '../../../scan/parts/limits.ts';
import { PartStop } from '../../../scan/parts/part-stop.ts';
import { HEAD_BYTES } from '../../../scan/scan-archive.ts';
import { listCentral } from '../../../scan/zip-central.ts';
import { findZipEnd, hasZipEnd } from '../../../scan/zip-end.ts';
import { assertUnpackable, readFramedZip } from '../../../scan/unpackable.ts';

/** Raw names of files; undefined if the archive is refused or reported as ambiguous. */
export type View = ReadonlySet<string> | undefined;

const limits = archiveLimits(2 ** 28);
const raw = (path: string): string => Buffer.from(path).toString('latin1');

/** Reads an archive as a package. */
export function asPackage(path: string, format: 'zip' | 'tgz' | 'tar'): Promise<View> {
  return orRefused(async () => {
    const archive = await openArchive(path, format, limits);
    return archive.entries.map((entry) => raw(entry.path));
  });
}

/** Reads a zip as a jar. A file that is not recognized as one is read as any other file. */
export function asJar(path: string, body: Buffer): Promise<View> {
  if (!hasZipEnd(bufferSource(body))) return asInside(body, 'zip');
  return orRefused(async () => {
    assertUnpackable(path, limits);
    const { entries } = readFramedZip(bufferSource(body), limits);
    return entries.flatMap(({ rawName, secondName }) =>
      [rawName, secondName ?? rawName].map((name) => name.toString('latin1')),
    );
  });
}

/** Reads an archive inside another file. In a tar, links and devices count as well, although they have no content. */
export function asInside(body: Buffer, format: 'zip' | 'tgz' | 'tar'): Promise<View> {
  return orRefused(async () => {
    const notes: string[] = [];
    const walk = createWalk({ limits, budget: createInsideBudget() }, (why) => notes.push(why));
    const bytes = bufferSource(body);
    const names: string[] = [];
    if (format === 'zip') {
      if (!containersOf(body.subarray(0, HEAD_BYTES), bytes).includes('zip')) return names;
      for await (const member of membersOf('zip', { path: '', bytes, walk })) names.push(raw(member.path));
      // the scanner opens each entry once, and reports only one of its names
      for (const { rawName, secondName } of listCentral(bytes, findZipEnd(bytes), limits))
        names.push(rawName.toString('latin1'), (secondName ?? rawName).toString('latin1'));
    } else {
      const note = (why: string) => void notes.push(why);
      const tar = createLenientTar(partLimits, ({ path }) => void names.push(raw(path), path), note);
      for await (const chunk of format === 'tar' ? [body] : walk.unpacked(bytes)) tar.push(chunk);
      if (!tar.isWhole()) notes.push('cut off');
    }
    if (notes.length > 0) throw new PartStop(String(notes[0]), 'unreadable');
    return names;
  });
}

async function orRefused(list: () => Promise<readonly string[]>): Promise<View> {
  try {
    return new Set(await list());
  } catch (error) {
    if (error instanceof DomainError || error instanceof PartStop) return undefined;
    throw error;
  }
}
