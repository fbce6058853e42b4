import { once } from 'node:events';
import type { Writable } from 'node:stream';

const indent = '    ';

/**
 * Writes one JSON object with a list for each section. Entries wait while the reader is slow, and are refused when it
 * accepts nothing for `patienceMs`.
 */
export function writeSections(out: Writable, patienceMs?: number) {
  let open: string | undefined;
  let entriesOfOpen = 0;

  // a reader that disconnected no longer emits `drain`
  const gone = new AbortController();
  out.once('close', () => gone.abort());

  async function write(text: string): Promise<void> {
    gone.signal.throwIfAborted();
    if (out.write(text)) return;
    const deadline = patienceMs === undefined ? [] : [AbortSignal.timeout(patienceMs)];
    await once(out, 'drain', { signal: AbortSignal.any([gone.signal, ...deadline]) });
  }

  const closing = () => (entriesOfOpen === 0 ? ']' : '\n  ]');

  return {
    /**
     * Adds entries to a section; all entries of a section must follow each other. Without entries the list is empty.
     */
    async add(section: string, entries: readonly object[]): Promise<void> {
      let text = '';
      if (section !== open) {
        text += `${open === undefined ? '{' : `${closing()},`}\n  ${JSON.stringify(section)}: [`;
        [open, entriesOfOpen] = [section, 0];
      }
      for (const entry of entries) {
        const lines = JSON.stringify(entry, null, 2).replaceAll('\n', `\n${indent}`);
        text += `${entriesOfOpen === 0 ? '' : ','}\n${indent}${lines}`;
        entriesOfOpen += 1;
      }
      await write(text);
    },

    end: () => write(open === undefined ? '{}\n' : `${closing()}\n}\n`),
  };
}
