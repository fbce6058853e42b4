import type { ArchiveLimits } from './limits.ts';
import { HEAD_BYTES } from './scan-archive.ts';

/** Decides file by file, as the archive streams by, what stays in memory. */
export interface KeptFiles {
  kept: Map<string, Buffer>;
  heads: Map<string, Buffer>;
  /** Starts a file; returns where its bytes go. */
  file(path: string, size: number): (chunk: Buffer) => void;
}

export function createKeptFiles(limits: ArchiveLimits): KeptFiles {
  const kept = new Map<string, Buffer>();
  const heads = new Map<string, Buffer>();
  let room = limits.keepTotalBytes;

  function file(path: string, size: number): (chunk: Buffer) => void {
    const isKept = size <= limits.keepFileBytes && size <= room;
    if (isKept) room -= size;
    const target = Buffer.allocUnsafeSlow(isKept ? size : Math.min(size, HEAD_BYTES));
    (isKept ? kept : heads).set(path, target);
    return filler(target);
  }

  return { kept, heads, file };
}

/** Copies chunks into a buffer of fixed size and ignores what is beyond it. */
export function filler(target: Buffer): (chunk: Buffer) => void {
  let at = 0;
  return (chunk) => {
    if (at < target.length) at += chunk.copy(target, at);
  };
}
