import { createEndWatch } from './inside/end-watch.ts';
import type { ArchiveLimits } from './limits.ts';
import { HEAD_BYTES } from './scan-archive.ts';

/** Decides for each file of a streamed archive whether it stays in memory. */
export interface KeptFiles {
  kept: Map<string, Buffer>;
  heads: Map<string, Buffer>;
  /** Files that have the end of a zip. */
  zips: Set<string>;
  /** Starts a file; returns the consumer of its bytes. */
  file(path: string, size: number): (chunk: Buffer) => void;
}

export function createKeptFiles(limits: ArchiveLimits): KeptFiles {
  const kept = new Map<string, Buffer>();
  const heads = new Map<string, Buffer>();
  const zips = new Set<string>();
  let room = limits.keepTotalBytes;

  function file(path: string, size: number): (chunk: Buffer) => void {
    const isKept = size <= limits.keepFileBytes && size <= room;
    if (isKept) room -= size;
    const target = Buffer.allocUnsafeSlow(isKept ? size : Math.min(size, HEAD_BYTES));
    (isKept ? kept : heads).set(path, target);
    const fill = filler(target);
    const watch = createEndWatch(size);
    return (chunk) => {
      fill(chunk);
      if (watch(chunk)) zips.add(path);
    };
  }

  return { kept, heads, zips, file };
}

/** Copies chunks into a buffer of fixed size and ignores bytes beyond it. */
export function filler(target: Buffer): (chunk: Buffer) => void {
  let at = 0;
  return (chunk) => {
    if (at < target.length) at += chunk.copy(target, at);
  };
}
