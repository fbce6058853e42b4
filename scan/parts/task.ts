import type { Part } from '../../domain/publication.ts';
import { fileSource } from '../byte-source.ts';
import { BLOCK } from '../tar-header.ts';
import { isTestVirus } from '../test-virus.ts';
import { beginsAsText } from '../text.ts';
import { readUpTo, startOf } from './peek-start.ts';
import { isTarHeader } from './entry-header.ts';
import { listReaderOf } from './inventory.ts';
import { createLenientTar, type PartBody, type PartEntry } from './lenient-tar.ts';
import { type PartLimits, partLimits } from './limits.ts';
import { hiding, malware, privileged } from './part-findings.ts';
import { createReport, type PartScan, type Report } from './report.ts';
import { PartStop } from './part-stop.ts';
import { reasonNotInspected } from './unsupported-formats.ts';
import { unpacked } from './unpack.ts';

const headBytes = 1024;

/** Plain data, for the transfer to another thread. */
export interface PartTask {
  path: string;
  format: Part['format'];
  limits?: Partial<PartLimits>;
}

/**
 * Scans one part, e.g. an image layer, under any name: its bytes show whether it is an archive. Faults of its form
 * are findings at most.
 */
export async function scanPart({ path, format, limits: changed }: PartTask): Promise<PartScan> {
  const limits = { ...partLimits, ...changed };
  const report = createReport(limits);
  using bytes = fileSource(path);
  const body = startOf(unpacked(bytes, limits), BLOCK);
  try {
    const isTar = isTarHeader(await body.start());
    return isTar
      ? await scanLayer(body.all(), limits, report)
      : await scanFile(body.all(), format, limits, report);
  } catch (error) {
    if (!(error instanceof PartStop)) throw error;
    return stopped(error, { files: 0, entries: 0 }, report);
  }
}

/** Scans a part that is not an archive: settings of an image, with the author's environment and build steps. */
async function scanFile(
  chunks: AsyncIterable<Buffer>,
  format: Part['format'],
  limits: PartLimits,
  report: Report,
): Promise<PartScan> {
  const body = await readUpTo(chunks, limits.listFileBytes);
  if (isTestVirus(body.bytes.subarray(0, headBytes))) report.add(malware(''));
  const isText = body.isWhole && report.search('', body.bytes);
  const why = reasonNotInspected(body, format, isText);
  return report.done(1, why === undefined ? null : { why, entries: 0, isLimit: false });
}

async function scanLayer(
  chunks: AsyncIterable<Buffer>,
  limits: PartLimits,
  report: Report,
): Promise<PartScan> {
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
      if (!isText && beginsAsText(body)) report.leaveText(entry.path);
      if (body.length < entry.size) return;
      if (read) report.install(read(body));
      if (!isText) return;
      const isSearched = report.search(entry.path, body);
      // binary files are dropped after their first bytes
      if (!isSearched) textRoom += entry.size;
    });
  }

  const tar = createLenientTar(limits, look);
  try {
    for await (const chunk of chunks) tar.push(chunk);
    if (!tar.isWhole()) throw new PartStop('it is cut off', 'unreadable');
  } catch (error) {
    if (!(error instanceof PartStop)) throw error;
    return stopped(error, { files, entries: tar.entries() }, report);
  }
  return report.done(files, null);
}

function stopped(
  { kind, message }: PartStop,
  { files, entries }: { files: number; entries: number },
  report: Report,
): PartScan {
  if (kind === 'hidden') report.add(hiding(message));
  return report.done(files, { why: message, entries, isLimit: kind !== 'unreadable' });
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
