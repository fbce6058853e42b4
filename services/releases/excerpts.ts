import { answerLimits } from '../../domain/limits/answers.ts';
import { cut } from '../../domain/storable-text.ts';
import { decodeUtf8 } from '../../domain/utf8.ts';
import type { BrowsableFile } from '../files/archive-reader.ts';
import { isWhole } from '../files/browse.ts';
import type { Platform } from '../platform.ts';
import type { Review, ReviewFinding } from './review.ts';

/** Lines of a file around a finding. */
export interface Excerpt {
  /** The number of the first line. */
  firstLine: number;
  lines: readonly string[];
}

const linesAround = 3;
const longestLine = answerLimits['line of an excerpt'].characters;
const mostExcerpts = answerLimits['excerpts of a review'].count;
/** The longest time for which a page waits for archives; the next request finds them in the cache. */
const patienceMs = 10_000;

/** Returns the lines around findings with a location, if they are text and the sandbox reads them in time. */
export async function excerptsOf(
  { archives }: Pick<Platform, 'archives'>,
  { files }: Pick<Review, 'files'>,
  readable: readonly BrowsableFile[],
): Promise<ReadonlyMap<ReviewFinding, Excerpt>> {
  const found = new Map<ReviewFinding, Excerpt>();
  const places = files
    .flatMap(({ sha256, findings }) => {
      const file = readable.find((each) => each.sha256 === sha256);
      return file ? findings.filter(({ line }) => line !== null).map((finding) => ({ file, finding })) : [];
    })
    .slice(0, mostExcerpts);
  let isOver = false;
  const reading = (async () => {
    for (const { file, finding } of places) {
      if (isOver) return;
      const excerpt = await readExcerpt({ archives }, file, finding);
      if (excerpt) found.set(finding, excerpt);
    }
  })();
  const { promise: patience, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, patienceMs);
  await Promise.race([reading, patience]);
  clearTimeout(timer);
  isOver = true;
  return new Map(found);
}

async function readExcerpt(
  { archives }: Pick<Platform, 'archives'>,
  file: BrowsableFile,
  { path, line }: ReviewFinding,
): Promise<Excerpt | undefined> {
  if (line === null) return undefined;
  try {
    const { members, root } = await archives.list(file);
    const at = (wanted: string) => members.find((each) => each.path === wanted);
    const inArchive = path === null ? undefined : (at(path) ?? at(`${root}${path}`));
    const member = isWhole(file.format) ? members[0] : inArchive;
    if (!member) return undefined;
    const { body } = await archives.read(file, member.path);
    return body === null ? undefined : excerptAt(body, line);
  } catch {
    // a refused archive, or one that crashes its process, must not hide the findings
    return undefined;
  }
}

/** Undefined for bytes that are not text, and for a missing line. @throws DomainError `invalid_archive` */
export function excerptAt(body: Buffer, line: number): Excerpt | undefined {
  if (body.includes(0)) return undefined;
  const all = decodeUtf8(body, { what: 'the file', code: 'invalid_archive' }).split(/\r?\n/);
  if (line < 1 || line > all.length) return undefined;
  const first = Math.max(1, line - linesAround);
  const lines = all.slice(first - 1, line + linesAround).map(shorten);
  return { firstLine: first, lines };
}

function shorten(line: string): string {
  return line.length > longestLine ? `${cut(line, longestLine)}…` : line;
}
