import type { ArchiveEntry } from '../domain/archive.ts';
import type { ArchiveLimits } from './limits.ts';
import { refusal } from './refusal.ts';
import { createTarReader } from './tar.ts';

/** The number of bytes that identify a tar. */
const markEnd = 263;

type Sink = (entry: ArchiveEntry) => (chunk: Buffer) => void;

/**
 * Reads compressed content: the files of a tar, or one file that has the member's name without its extension. Their
 * paths begin with the member's path.
 * @returns the number of unpacked bytes
 * @throws DomainError `invalid_archive`
 */
export async function openMember(
  content: AsyncIterable<Buffer>,
  { path: member, hasRecords }: { path: string; hasRecords: boolean },
  limits: ArchiveLimits,
  sink: Sink,
): Promise<number> {
  const inside: Sink = (entry) => sink({ ...entry, path: `${member}/${entry.path.replace(/^\.\//, '')}` });
  const single: Buffer[] = [];
  let tar: ReturnType<typeof createTarReader> | undefined;
  let isTar: boolean | undefined;
  let produced = 0;
  for await (const chunk of content) {
    produced += chunk.length;
    if (tar !== undefined) {
      tar.push(chunk);
      continue;
    }
    single.push(chunk);
    if (isTar === undefined && produced >= markEnd) {
      isTar = Buffer.concat(single).toString('latin1', 257, 262) === 'ustar';
      if (isTar) {
        tar = createTarReader(limits, inside, { hasRecords });
        for (const early of single.splice(0)) tar.push(early);
      }
    }
    if (tar === undefined && produced > limits.keepTotalBytes)
      throw refusal(`the packed file ${member} is too large`);
  }
  if (tar !== undefined) tar.finish();
  else takeSingle(single, produced, member, inside);
  return produced;
}

function takeSingle(chunks: readonly Buffer[], size: number, member: string, inside: Sink): void {
  const name = member.slice(member.lastIndexOf('/') + 1).replace(/\.gz$/, '');
  const write = inside({ path: name, size, mode: 0 });
  for (const chunk of chunks) write(chunk);
}
