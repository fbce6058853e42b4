import type { ArchiveEntry } from '../domain/archive.ts';
import { filler } from './kept-files.ts';

/** Complete bodies of wanted files, collected while an archive streams by and handed out between its pieces. */
export interface BodyQueue {
  /** Starts a file; returns the consumer of its bytes. */
  file(entry: ArchiveEntry): (chunk: Buffer) => void;
  /** Yields the complete files. */
  drain(): Promise<void>;
  /** The number of files that are incomplete or not yet handed out. */
  left(): number;
}

export function createBodyQueue(
  wanted: ReadonlySet<string>,
  look: (path: string, body: Buffer) => void | Promise<void>,
): BodyQueue {
  const open: { path: string; body: Buffer; missing: number }[] = [];
  let left = wanted.size;

  return {
    file({ path, size }) {
      if (!wanted.has(path)) return () => {};
      const file = { path, body: Buffer.alloc(size), missing: size };
      const fill = filler(file.body);
      open.push(file);
      return (chunk) => {
        fill(chunk);
        file.missing -= chunk.length;
      };
    },
    async drain() {
      while (open[0] !== undefined && open[0].missing <= 0) {
        const { path, body } = open[0];
        open.shift();
        left -= 1;
        await look(path, body);
      }
    },
    left: () => left,
  };
}
