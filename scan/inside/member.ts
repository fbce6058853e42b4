import { bufferSource, type ByteSource } from '../byte-source.ts';
import { HEAD_BYTES } from '../scan-archive.ts';
import { createEndWatch } from './end-watch.ts';

/** A file inside an archive. */
export interface Member {
  path: string;
  head: Buffer;
  /** Undefined for a member above the memory limit. */
  bytes: ByteSource | undefined;
  /** For a member that was not kept: whether its end may be that of a zip. */
  mayBeZip: boolean;
}

export interface MemberWriter {
  write(chunk: Buffer): void;
  end(): Member;
}

export function memberOf(path: string, bytes: ByteSource): Member {
  return { path, bytes, head: bytes.read(0, Math.min(bytes.size, HEAD_BYTES)), mayBeZip: false };
}

/** Keeps the bytes of a member up to `keepBytes`, and only the head of a longer member. Chunks may be reused. */
export function collectMember(path: string, keepBytes: number): MemberWriter {
  const watch = createEndWatch();
  let mayBeZip = false;
  let kept: Buffer[] = [];
  let length = 0;
  let head: Buffer | undefined;

  return {
    write(chunk) {
      mayBeZip = watch(chunk);
      length += chunk.length;
      if (head !== undefined) return;
      kept.push(Buffer.from(chunk));
      if (length <= keepBytes) return;
      head = Buffer.from(Buffer.concat(kept).subarray(0, HEAD_BYTES));
      kept = [];
    },
    end: () =>
      head === undefined
        ? memberOf(path, bufferSource(Buffer.concat(kept)))
        : { path, head, bytes: undefined, mayBeZip },
  };
}
