import { limits } from '../format/limits.ts';
import type { WideRead } from '../../context/documents.ts';
import { devSuffix } from '../format/documents.ts';
import { type Line, parseLines } from '../format/wide.ts';

/** How long a client can be absent and still follow changes: after a day it reads all documents again. */
export const keptMs = 24 * 60 * 60 * 1_000;
/** Changes become visible some time after their timestamps: changes within this margin are listed again. */
export const marginMs = 60_000;

const maxMounts = limits['change logs'].count;
const newline = 0x0a;

export interface Change {
  type: 'update' | 'delete';
  /** The name of a package; its suffix marks the branches. */
  package: string;
  /** Milliseconds. */
  at: number;
}

/** The changes of a day. */
export interface Changes {
  /** Time of the last known change, in milliseconds. */
  last: number;
  /** The last change of each document since `at`, oldest first. */
  since(at: number): Change[];
}

interface Held {
  bytes: number;
  last: number;
  /** In the order of time. */
  recent: Line[];
}

export type ChangeLog = ReturnType<typeof createChangeLog>;

/** Reads documents of changes. Each is parsed once; of a grown document only the new part. */
export function createChangeLog() {
  const known = new Map<string, Held>();
  return {
    read({ edition, body }: Pick<WideRead, 'edition' | 'body'>, now: number): Changes {
      const held = known.get(edition) ?? { bytes: 0, last: 0, recent: [] };
      const next = added(held, body, now - keptMs - marginMs);
      known.delete(edition);
      known.set(edition, next);
      const [oldest] = known.keys();
      if (known.size > maxMounts && oldest !== undefined) known.delete(oldest);
      return { last: next.last, since: (at) => latest(next.recent, at) };
    },
  };
}

function added(held: Held, body: Buffer, horizon: number): Held {
  const fresh: Line[] = [];
  let last = held.last;
  let start = held.bytes;
  // another reader may have parsed more of the document already
  for (let end = body.indexOf(newline, start); end !== -1; end = body.indexOf(newline, start)) {
    // the time is the first field: most lines are skipped after it
    const at = Number.parseInt(body.toString('latin1', start, Math.min(start + 16, end)), 10);
    if (at >= horizon) fresh.push(...parseLines(body.subarray(start, end + 1)));
    if (at > last) last = at;
    start = end + 1;
  }
  if (fresh.length === 0 && (held.recent[0]?.at ?? horizon) >= horizon)
    return { ...held, bytes: start, last };
  const recent = [...held.recent, ...fresh].filter(({ at }) => at >= horizon);
  return { bytes: start, last, recent: recent.toSorted((a, b) => a.at - b.at) };
}

const verbs: Readonly<Record<string, Change['type']>> = { u: 'update', d: 'delete' };

function latest(recent: readonly Line[], since: number): Change[] {
  const found = new Map<string, Change>();
  for (let index = recent.length - 1; index >= 0; index -= 1) {
    const line = recent[index];
    if (line === undefined || line.at < since) break;
    for (const [name, { what }] of [
      [line.name + devSuffix, line.branches],
      [line.name, line.tagged],
    ] as const) {
      const type = verbs[what];
      if (type !== undefined && !found.has(name)) found.set(name, { type, package: name, at: line.at });
    }
  }
  return [...found.values()].toReversed();
}
