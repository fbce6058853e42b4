import type { WideChange, WideDocument } from '../../repository-indexes.ts';
import { devSuffix, documentPath } from './documents.ts';

export const changesPath = 'changes';

/** A change of a package's two documents. Per document: `u` updated, `d` deleted, `-` unchanged. */
export interface Line {
  /** Milliseconds. */
  at: number;
  name: string;
  tagged: { what: string; etag: string };
  branches: { what: string; etag: string };
}

/** A line per change, for mirrors: the time, the package, and the digests of its documents. */
const changes: WideDocument = {
  path: changesPath,
  contentType: 'text/plain; charset=utf-8',
  etag: 'sha256',
  keeps: 'every entry',
  head: () => Buffer.alloc(0),
  entry(change) {
    const [before] = parseLines(change.before.at(-1)).slice(-1);
    const tagged = standing(change, '', before?.tagged);
    const branches = standing(change, devSuffix, before?.branches);
    if (tagged.what === '-' && branches.what === '-') return null;
    return lineOf({ at: change.now.getTime(), name: change.package.nameKey, tagged, branches });
  },
  compact(entries) {
    const lines = entries.flatMap((entry) => parseLines(entry));
    const last = lines.at(-1);
    if (!last) return null;
    // this line alone brings a client up to date after a long absence
    const all = (of: 'tagged' | 'branches') => {
      const { etag } = last[of];
      const was = lines.some((line) => line[of].what !== '-');
      return { etag, what: !was ? '-' : etag === '-' ? 'd' : 'u' };
    };
    return lineOf({ ...last, tagged: all('tagged'), branches: all('branches') });
  },
};

export const wideDocuments: readonly WideDocument[] = [changes];

function standing(
  { etags, package: { nameKey } }: WideChange,
  suffix: string,
  before: { etag: string } | undefined,
): Line['tagged'] {
  const etag = etags.get(documentPath(nameKey, suffix)) ?? '-';
  if (etag === (before?.etag ?? '-')) return { what: '-', etag };
  return { what: etag === '-' ? 'd' : 'u', etag };
}

function lineOf({ at, name, tagged, branches }: Line): Buffer {
  return Buffer.from(`${at} ${name} ${tagged.what} ${branches.what} ${tagged.etag} ${branches.etag}\n`);
}

export function parseLines(bytes: Uint8Array | undefined): Line[] {
  const text = bytes === undefined ? '' : Buffer.from(bytes).toString('utf8');
  return text.split('\n').flatMap((line): Line[] => {
    const [at = '', name = '', tagged = '', branches = '', taggedTag, branchesTag] = line.split(' ');
    if (taggedTag === undefined || branchesTag === undefined) return [];
    return [
      {
        at: Number(at),
        name,
        tagged: { what: tagged, etag: taggedTag },
        branches: { what: branches, etag: branchesTag },
      },
    ];
  });
}
