import type { WideChange, WideDocument } from '../../repository-indexes.ts';
import { paths } from './documents.ts';

export const widePaths = { versions: 'versions', names: 'names', specs: 'specs' } as const;

const plain = { contentType: 'text/plain; charset=utf-8', etag: 'md5' } as const;

/** A line per change: new versions, removed versions with a leading hyphen, and the digest of the gem's index. */
const versions: WideDocument = {
  ...plain,
  path: widePaths.versions,
  keeps: 'every entry',
  head: (now) => Buffer.from(`created_at: ${now.toISOString().replace(/\.\d+Z$/, 'Z')}\n---\n`),
  entry(change) {
    const digest = digestOf(change);
    if (digest === undefined) return null;
    const known = replay(change.before);
    const live = liveOf(change);
    const added = live.filter((version) => !known.versions.has(version));
    const there = new Set(live);
    const gone = [...known.versions].filter((version) => !there.has(version));
    const changes = [...gone.map((version) => `-${version}`), ...added];
    if (changes.length > 0) return line(change.package.name, changes, digest);
    if (digest === known.digest || live.length === 0) return null;
    // equal versions with another index: clients ignore lines without versions, so the last one is repeated
    const last = live.at(-1) ?? '';
    return line(change.package.name, [`-${last}`, last], digest);
  },
  compact(entries) {
    const { name, versions: live, digest } = replay(entries);
    return live.size === 0 ? null : line(name, [...live], digest);
  },
};

const names: WideDocument = {
  ...plain,
  path: widePaths.names,
  keeps: 'the latest',
  head: () => Buffer.from('---\n'),
  entry: (change) =>
    liveOf(change).length === 0 ? nothing(change) : Buffer.from(`${change.package.name}\n`),
  compact: (entries) => entries.at(-1) ?? null,
};

/** The source of the older indexes. Those are made on request, because their length is at their beginning. */
const specs: WideDocument = {
  ...plain,
  path: widePaths.specs,
  keeps: 'the latest',
  head: () => Buffer.alloc(0),
  entry(change) {
    const lines = liveOf(change).map((version) => `${change.package.name} ${version}\n`);
    return lines.length === 0 ? nothing(change) : Buffer.from(lines.join(''));
  },
  compact: (entries) => entries.at(-1) ?? null,
};

export const wideDocuments: readonly WideDocument[] = [versions, names, specs];

const nothing = ({ before }: WideChange) => (before.length === 0 ? null : Buffer.alloc(0));

const liveOf = ({ releases }: WideChange) =>
  releases.filter(({ isYanked }) => !isYanked).map(({ version }) => version);

const line = (name: string, changes: readonly string[], digest: string) =>
  Buffer.from(`${name} ${changes.join(',')} ${digest}\n`);

function digestOf({ package: { name }, etags }: WideChange): string | undefined {
  return /[0-9a-f]{32}/.exec(etags.get(paths.info(name)) ?? '')?.[0];
}

/** The state of a client that has read these lines. */
function replay(entries: readonly Uint8Array[]): { name: string; versions: Set<string>; digest: string } {
  const known = { name: '', versions: new Set<string>(), digest: '' };
  for (const text of entries.flatMap((entry) => Buffer.from(entry).toString().split('\n'))) {
    const [name = '', changes, digest = ''] = text.split(' ');
    if (changes === undefined) continue;
    known.name = name;
    known.digest = digest;
    for (const change of changes.split(',')) {
      if (change.startsWith('-')) known.versions.delete(change.slice(1));
      else known.versions.add(change);
    }
  }
  return known;
}
